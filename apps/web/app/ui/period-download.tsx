import type { Result } from '@redial/contract';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { saveFile } from './save-file.ts';
import { toast } from './toast.ts';

const dayMs = 24 * 3600_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Downloads the CSV file of a period, by default the last 30 days.
 *
 * @param name the beginning of the file's name
 * @param load requests the file for the days from `from` to `to`, such as `2026-01-31`
 */
export function PeriodDownload({
  name,
  load,
}: {
  name: string;
  load: (period: { from: string; to: string }) => Promise<Result<string>>;
}) {
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
    const result = await load({ from, to });
    setPending(false);
    if (result.ok) saveFile(`${name}-${from}-${to}.csv`, result.value, 'text/csv');
    else toast.error(result.error.message);
  };
  return (
    <form
      noValidate
      onSubmit={download}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 rounded-lg border border-line bg-surface p-5 sm:grid-cols-[1fr_1fr_auto]"
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
