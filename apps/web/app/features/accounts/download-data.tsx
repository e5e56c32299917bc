import { getDataExport } from '@redial/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads a JSON file with all data stored about the user. */
export function DownloadData() {
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    const result = await call(getDataExport, {});
    setPending(false);
    if (result.ok) {
      const text = JSON.stringify(result.value, null, 2);
      saveFile('redial-my-data.json', text, 'application/json');
    } else toast.error(result.error.message);
  };
  return (
    <Button variant="outline" pending={pending} onClick={download}>
      <Download className="size-4" aria-hidden="true" />
      Download my data
    </Button>
  );
}
