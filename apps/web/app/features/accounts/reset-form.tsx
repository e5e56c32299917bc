import { passwordMaxLength } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { resetPassword } from '../../session/embedded-identity.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from './password-field.tsx';
import { validatePassword } from './validators.ts';

/** Sets a new password with the token from a reset link. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;

  const change = async ({ password }: { password: string }) => {
    try {
      await resetPassword(token, password);
      toast.success('Your password is changed. Sign in with it.');
      onDone();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };

  return (
    <form noValidate method="post" onSubmit={handleSubmit(change)} className="grid gap-2">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        maxLength={passwordMaxLength}
        hint="At least 6 characters, 2 digits, a capital letter and one of ! @ # $ % ^ & *"
        error={errors.password?.message}
        {...register('password', { validate: validatePassword })}
      />
      <Button type="submit" size="large" pending={isSubmitting} className="mt-2 w-full">
        Change password
      </Button>
    </form>
  );
}
