import { addWord, wordListLimits } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { toEffect, WordFields, type WordValues } from './word-fields.tsx';

/** Adds a word or phrase to a list. */
export function AddWordForm() {
  const { revalidate } = useRevalidator();
  const { register, handleSubmit, setError, resetField, formState } = useForm<WordValues>({
    defaultValues: { phrase: '', list: 'payment', weight: 15, holds: 'no' },
  });
  const { errors, isSubmitting } = formState;
  const submit = async (values: WordValues) => {
    const phrase = values.phrase.trim();
    const result = await call(addWord, { body: { phrase, ...toEffect(values) } });
    if (!result.ok) return setError('phrase', { message: result.error.message });
    toast.success(`“${phrase}” is looked for from now on`);
    resetField('phrase');
    await revalidate();
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit)}
      aria-label="Add a word"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-2 xl:grid-cols-[2fr_1.4fr_1fr_1.2fr_auto]"
    >
      <TextField
        label="Word or phrase"
        autoComplete="off"
        maxLength={wordListLimits.phrase}
        error={errors.phrase?.message}
        {...register('phrase', {
          validate: (phrase) => phrase.trim() !== '' || 'Which word or phrase?',
        })}
      />
      <WordFields register={register} errors={errors} />
      <Button type="submit" pending={isSubmitting} pendingLabel="Adding" className="mb-6 xl:mt-6.5">
        Add
      </Button>
    </form>
  );
}
