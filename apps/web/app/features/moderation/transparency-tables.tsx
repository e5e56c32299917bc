import {
  countedRules,
  marketplaceRules,
  monthText,
  type TransparencyFigures,
  type TransparencyMonth,
} from '@redial/contract';
import { Link } from 'react-router';
import { type Column, Table } from '../../ui/table.tsx';

type Row = TransparencyFigures & { readonly _id: string };

/** The figures by month, newest first, and their sum. */
export function MonthTable({
  months,
  total,
}: {
  months: readonly TransparencyMonth[];
  total: TransparencyFigures;
}) {
  const rows = months.toReversed().map((month) => ({ ...month, _id: monthText(month.month) }));
  return (
    <Table
      caption="Reports, decisions and appeals by month"
      columns={columns}
      rows={rows.length > 1 ? [...rows, { ...total, _id: 'Total' }] : rows}
    />
  );
}

/** A time in words: minutes below an hour, days above two. */
export function hoursText(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${hours.toFixed(hours < 10 ? 1 : 0)} h`;
  return `${(hours / 24).toFixed(1)} days`;
}

/** How many of the decided appeals were upheld. */
export function upheldText({ appealsDecided, appealsUpheld }: TransparencyFigures): string {
  if (appealsDecided === 0) return '–';
  return `${appealsUpheld} of ${appealsDecided} (${Math.round((100 * appealsUpheld) / appealsDecided)}%)`;
}

const columns: readonly Column<Row>[] = [
  { label: 'Month', kind: 'heading', cell: ({ _id }) => _id },
  { label: 'Reports', kind: 'figures', cell: ({ reports }) => reports },
  { label: 'Decisions', kind: 'figures', cell: ({ decisions }) => decisions },
  { label: 'No rule broken', kind: 'figures', cell: ({ dismissed }) => dismissed },
  { label: 'Median time', kind: 'figures', cell: ({ medianHours }) => hoursText(medianHours) },
  { label: 'Appeals', kind: 'figures', cell: ({ appeals }) => appeals },
  { label: 'Upheld', kind: 'figures', cell: upheldText },
];

/** How many decisions named each rule, by month, newest first. */
export function RuleTable({
  months,
  total,
}: {
  months: readonly TransparencyMonth[];
  total: TransparencyFigures;
}) {
  const newestFirst = months.toReversed();
  const countOf = ({ byRule }: TransparencyFigures, rule: string) =>
    byRule.find((one) => one.rule === rule)?.decisions ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section aria-label="Decisions by rule, scrollable" tabIndex={0} className="overflow-x-auto">
      <table className="figures w-full text-left text-sm">
        <caption className="sr-only">Decisions by the rule that they name, by month</caption>
        <thead className="text-ink-faint text-xs">
          <tr>
            <th scope="col" className="py-2 pr-4 font-semibold">
              Rule
            </th>
            <th scope="col" className="px-3 text-right font-semibold">
              All
            </th>
            {newestFirst.map(({ month }) => (
              <th
                key={month}
                scope="col"
                className="whitespace-nowrap px-3 text-right font-semibold"
              >
                {monthText(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-y">
          {countedRules
            .filter((rule) => countOf(total, rule) > 0)
            .map((rule) => (
              <tr key={rule}>
                <th scope="row" className="min-w-56 py-2 pr-4 font-normal">
                  {rule === 'unnamed' ? (
                    'Removed without naming a rule'
                  ) : (
                    <Link
                      to={`/rules#${rule}`}
                      className="text-accent underline-offset-4 hover:underline"
                    >
                      {marketplaceRules[rule]}
                    </Link>
                  )}
                </th>
                <td className="px-3 text-right font-semibold">{countOf(total, rule)}</td>
                {newestFirst.map((month) => (
                  <td key={month.month} className="px-3 text-right">
                    {countOf(month, rule) || '–'}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
