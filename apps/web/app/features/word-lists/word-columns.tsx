import {
  type ListedWord,
  removeWord,
  type WordCatch,
  type WordListField,
  wordListLabels,
} from '@redial/contract';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import type { Column } from '../../ui/table.tsx';
import { ChangeWordButton } from './change-word-button.tsx';

/** Columns of the listed words. */
export const wordColumns: readonly Column<ListedWord>[] = [
  { label: 'Word or phrase', kind: 'heading', cell: ({ phrase }) => <bdi>{phrase}</bdi> },
  { label: 'List', cell: ({ list }) => wordListLabels[list] },
  { label: 'Score', kind: 'figures', cell: ({ weight }) => `+${weight}` },
  {
    label: 'Effect',
    cell: ({ holds }) =>
      holds ? <Badge tone="accent">Holds</Badge> : <Badge tone="neutral">Score only</Badge>,
  },
  { label: 'Listings', kind: 'figures', cell: ({ catches }) => catches },
  { label: 'Change', kind: 'action', cell: (word) => <WordActions word={word} /> },
];

function WordActions({ word }: { word: ListedWord }) {
  const { mutate } = useMutation();
  const { _id: id, phrase } = word;
  return (
    <span className="flex flex-wrap gap-2">
      <ChangeWordButton word={word} />
      <ConfirmButton
        label="Remove"
        name={`Remove “${phrase}”`}
        title={`Remove “${phrase}”?`}
        action="Remove"
        pendingLabel="Removing"
        cancel="Keep it"
        onConfirm={() =>
          mutate(call(removeWord, { params: { id } }), `“${phrase}” is no longer looked for`)
        }
      >
        It is no longer looked for. What it has found stays in the log.
      </ConfirmButton>
    </span>
  );
}

const fieldLabels: Readonly<Record<WordListField, string>> = {
  name: 'Name',
  description: 'Description',
  location: 'Place',
};

/** Columns of the log of what was found. */
export const catchColumns: readonly Column<Omit<WordCatch, '_id'> & { readonly _id: string }>[] = [
  {
    label: 'Listing',
    kind: 'heading',
    cell: ({ productId, productName }) => (
      <Link
        to={href('/products/:id', { id: productId })}
        className="text-accent underline-offset-4 hover:underline"
      >
        <bdi>{productName}</bdi>
      </Link>
    ),
  },
  {
    label: 'Found',
    cell: ({ found, phrase }) => (
      <span className="wrap-anywhere">
        <bdi>{found}</bdi>
        {found.toLowerCase() !== phrase.toLowerCase() && (
          <span className="block text-ink-faint text-xs">{phrase}</span>
        )}
      </span>
    ),
  },
  { label: 'In', cell: ({ field }) => fieldLabels[field] },
  { label: 'List', cell: ({ list }) => wordListLabels[list] },
  { label: 'When', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
];
