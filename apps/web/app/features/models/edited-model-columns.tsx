import { formatPrice, type ModelSummary } from '@redial/contract';
import { href } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/table.tsx';
import { UpdateLine } from '../../ui/update-line.tsx';

/** Columns of the admins' table of models. */
export const editedModelColumns = (
  now: number,
): readonly Column<ModelSummary & { readonly _id: string }>[] => [
  {
    label: 'Model',
    kind: 'heading',
    cell: ({ name, correctedAt }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {name}
        {correctedAt && <Badge tone="accent">Edited</Badge>}
      </span>
    ),
  },
  { label: 'Released', kind: 'figures', cell: ({ releasedOn }) => releasedOn },
  {
    label: 'Price when new',
    kind: 'figures',
    cell: ({ launchPrice }) => (launchPrice === undefined ? 'unknown' : formatPrice(launchPrice)),
  },
  {
    label: 'Security updates',
    cell: ({ updates }) => <UpdateLine updates={updates} now={now} short />,
  },
  {
    label: 'Edit',
    kind: 'action',
    cell: ({ slug, name }) => (
      <ButtonLink
        to={href('/dashboard/models/:slug', { slug })}
        variant="outline"
        size="small"
        aria-label={`Edit ${name}`}
      >
        Edit
      </ButtonLink>
    ),
  },
];
