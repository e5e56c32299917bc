import { passwordMaxLength, type SignUpRole, toastMessages } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmationRequiredError } from '../../session/identity-client.ts';
import { type SignUpInput, signUp } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { ConfirmAddress } from './confirm-address.tsx';
import { PasswordField } from './password-field.tsx';
import { tidyName, validateEmail, validateName, validatePassword } from './validators.ts';

/** What each role is for. */
const roleHints: Record<SignUpRole, string> = {
  buyer: 'Orders phones. You can start selling later, with one click.',
  seller: 'Lists phones for sale, and can order them, too.',
};

/**
 * Creates a buyer or seller account. Where the address must be confirmed first, it says so, in the same
 * words whether or not the address has an account.
 */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const [mailedTo, setMailedTo] = useState<string>();
  const { register, handleSubmit, watch, formState } = useForm<SignUpInput>({
    defaultValues: { name: '', role: 'buyer', email: '', password: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;

  const create = async (values: SignUpInput) => {
    try {
      await signUp({ ...values, name: tidyName(values.name), email: values.email.trim() });
      toast.success(toastMessages.signedUp);
      onDone();
    } catch (error) {
      if (error instanceof ConfirmationRequiredError) setMailedTo(values.email.trim());
      else toast.error((error as Error).message);
    }
  };
  if (mailedTo !== undefined) return <ConfirmAddress email={mailedTo} />;

  return (
    // `post`, so that a submit before hydration never puts the password into the URL.
    <form noValidate method="post" onSubmit={handleSubmit(create)} className="grid gap-2">
      <TextField
        label="Name"
        autoComplete="name"
        required
        maxLength={80}
        error={errors.name?.message}
        {...register('name', { validate: validateName })}
      />
      <SelectField
        label="I am a"
        hint={roleHints[watch('role')]}
        required
        error={errors.role?.message}
        {...register('role')}
      >
        <option value="buyer">Buyer</option>
        <option value="seller">Seller</option>
      </SelectField>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.email?.message}
        {...register('email', { validate: validateEmail })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        maxLength={passwordMaxLength}
        hint="At least 6 characters, 2 digits, a capital letter and one of ! @ # $ % ^ & *"
        error={errors.password?.message}
        {...register('password', { validate: validatePassword })}
      />
      <Button
        type="submit"
        size="large"
        pending={isSubmitting}
        pendingLabel="Creating your account"
        className="mt-2 w-full"
      >
        Sign Up
      </Button>
    </form>
  );
}
