import { changeWord, type ListedWord } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toEffect, WordFields, type WordValues } from './word-fields.tsx';

const Dialog = lazyDialog(async () => (await import('../../ui/dialog.tsx')).Dialog);

/** Changes what a word does, in a dialog. */
export function ChangeWordButton({ word }: { word: ListedWord }) {
  const [isOpen, setIsOpen] = useState(false);
  const { _id: id, phrase, list, weight, holds } = word;
  const { mutate, pending } = useMutation();
  const { register, handleSubmit, reset, formState } = useForm<WordValues>();
  const open = () => {
    reset({ phrase, list, weight, holds: holds ? 'yes' : 'no' });
    setIsOpen(true);
  };
  const submit = async (values: WordValues) => {
    const change = call(changeWord, { params: { id }, body: toEffect(values) });
    if (await mutate(change, `“${phrase}” is changed`)) setIsOpen(false);
  };
  return (
    <>
      <Button
        size="small"
        variant="outline"
        aria-haspopup="dialog"
        aria-label={`Change “${phrase}”`}
        onClick={open}
      >
        Change
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Change “${phrase}”`}
        description="New and changed listings are compared at once, the others within a day."
      >
        <form noValidate onSubmit={handleSubmit(submit)} className="mt-5">
          <WordFields register={register} errors={formState.errors} />
          <Button type="submit" size="large" pending={pending} pendingLabel="Saving">
            Save
          </Button>
        </form>
      </Dialog>
    </>
  );
}
