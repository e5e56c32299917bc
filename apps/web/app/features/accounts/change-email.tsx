import { normalizeEmail } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { IdentityUser } from '../../session/identity-client.ts';
import { changeSecurity } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { validateEmail } from './validators.ts';

/** Asks for another e-mail address. It changes when the mailed links have been opened. */
export function ChangeEmail({ user: { email } }: { user: IdentityUser }) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { newEmail: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const [mailed, setMailed] = useState<string>();
  const isOther = (address: string) =>
    normalizeEmail(address) !== normalizeEmail(email) || 'This is your address already';

  const change = async ({ newEmail }: { newEmail: string }) => {
    setMailed(undefined);
    try {
      const recipient = await changeSecurity((security) =>
        security.requestEmailChange(newEmail.trim()),
      );
      reset();
      setMailed(
        recipient === 'old'
          ? `We have sent a link to ${email}. When you agree there, we ask ${newEmail.trim()} to confirm.`
          : `We have sent a link to ${newEmail.trim()}. Your address changes when you open it.`,
      );
    } catch (error) {
      setError('newEmail', { message: (error as Error).message }, { shouldFocus: true });
    }
  };
  return (
    <form noValidate method="post" onSubmit={handleSubmit(change)} className="mt-6 max-w-md">
      <div className="flex items-start gap-3">
        <TextField
          label="New e-mail address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          className="min-w-0 flex-1"
          error={errors.newEmail?.message}
          {...register('newEmail', { validate: { email: validateEmail, isOther } })}
        />
        <Button
          type="submit"
          variant="outline"
          className="mt-7"
          pending={isSubmitting}
          pendingLabel="Sending"
        >
          Change
        </Button>
      </div>
      <p role="status" className="wrap-anywhere mt-1 text-ink-soft text-sm">
        {mailed}
      </p>
    </form>
  );
}
