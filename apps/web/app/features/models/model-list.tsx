import { formatPrice, type ModelSummary, storageText } from '@redial/contract';
import { Link } from 'react-router';
import { type Column, Table } from '../../ui/table.tsx';
import { type AnnouncedUpdates, UpdateLine } from '../../ui/update-line.tsx';
import { offersText } from './offers-text.ts';

/** What the table shows of a model. */
export interface ListedModel extends Pick<ModelSummary, 'slug' | 'name' | 'storageGb' | 'offers'> {
  readonly estimate: number | undefined;
  readonly costPerMonth: number | undefined;
  readonly fromPrice: number | undefined;
  readonly updates: AnnouncedUpdates;
}

/** The models as a table with their prices. */
export function ModelList({ models, now }: { models: readonly ListedModel[]; now: number }) {
  const columns: Column<ListedModel & { _id: string }>[] = [
    {
      label: 'Model',
      kind: 'heading',
      cell: ({ name, slug, storageGb }) => (
        <>
          <Link
            to={`/models/${slug}`}
            className="inline-flex min-h-8 items-center text-accent underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="block font-normal text-ink-soft text-xs">
            {storageGb.map(storageText).join(', ')}
          </span>
        </>
      ),
    },
    {
      label: 'Used price',
      kind: 'figures',
      cell: ({ estimate }) => (estimate === undefined ? 'unknown' : formatPrice(estimate)),
    },
    {
      label: 'Cost per month',
      kind: 'figures',
      cell: ({ costPerMonth }) =>
        costPerMonth === undefined ? 'unknown' : formatPrice(costPerMonth),
    },
    {
      label: 'On offer',
      kind: 'figures',
      cell: offersText,
    },
    {
      label: 'Security updates',
      cell: ({ updates }) => <UpdateLine updates={updates} now={now} short />,
    },
  ];
  return (
    <Table
      caption="Models and their prices"
      columns={columns}
      rows={models.map((model) => ({ ...model, _id: model.slug }))}
    />
  );
}
