import { exportLedgerJournal } from '@redial/contract';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

const dayMs = 24 * 3600_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Downloads the journal of a period as CSV. */
export function JournalExport() {
  const [to, setTo] = useState(() => dayOf(Date.now()));
  const [from, setFrom] = useState(() => dayOf(Date.now() - 30 * dayMs));
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const download = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (!from || !to || from > to) {
      setError('Choose a last day that is not before the first');
      return;
    }
    setError(undefined);
    setPending(true);
    const result = await call(exportLedgerJournal, { query: { from, to } });
    setPending(false);
    if (result.ok) saveFile(`redial-journal-${from}-${to}.csv`, result.value);
    else toast.error(result.error.message);
  };
  return (
    <form
      noValidate
      onSubmit={download}
      className="grid items-start gap-x-4 rounded-lg border border-line bg-surface p-5 sm:grid-cols-[1fr_1fr_auto]"
    >
      <TextField
        label="First day"
        type="date"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="Last day"
        type="date"
        value={to}
        error={error}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" variant="outline" pending={pending} className="sm:mt-6.5">
        <Download className="size-4" aria-hidden="true" />
        Download CSV
      </Button>
    </form>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
