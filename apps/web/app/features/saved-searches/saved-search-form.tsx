import { type AlertFrequency, alertFrequencies, savedSearchNameLength } from '@redial/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { frequencyTexts } from './frequency-texts.ts';

/** Name and frequency of a saved search. */
export function SavedSearchForm({
  error,
  pending,
  onSubmit,
  aside,
  ...initial
}: {
  name: string;
  frequency: AlertFrequency;
  /** Why saving failed. */
  error?: string | undefined;
  pending: boolean;
  onSubmit: (values: { name: string; frequency: AlertFrequency }) => void;
  /** Beside the button. */
  aside?: ReactNode;
}) {
  const [name, setName] = useState(initial.name);
  const [frequency, setFrequency] = useState(initial.frequency);
  const [nameError, setNameError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const trimmed = name.trim();
    setNameError(trimmed === '' ? 'Please name this search' : undefined);
    if (trimmed !== '') onSubmit({ name: trimmed, frequency });
  };
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label="Name"
        value={name}
        maxLength={savedSearchNameLength.max}
        autoComplete="off"
        error={nameError}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <SelectField
        label="Tell me"
        hint="In your notifications and by mail, as set in your notification settings"
        value={frequency}
        error={error}
        onChange={({ currentTarget: { value } }) =>
          setFrequency(alertFrequencies.find((one) => one === value) ?? frequency)
        }
      >
        {alertFrequencies.map((one) => (
          <option key={one} value={one}>
            {frequencyTexts[one]}
          </option>
        ))}
      </SelectField>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel="Saving">
          Save
        </Button>
        {aside}
      </div>
    </form>
  );
}
