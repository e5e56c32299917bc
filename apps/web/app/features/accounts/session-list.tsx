import { MonitorSmartphone } from 'lucide-react';
import type { SessionSummary } from '../../session/identity-client.ts';
import { loadIdentity } from '../../session/session.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { relativeTime } from '../../ui/relative-time.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Where the user is signed in: device and network of the last use. Each session but the current one can
 * be ended, or all others at once.
 *
 * @param now Unix milliseconds that the times are compared with
 * @param onChange after sessions were ended
 */
export function SessionList({
  sessions,
  now,
  onChange,
}: {
  sessions: readonly SessionSummary[];
  now: number;
  onChange: () => Promise<unknown>;
}) {
  const end = async (id: string, done: string) => {
    try {
      await (await loadIdentity()).security?.endSession(id);
      toast.success(done);
      await onChange();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <>
      <ul aria-label="Devices" className="divide-y divide-line">
        {sessions.map((session) => {
          const { id, current, deviceName: name, ipAddress, lastUsedAt, startedAt } = session;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0">
              <MonitorSmartphone className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold">
                  {name}
                  {current && <span className="font-normal text-accent"> · this device</span>}
                </p>
                <p className="wrap-anywhere text-ink-soft text-sm">
                  {relativeTime(lastUsedAt, now)}
                  {ipAddress && <> from {ipAddress}</>}
                </p>
                <p className="text-ink-faint text-sm">Signed in {formatDateTime(startedAt)}</p>
              </div>
              {!current && (
                <ConfirmButton
                  label="Sign out"
                  name={`Sign out ${name}`}
                  title={`Sign out ${name}?`}
                  action="Sign out"
                  pendingLabel="Signing out"
                  onConfirm={() => end(id, `${name} is signed out`)}
                >
                  It needs the password, or Google, to sign in again.
                </ConfirmButton>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <ConfirmButton
          className="mt-4"
          label="Sign out all other devices"
          name="Sign out all other devices"
          title="Sign out all other devices?"
          action="Sign out all"
          pendingLabel="Signing out"
          onConfirm={() => end('others', 'All other devices are signed out')}
        >
          Only this device stays signed in.
        </ConfirmButton>
      )}
    </>
  );
}
