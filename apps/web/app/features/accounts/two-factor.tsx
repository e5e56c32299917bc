import { useState } from 'react';
import type { TwoFactorSetUp, TwoFactorStatus } from '../../session/identity-client.ts';
import { changeSecurity } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';

const SetUpDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).SetUpDialog);
const RecoveryCodesDialog = lazyDialog(
  async () => (await import('./two-factor-dialogs.tsx')).RecoveryCodesDialog,
);

/**
 * Two-factor sign-in of an account: switches it on and off, and makes new recovery codes.
 *
 * @param onChange after a change
 */
export function TwoFactor({
  status,
  email,
  onChange,
}: {
  status: TwoFactorStatus;
  email: string;
  onChange: () => Promise<unknown>;
}) {
  // The dialogs keep what they show while they are animated away.
  const [setUp, setSetUp] = useState<TwoFactorSetUp>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<'set-up' | 'codes'>();
  const [pending, setPending] = useState(false);
  const close = () => setOpen(undefined);

  const begin = async () => {
    setPending(true);
    try {
      setSetUp(await changeSecurity(({ twoFactor }) => twoFactor.setUp()));
      setOpen('set-up');
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setPending(false);
    }
  };
  const renew = async () => {
    try {
      setCodes(await changeSecurity(({ twoFactor }) => twoFactor.renewRecoveryCodes()));
      setOpen('codes');
      await onChange();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const switchOff = async () => {
    try {
      await changeSecurity(({ twoFactor }) => twoFactor.switchOff());
      toast.success('Two-factor sign-in is off');
      await onChange();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };

  return (
    <>
      {status.enabled ? (
        <>
          <p className="max-w-xl">
            On{status.since && ` since ${formatDateTime(status.since)}`}: signing in asks for a code
            of your authenticator app.
          </p>
          <p className="mt-1 max-w-xl text-ink-soft text-sm">{codesLeft(status)}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ConfirmButton
              label="New recovery codes"
              name="New recovery codes"
              title="Make new recovery codes?"
              action="Make new codes"
              pendingLabel="Making new codes"
              confirmVariant="accent"
              onConfirm={renew}
            >
              The codes that you have stop working.
            </ConfirmButton>
            <ConfirmButton
              label="Switch off"
              name="Switch off two-factor sign-in"
              title="Switch off two-factor sign-in?"
              action="Switch off"
              pendingLabel="Switching off"
              onConfirm={switchOff}
            >
              Your password, or Google, is then enough to sign in. All other devices are signed out.
            </ConfirmButton>
          </div>
        </>
      ) : (
        <>
          <p className="max-w-xl text-ink-soft">
            Signing in then needs a code of an app on your phone, too. Nobody gets in with your
            password alone.
          </p>
          <Button variant="outline" className="mt-4" pending={pending} onClick={begin}>
            Set up two-factor sign-in
          </Button>
        </>
      )}
      <SetUpDialog
        open={open === 'set-up'}
        setUp={setUp}
        email={email}
        onClose={close}
        onOn={() => void onChange()}
      />
      <RecoveryCodesDialog open={open === 'codes'} codes={codes} email={email} onClose={close} />
    </>
  );
}

function codesLeft({ recoveryCodesLeft: left }: TwoFactorStatus): string {
  if (left === 0) return 'You have no recovery codes left: make new ones.';
  return left === 1
    ? 'You have one recovery code left: make new ones.'
    : `You have ${left} recovery codes left.`;
}
