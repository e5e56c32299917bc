import { type RiskPart, riskLabels } from '@redial/contract';
import { Check, Minus } from 'lucide-react';

/** The parts of a risk score with their weights: what applies comes first, then what does not. */
export function RiskParts({ parts }: { parts: readonly RiskPart[] }) {
  const sorted = [
    ...parts.filter(({ applies }) => applies),
    ...parts.filter(({ applies }) => !applies),
  ];
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {sorted.map(({ code, weight, applies, detail }) => (
        <li key={code} className="flex gap-2 text-sm">
          {applies ? (
            <Check className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden="true" />
          ) : (
            <Minus className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          )}
          <span
            className={applies ? 'wrap-anywhere min-w-0' : 'wrap-anywhere min-w-0 text-ink-soft'}
          >
            <span className={applies ? 'font-semibold' : ''}>{riskLabels[code]}</span>{' '}
            <span className="tabular-nums">
              {applies ? `+${weight}` : `(${weight}, does not apply)`}
            </span>
            {detail && <span className="block text-ink-soft">{detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
