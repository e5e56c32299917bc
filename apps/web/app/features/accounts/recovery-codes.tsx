import { Copy, Download, Printer } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';

/** Shows new recovery codes, once: to copy, download or print. */
export function RecoveryCodes({
  codes,
  email,
  onDone,
}: {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('The recovery codes are copied');
    } catch {
      toast.error('Copying is not possible here. Download or print the codes.');
    }
  };
  const download = () =>
    saveFile(
      'redial-recovery-codes.txt',
      `Recovery codes for ${email} at ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`,
      'text/plain',
    );
  return (
    <div data-print-only className="mt-6">
      <p className="wrap-anywhere hidden print:mb-4 print:block">
        Redial recovery codes for {email}. Each works once.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-2 rounded-lg bg-sunken p-5 font-mono text-sm print:bg-transparent"
      >
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button variant="outline" size="small" onClick={copy}>
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </Button>
        <Button variant="outline" size="small" onClick={download}>
          <Download className="size-4" aria-hidden="true" />
          Download
        </Button>
        <Button variant="outline" size="small" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </Button>
      </div>
      <Button size="large" className="mt-6 w-full print:hidden" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  );
}
