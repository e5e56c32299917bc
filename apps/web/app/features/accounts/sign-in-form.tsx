import { toastMessages } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { loadIdentity, signIn } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from './password-field.tsx';
import { required, validateEmail } from './validators.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Signs in with e-mail and password; also sends a password reset link. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, trigger, getValues, formState } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const [mailing, setMailing] = useState(false);

  const submit = async ({ email, password }: Credentials) => {
    try {
      await signIn(email.trim(), password);
      toast.success(toastMessages.signedIn);
      onDone();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const mailReset = async () => {
    if (!(await trigger('email', { shouldFocus: true }))) return;
    const email = getValues('email').trim();
    setMailing(true);
    try {
      await (await loadIdentity()).sendPasswordReset(email);
      toast.success(`If ${email} has an account, a link is on its way`);
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setMailing(false);
    }
  };

  return (
    // `post`, so that a submit before hydration never puts the password into the URL.
    <form noValidate method="post" onSubmit={handleSubmit(submit)} className="grid gap-2">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.email?.message}
        {...register('email', { validate: validateEmail })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password', { validate: required('Please enter your password') })}
      />
      <div className="-mt-3 mb-1 text-right">
        <Button
          variant="quiet"
          size="small"
          pending={mailing}
          pendingLabel="Sending the link"
          onClick={mailReset}
          className="-mr-3.5"
        >
          Forgot password?
        </Button>
      </div>
      <Button
        type="submit"
        size="large"
        pending={isSubmitting}
        pendingLabel="Signing in"
        className="w-full"
      >
        Sign In
      </Button>
    </form>
  );
}
