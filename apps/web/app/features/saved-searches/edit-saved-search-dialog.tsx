import { type AlertFrequency, changeSavedSearch, type SavedSearch } from '@redial/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SavedSearchForm } from './saved-search-form.tsx';

/** Changes the name and the frequency; the filters are changed on the page with the results. */
export function EditSavedSearchDialog({
  open,
  onClose,
  savedSearch,
  resultsHref,
}: {
  open: boolean;
  onClose: () => void;
  savedSearch: SavedSearch;
  resultsHref: string;
}) {
  const { mutate } = useMutation();
  const [pending, setPending] = useState(false);
  const save = async (body: { name: string; frequency: AlertFrequency }) => {
    setPending(true);
    const params = { id: savedSearch._id };
    const isSaved = await mutate(call(changeSavedSearch, { params, body }), 'Search saved');
    setPending(false);
    if (isSaved) onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit this search"
      description={
        <>
          To change its filters,{' '}
          <Link to={resultsHref} className="text-accent underline underline-offset-4">
            change them in the results
          </Link>{' '}
          and save the search in its place.
        </>
      }
    >
      <div className="mt-5">
        <SavedSearchForm
          name={savedSearch.name}
          frequency={savedSearch.frequency}
          pending={pending}
          onSubmit={save}
        />
      </div>
    </Dialog>
  );
}
