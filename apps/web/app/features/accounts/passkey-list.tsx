import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { PasskeySummary, Passkeys } from '../../session/identity-client.ts';
import {
  passkeysUnsupported,
  rememberPasskey,
  supportsPasskeys,
} from '../../session/passkey-support.ts';
import { changeSecurity, loadIdentity } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { toast } from '../../ui/toast.ts';

const RenameDialog = lazyDialog(
  async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
);

/** Runs a change of the passkeys; asks the user to sign in again first if that is required. */
const change = <T,>(run: (passkeys: Passkeys) => Promise<T>): Promise<T> =>
  changeSecurity(async () => {
    const { passkeys } = await loadIdentity();
    if (!passkeys) throw new Error('Passkeys are not offered here');
    return run(passkeys);
  });

/**
 * The passkeys of an account: each can be renamed and removed, and new ones added.
 *
 * @param now Unix milliseconds that the times are compared with
 * @param onChange after a change
 */
export function PasskeyList({
  passkeys,
  now,
  onChange,
}: {
  passkeys: readonly PasskeySummary[];
  now: number;
  onChange: () => Promise<unknown>;
}) {
  const [pending, setPending] = useState(false);
  const [renamed, setRenamed] = useState<PasskeySummary>();
  const [isRenaming, setRenaming] = useState(false);
  const [canUse] = useState(supportsPasskeys);

  const run = async (work: (client: Passkeys) => Promise<unknown>, done: string) => {
    try {
      await change(work);
      toast.success(done);
      await onChange();
      return true;
    } catch (error) {
      toast.error((error as Error).message);
      return false;
    }
  };
  const add = async () => {
    setPending(true);
    if (await run((client) => client.add(), 'The passkey is added')) rememberPasskey();
    setPending(false);
  };

  return (
    <>
      {passkeys.length > 0 ? (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {passkeys.map((passkey) => {
            const { id, name, createdAt, lastUsedAt, synced } = passkey;
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0">
                <KeyRound className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
                <div className="min-w-0 flex-1 basis-48">
                  <p className="wrap-anywhere font-semibold">{name}</p>
                  <p className="text-ink-soft text-sm">
                    {lastUsedAt ? `Used ${relativeTime(lastUsedAt, now)}` : 'Not used yet'}
                  </p>
                  <p className="text-ink-faint text-sm">
                    Added {formatDateTime(createdAt)}
                    {synced && ', on all your devices'}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={`Rename ${name}`}
                    onClick={() => {
                      setRenamed(passkey);
                      setRenaming(true);
                    }}
                  >
                    Rename
                  </Button>
                  <ConfirmButton
                    label="Remove"
                    name={`Remove ${name}`}
                    title={`Remove ${name}?`}
                    action="Remove"
                    pendingLabel="Removing"
                    onConfirm={() => run((client) => client.remove(id), 'The passkey is removed')}
                  >
                    It does not sign you in any more, and where it did, you are signed out. Delete
                    it from your device or password manager, too.
                  </ConfirmButton>
                </div>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="max-w-xl text-ink-soft">
          A passkey signs you in with your fingerprint, your face or the PIN of your device: there
          is nothing to remember, and nothing that a false site could get from you.
        </p>
      )}
      {canUse ? (
        <Button
          variant="outline"
          className="mt-4"
          pending={pending}
          pendingLabel="Waiting for your device"
          onClick={add}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="mt-4 max-w-xl text-ink-soft text-sm">{passkeysUnsupported}</p>
      )}
      <RenameDialog
        open={isRenaming}
        passkey={renamed}
        onClose={() => setRenaming(false)}
        onRename={(id, name) => run((client) => client.rename(id, name), 'The passkey is renamed')}
      />
    </>
  );
}
