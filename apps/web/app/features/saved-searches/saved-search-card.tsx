import { changeSavedSearch, deleteSavedSearch, type SavedSearch } from '@redial/contract';
import { useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { phonesText } from '../../ui/count.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { frequencyTexts } from './frequency-texts.ts';

const EditDialog = lazyDialog(
  async () => (await import('./edit-saved-search-dialog.tsx')).EditSavedSearchDialog,
);

/** A saved search with its actions. */
export function SavedSearchCard({
  savedSearch,
  filters,
  resultsHref,
  now,
}: {
  savedSearch: SavedSearch;
  /** What it looks for, in words. */
  filters: string;
  resultsHref: string;
  /** Unix milliseconds. */
  now: number;
}) {
  const { _id: id, name, paused, frequency, found, lastFoundAt } = savedSearch;
  const [editing, setEditing] = useState(false);
  const { mutate, pending } = useMutation();
  const params = { id };
  const pause = () =>
    mutate(
      call(changeSavedSearch, { params, body: { paused: !paused } }),
      paused ? 'Search resumed' : 'Search paused',
    );
  return (
    <article className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="wrap-anywhere min-w-0 text-lg">{name}</h2>
        <Badge tone={paused ? 'neutral' : 'accent'}>
          {paused ? 'Paused' : frequencyTexts[frequency]}
        </Badge>
      </div>
      <p className="wrap-anywhere mt-1 text-ink-soft text-sm">{filters}</p>
      <p className="mt-2 text-ink-soft text-sm">
        {found === 0
          ? 'Nothing found in the last 30 days'
          : `${phonesText(found)} found in the last 30 days, the last one ${relativeTime(lastFoundAt, now)}`}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink
          to={resultsHref}
          variant="tonal"
          size="small"
          aria-label={`See phones: ${name}`}
        >
          See phones
        </ButtonLink>
        <Button
          variant="outline"
          size="small"
          aria-label={`Edit: ${name}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`${paused ? 'Resume' : 'Pause'}: ${name}`}
          pending={pending}
          onClick={pause}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <ConfirmButton
          label="Delete"
          name={`Delete: ${name}`}
          variant="quiet"
          title="Delete this search?"
          action="Delete"
          pendingLabel="Deleting"
          onConfirm={() => mutate(call(deleteSavedSearch, { params }), 'Search deleted')}
        >
          You get no more news of “{name}”. You can save it again at any time.
        </ConfirmButton>
      </div>
      <EditDialog
        open={editing}
        onClose={() => setEditing(false)}
        savedSearch={savedSearch}
        resultsHref={resultsHref}
      />
    </article>
  );
}
