import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { focusInvalid } from '../../../ui/field.tsx';
import type { SectionForm } from './use-section-form.ts';

/** The frame of a section's form: fields, the error that belongs to none of them, and its buttons. */
export function SectionFormFrame<T extends object>({
  form,
  fields,
  label = 'Save',
  isSavable = form.isChanged,
  onSubmit,
  children,
}: {
  form: SectionForm<T>;
  /** Names of the fields that show their own errors. */
  fields: readonly string[];
  label?: string;
  /** Whether there is something to save. */
  isSavable?: boolean;
  /** Instead of saving the values as they are. */
  onSubmit?: () => unknown;
  children: ReactNode;
}) {
  const { error, pending, isChanged } = form;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    await (onSubmit ? onSubmit() : form.submit());
    focusInvalid(currentTarget);
  };
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // This button disappears.
    currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
    form.reset();
  };
  const isShown = error?.field !== undefined && fields.includes(error.field);
  return (
    <form noValidate onSubmit={submit}>
      {children}
      <p role="alert" className="mb-3 text-bad text-sm empty:hidden">
        {isShown ? '' : error?.message}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={pending} pendingLabel="Saving" aria-disabled={!isSavable}>
          {label}
        </Button>
        {isChanged && !pending && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}
