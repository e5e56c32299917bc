import type { PayoutAccount } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

type Fields = NonNullable<PayoutAccount['form']>;

/** The details that a seller enters, by the name of the field; none for the provider's own page. */
export type BankDetails = Partial<Record<'holderName' | 'accountNumber' | 'routingNumber', string>>;

/** The form for the bank details, with the fields that the provider asks for. */
export function BankDetailsForm({
  fields,
  isNew,
  onSubmit,
}: {
  fields: Fields;
  isNew: boolean;
  onSubmit: (details: BankDetails) => Promise<readonly string[]>;
}) {
  const { register, handleSubmit, reset, formState } = useForm<Required<BankDetails>>({
    defaultValues: { holderName: '', accountNumber: '', routingNumber: '' },
  });
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { errors, isSubmitting } = formState;
  const save = handleSubmit(async (details) => {
    const found = await onSubmit(details);
    setWrong(found);
    if (found.length === 0) reset();
  });
  return (
    <form noValidate onSubmit={save} className="grid max-w-md gap-1">
      {fields.map(({ name, label, hint, maxLength, inputMode }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          inputMode={inputMode}
          maxLength={maxLength}
          autoComplete={name === 'holderName' ? 'name' : 'off'}
          inputClassName={inputMode === 'numeric' ? 'figures' : ''}
          required
          error={errors[name]?.message}
          {...register(name, {
            validate: (typed) => typed.trim() !== '' || `Please enter the ${label.toLowerCase()}`,
          })}
        />
      ))}
      <div role="alert" className="grid gap-1 text-bad text-sm empty:hidden">
        {wrong.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Button type="submit" pending={isSubmitting} pendingLabel="Saving" className="mt-2">
        {isNew ? 'Save the bank account' : 'Save the new bank account'}
      </Button>
    </form>
  );
}
