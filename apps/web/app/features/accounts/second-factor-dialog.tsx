import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SecondFactorRequest } from '../../session/second-factor.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { CodeField, validateCode } from './code-field.tsx';
import { required } from './validators.ts';

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorDialog({
  open,
  onClose,
  request,
}: {
  open: boolean;
  onClose: () => void;
  request: SecondFactorRequest | undefined;
}) {
  const [byRecoveryCode, setByRecoveryCode] = useState(false);
  if (!request) return null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Enter your code"
      description={
        byRecoveryCode
          ? 'Each of your recovery codes replaces the authenticator app once.'
          : 'Your authenticator app shows a code for Redial.'
      }
    >
      <CodeForm
        key={byRecoveryCode ? 'recovery' : 'app'}
        request={request}
        byRecoveryCode={byRecoveryCode}
      />
      <div className="mt-3 text-center">
        <Button variant="quiet" onClick={() => setByRecoveryCode(!byRecoveryCode)}>
          {byRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
    </Dialog>
  );
}

function CodeForm({
  request,
  byRecoveryCode,
}: {
  request: SecondFactorRequest;
  byRecoveryCode: boolean;
}) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ code }: { code: string }) => {
    try {
      request.finish(await request.verify(code));
    } catch (error) {
      setError('code', { message: (error as Error).message }, { shouldFocus: true });
    }
  };
  return (
    <form noValidate method="post" onSubmit={handleSubmit(submit)} className="mt-6">
      {byRecoveryCode ? (
        <TextField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          autoFocus
          error={errors.code?.message}
          {...register('code', { validate: required('Please enter a recovery code') })}
        />
      ) : (
        <CodeField
          autoFocus
          error={errors.code?.message}
          {...register('code', { validate: validateCode })}
        />
      )}
      <Button
        type="submit"
        size="large"
        pending={isSubmitting}
        pendingLabel="Signing in"
        className="w-full"
      >
        Sign in
      </Button>
    </form>
  );
}
