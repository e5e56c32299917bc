import { formatPrice, type PersonEntry, type PersonSection } from '@redial/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { formatShortTime } from '../../ui/date-time.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { entryPath, entryState, entryTitle, sectionLabels } from './section-texts.ts';

/** The newest entries of a part of a person's page; an empty part is one line. */
export function PersonSectionView({ section }: { section: PersonSection }) {
  const { name, total, entries } = section;
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-xl">
        {sectionLabels[name]}
        <span className="figures ml-2 text-base text-ink-faint">{total}</span>
      </h2>
      {entries.length === 0 ? (
        <p className="text-ink-soft text-sm">None</p>
      ) : (
        <Table caption={sectionLabels[name]} columns={columnsOf(section)} rows={entries} />
      )}
      {total > entries.length && (
        <p className="mt-2 text-ink-soft text-sm">The newest {entries.length} are shown.</p>
      )}
    </section>
  );
}

function columnsOf({ name, entries }: PersonSection): readonly Column<PersonEntry>[] {
  const hasAmounts = entries.some(({ amount }) => amount !== null);
  const hasRisk = entries.some(({ risk }) => risk !== null);
  return [
    {
      label: 'What',
      kind: 'heading',
      cell: (entry) => {
        const path = entryPath(name, entry);
        const title = entryTitle(name, entry) || 'Without a text';
        return (
          <bdi className="wrap-anywhere block min-w-0 max-w-96">
            {path ? (
              <Link to={path} className="rounded-sm text-accent underline-offset-4 hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </bdi>
        );
      },
    },
    { label: 'State', cell: (entry) => <Badge>{entryState(name, entry)}</Badge> },
    ...(hasRisk
      ? [
          {
            label: 'Risk',
            kind: 'figures' as const,
            cell: ({ risk }: PersonEntry) => risk ?? '–',
          },
        ]
      : []),
    ...(hasAmounts
      ? [
          {
            label: 'Amount',
            kind: 'figures' as const,
            cell: ({ amount }: PersonEntry) => (amount === null ? '–' : formatPrice(amount)),
          },
        ]
      : []),
    {
      label: 'When',
      cell: ({ at }) => (
        <time dateTime={at} className="figures">
          {formatShortTime(at)}
        </time>
      ),
    },
  ];
}
