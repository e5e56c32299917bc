import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TwoFactorSetUp } from '../../session/identity-client.ts';
import { changeSecurity } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CodeField, validateCode } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Sets up an authenticator app, then shows the recovery codes. */
export function SetUpDialog({
  open,
  setUp,
  email,
  onClose,
  onOn,
}: {
  open: boolean;
  setUp: TwoFactorSetUp | undefined;
  email: string;
  onClose: () => void;
  /** The second factor is on. */
  onOn: () => void;
}) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [shown, setShown] = useState(setUp);
  if (setUp && setUp !== shown) {
    setShown(setUp);
    setCodes(undefined);
  }
  return codes ? (
    <RecoveryCodesDialog open={open} codes={codes} email={email} onClose={onClose} />
  ) : (
    <Dialog
      open={open}
      onClose={onClose}
      title="Set up two-factor sign-in"
      description="Scan the code with an authenticator app, such as the one of your password manager, and enter the six digits that it shows."
    >
      {shown && (
        <ConfirmForm
          setUp={shown}
          onOn={(next) => {
            setCodes(next);
            onOn();
          }}
        />
      )}
    </Dialog>
  );
}

function ConfirmForm({
  setUp: { uri, secret },
  onOn,
}: {
  setUp: TwoFactorSetUp;
  onOn: (codes: readonly string[]) => void;
}) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const confirm = async ({ code }: { code: string }) => {
    try {
      onOn(await changeSecurity(({ twoFactor }) => twoFactor.confirm(code)));
    } catch (error) {
      setError('code', { message: (error as Error).message }, { shouldFocus: true });
    }
  };
  return (
    <form noValidate method="post" onSubmit={handleSubmit(confirm)} className="mt-6">
      <div className="mx-auto size-44">
        <QrCode text={uri} label="QR code for the authenticator app" />
      </div>
      <p className="mt-4 text-ink-soft text-sm">
        On this device, or without a camera: enter this key in the app.
      </p>
      <p
        data-testid="two-factor-secret"
        className="wrap-anywhere mt-2 mb-6 select-all rounded-md bg-sunken px-4 py-3 font-mono text-sm"
      >
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <CodeField error={errors.code?.message} {...register('code', { validate: validateCode })} />
      <Button
        type="submit"
        size="large"
        pending={isSubmitting}
        pendingLabel="Switching on"
        className="w-full"
      >
        Switch on
      </Button>
    </form>
  );
}

/** Shows recovery codes once. */
export function RecoveryCodesDialog({
  open,
  codes,
  email,
  onClose,
}: {
  open: boolean;
  codes: readonly string[];
  email: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keep your recovery codes"
      description="If you lose your phone, each of these signs you in once. They are not shown again: keep them where you find them without the phone."
    >
      <RecoveryCodes codes={codes} email={email} onDone={onClose} />
    </Dialog>
  );
}
