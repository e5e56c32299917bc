import { passwordMaxLength } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { changePassword } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from './password-field.tsx';
import { required, validatePassword } from './validators.ts';

/** Changes the password of an account that has one. The current one is needed, also after a recent sign-in. */
export function ChangePassword({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { current: '', next: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const change = async ({ current, next }: { current: string; next: string }) => {
    try {
      await changePassword(current, next);
      reset();
      toast.success('Your password is changed, and all other devices are signed out');
      onDone();
    } catch (error) {
      setError('current', { message: (error as Error).message }, { shouldFocus: true });
    }
  };
  return (
    <form noValidate method="post" onSubmit={handleSubmit(change)} className="grid max-w-md gap-2">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        maxLength={passwordMaxLength}
        error={errors.current?.message}
        {...register('current', { validate: required('Please enter your current password') })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        maxLength={passwordMaxLength}
        hint="At least 6 characters, 2 digits, a capital letter and one of ! @ # $ % ^ & *"
        error={errors.next?.message}
        {...register('next', { validate: validatePassword })}
      />
      <div>
        <Button type="submit" variant="outline" pending={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
