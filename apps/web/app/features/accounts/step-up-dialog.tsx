import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { IdentityUser } from '../../session/identity-client.ts';
import { loadIdentity, signIn } from '../../session/session.ts';
import { currentSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { GoogleButton } from './google-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { required } from './validators.ts';

/** Asks the user to sign in again. */
export function StepUpDialog({
  user,
  open,
  onClose,
  onConfirmed,
}: {
  user: IdentityUser;
  open: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Confirm that it is you"
      description={`Your last sign-in was a while ago. Sign in again as ${user.email} to go on.`}
    >
      <SignInAgain user={user} onDone={onConfirmed} />
    </Dialog>
  );
}

function SignInAgain({ user, onDone }: { user: IdentityUser; onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  const providers = user.providerData.map(({ providerId }) => providerId);

  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    loadIdentity()
      .then(async ({ passkeys }) => setHasPasskey(((await passkeys?.list()) ?? []).length > 0))
      .catch(() => undefined);
  }, []);

  const submit = async ({ password }: { password: string }) => {
    try {
      await signIn(user.email, password);
      onDone();
    } catch (error) {
      setError('password', { message: (error as Error).message }, { shouldFocus: true });
    }
  };
  const onGoogleSignIn = () => {
    const session = currentSession();
    if (session.status === 'signed-in' && session.user.uid === user.uid) onDone();
    else toast.error(`That is another account. Choose ${user.email}.`);
  };

  return (
    <div className="mt-6">
      {providers.includes('password') && (
        <form noValidate onSubmit={handleSubmit(submit)}>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            required
            error={errors.password?.message}
            {...register('password', { validate: required('Please enter your password') })}
          />
          <Button
            type="submit"
            size="large"
            pending={isSubmitting}
            pendingLabel="Signing in"
            className="w-full"
          >
            Confirm
          </Button>
        </form>
      )}
      {providers.includes('google.com') && (
        <GoogleButton
          label="Confirm with Google"
          divider={providers.includes('password')}
          onDone={onGoogleSignIn}
        />
      )}
      {hasPasskey && <PasskeyButton label="Confirm with a passkey" again onDone={onDone} />}
    </div>
  );
}
