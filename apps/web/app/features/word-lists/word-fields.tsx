import { type NewWord, wordListLabels, wordListLimits, wordLists } from '@redial/contract';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/field.tsx';

export type WordEffect = Omit<NewWord, 'phrase'>;

/** The values of the forms: a select has texts. */
export interface WordValues {
  phrase: string;
  list: NewWord['list'];
  weight: number;
  holds: 'no' | 'yes';
}

/** What the form says that a word does. */
export const toEffect = ({ list, weight, holds }: WordValues): WordEffect => ({
  list,
  weight,
  holds: holds === 'yes',
});

/** The list of a word, and what it does. */
export function WordFields({
  register,
  errors,
}: {
  register: UseFormRegister<WordValues>;
  errors: FieldErrors<WordValues>;
}) {
  const { weight } = wordListLimits;
  const rule = `A whole number from 1 to ${weight}`;
  return (
    <>
      <SelectField label="List" {...register('list')}>
        {wordLists.map((list) => (
          <option key={list} value={list}>
            {wordListLabels[list]}
          </option>
        ))}
      </SelectField>
      <TextField
        type="number"
        inputMode="numeric"
        min={1}
        max={weight}
        step={1}
        label="Adds to the risk score"
        error={errors.weight?.message}
        {...register('weight', {
          valueAsNumber: true,
          validate: (value) => (Number.isInteger(value) && value >= 1 && value <= weight) || rule,
        })}
      />
      <SelectField label="Holds the listing" {...register('holds')}>
        <option value="no">Only with a high score</option>
        <option value="yes">Always, for review</option>
      </SelectField>
    </>
  );
}
