import type { ApiError } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { IdentityUser } from '../../session/identity-client.ts';
import { signIn } from '../../session/session.ts';
import { currentSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { required } from './validators.ts';

type FailedResult = { readonly ok: false; readonly error: Pick<ApiError, 'code'> };

/**
 * Step-up authentication: endpoints with `stepUp` require a recent sign-in. If a request fails for that
 * reason, the user is asked to sign in again, and the request is repeated.
 *
 * @returns `withStepUp`, which runs a request and resolves to its result, or to undefined if the user
 *   closed the dialog; and `stepUpDialog`, to be rendered by the caller.
 */
export function useStepUp(user: IdentityUser) {
  const [pending, setPending] = useState<(confirmed: boolean) => void>();
  const confirm = () => new Promise<boolean>((resolve) => setPending(() => resolve));
  const finish = (confirmed: boolean) => {
    pending?.(confirmed);
    setPending(undefined);
  };

  async function withStepUp<R extends { readonly ok: true } | FailedResult>(
    request: () => Promise<R>,
  ): Promise<R | undefined> {
    const result = await request();
    if (result.ok || result.error.code !== 'session.step-up-required') return result;
    return (await confirm()) ? request() : undefined;
  }

  return {
    withStepUp,
    stepUpDialog: (
      <Dialog
        open={pending !== undefined}
        onClose={() => finish(false)}
        title="Confirm that it is you"
        description={`Your last sign-in was a while ago. Sign in again as ${user.email} to go on.`}
      >
        <SignInAgain user={user} onDone={() => finish(true)} />
      </Dialog>
    ),
  };
}

function SignInAgain({ user, onDone }: { user: IdentityUser; onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  const providers = user.providerData.map(({ providerId }) => providerId);

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
    </div>
  );
}
