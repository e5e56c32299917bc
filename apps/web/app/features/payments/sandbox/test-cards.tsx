import { formatCardNumber } from './card-fields.ts';

/** The sandbox's test cards and their outcomes. */
const cards = [
  ['4242424242424242', 'Succeeds'],
  ['4000002500003155', 'Asks first'],
  ['4000000000000002', 'Declined'],
  ['4000000000009995', 'No funds'],
  ['4000000000000069', 'Expired'],
  ['4000000000000127', 'Wrong code'],
  ['4000000000000259', 'Disputed later'],
  ['4000000000007726', 'Refunds take a while'],
  ['4000000000005126', 'Refunds fail later'],
] as const;

/** Lists the test cards; a click fills in the form. */
export function TestCards({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (number: string) => void;
}) {
  return (
    <details className="group mt-2 rounded-md bg-sunken text-sm">
      <summary className="flex min-h-11 items-center gap-2 rounded-md px-4 py-2.5 font-semibold text-ink-soft">
        <span aria-hidden="true" className="transition-[rotate] group-open:rotate-90">
          ›
        </span>
        Sandbox: try a test card
      </summary>
      <p className="px-4 pb-2 text-ink-soft text-xs">
        No money moves here. Choose a card, and the form is filled in.
      </p>
      <ul className="px-2 pb-2">
        {cards.map(([number, what]) => (
          <li key={number}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChoose(number)}
              className="flex min-h-10 w-full items-center justify-between gap-x-4 rounded-sm px-2 py-1 text-left hover:bg-studio"
            >
              <span className="figures font-semibold">{formatCardNumber(number)}</span>
              <span className="text-ink-soft text-xs">{what}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
