import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
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
  onSubmit?: () => void;
  children: ReactNode;
}) {
  const { error, pending, isChanged } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (onSubmit) onSubmit();
    else form.submit();
  };
  const isShown = error?.field !== undefined && fields.includes(error.field);
  return (
    <form noValidate onSubmit={submit}>
      {children}
      <p role="alert" className="mb-3 text-bad text-sm empty:hidden">
        {isShown ? '' : error?.message}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={pending} pendingLabel="Saving" disabled={!isSavable}>
          {label}
        </Button>
        {isChanged && !pending && (
          <Button variant="quiet" onClick={form.reset}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}
