import {
  type AlertFrequency,
  changeSavedSearch,
  type FacetQuery,
  listSavedSearches,
  type SavedSearch,
  savedSearchNameLength,
  saveSearch,
} from '@redial/contract';
import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { SavedSearchForm } from './saved-search-form.tsx';

interface SaveSearchDialogProps {
  open: boolean;
  onClose: () => void;
  search: FacetQuery;
  suggestedName: string;
}

/** Saves a search, or lets it take the place of a saved one, whose filters are changed like that. */
export function SaveSearchDialog({ open, onClose, search, suggestedName }: SaveSearchDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save this search"
      description="We tell you when a phone is listed that matches it."
    >
      <SaveSearch
        key={suggestedName}
        search={search}
        name={suggestedName.slice(0, savedSearchNameLength.max)}
        onSaved={onClose}
      />
    </Dialog>
  );
}

function SaveSearch({
  search,
  name,
  onSaved,
}: {
  search: FacetQuery;
  name: string;
  onSaved: () => void;
}) {
  const [own, setOwn] = useState<readonly SavedSearch[]>([]);
  const [replaced, setReplaced] = useState<SavedSearch>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    void call(listSavedSearches, {}).then((result) => result.ok && setOwn(result.value));
  }, []);
  const save = async (values: { name: string; frequency: AlertFrequency }) => {
    setPending(true);
    setError(undefined);
    const body = { ...values, search };
    const result = await (replaced
      ? call(changeSavedSearch, { params: { id: replaced._id }, body })
      : call(saveSearch, { body }));
    setPending(false);
    if (!result.ok) return setError(result.error.message);
    toast.success('Search saved');
    onSaved();
  };
  return (
    <div className="mt-5">
      {own.length > 0 && (
        <SelectField
          label="Save as"
          value={replaced?._id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setReplaced(own.find(({ _id }) => _id === value))
          }
        >
          <option value="">A new search</option>
          {own.map(({ _id, name: other }) => (
            <option key={_id} value={_id}>
              Replace “{other}”
            </option>
          ))}
        </SelectField>
      )}
      <SavedSearchForm
        key={replaced?._id}
        name={replaced?.name ?? name}
        frequency={replaced?.frequency ?? 'instant'}
        error={error}
        pending={pending}
        onSubmit={save}
        aside={
          <ButtonLink variant="quiet" to={href('/dashboard/saved-searches')}>
            Saved searches
          </ButtonLink>
        }
      />
    </div>
  );
}
