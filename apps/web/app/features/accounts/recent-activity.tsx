import {
  type AccountActivity,
  listAccountActivity,
  type OwnActivityAction,
} from '@redial/contract';
import { useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { toast } from '../../ui/toast.ts';

interface ActivityPage {
  readonly events: readonly AccountActivity[];
  readonly hasMore: boolean;
}

/**
 * What happened to the user's account lately, newest first, with older events on request.
 *
 * @param first the newest page; older pages are dropped when it changes
 */
export function RecentActivity({ first }: { first: ActivityPage }) {
  const [older, setOlder] = useState<ActivityPage & { readonly after: ActivityPage }>();
  const [pending, setPending] = useState(false);
  const shown = older?.after === first ? older : { events: [], hasMore: first.hasMore };
  const events = [...first.events, ...shown.events];
  const last = events.at(-1);
  const showOlder = async () => {
    setPending(true);
    const page = await call(listAccountActivity, { query: last ? { before: last._id } : {} });
    setPending(false);
    if (!page.ok) return toast.error(page.error.message);
    const { hasMore } = page.value;
    setOlder({ events: [...shown.events, ...page.value.events], hasMore, after: first });
  };
  if (!last) {
    return (
      <p className="max-w-xl text-ink-soft">
        Nothing yet. Sign-ins on new devices and changes of your account show here.
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Recent activity" className="divide-y divide-line">
        {events.map(({ _id, at, action, by, changes, network }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0">
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere">
                {labels[action]}
                {action === 'sign-in.new-device' && changes[0] && `: ${changes[0].after}`}
              </p>
              <p className="wrap-anywhere text-ink-soft text-sm">
                {by === 'admin' ? 'by Redial' : network ? `from ${network}` : ''}
              </p>
            </div>
            <time dateTime={at} className="figures text-ink-faint text-sm">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ul>
      {shown.hasMore && (
        <Button variant="outline" className="mt-4" pending={pending} onClick={showOlder}>
          Show older
        </Button>
      )}
      <p className="mt-4 max-w-xl text-ink-soft text-sm">
        Something here was not you? Change your password, and sign out all other devices.
      </p>
    </>
  );
}

/** What the events are called to the owner of the account. */
const labels: Readonly<Record<OwnActivityAction, string>> = {
  'sign-in.new-device': 'Sign-in on a new device',
  'sign-in.locked': 'Too many wrong passwords: sign-in was locked there for a while',
  'sign-up.repeated': 'Somebody tried to sign up with your address',
  'password.changed': 'Password changed',
  'password.reset': 'New password set with a mailed link',
  'email-change.requested': 'Change of the e-mail address requested',
  'email-change.confirmed': 'Change of the e-mail address confirmed by the old address',
  'email-change.changed': 'E-mail address changed',
  'email-change.reverted': 'E-mail address changed back',
  'two-factor.on': 'Two-factor sign-in switched on',
  'two-factor.off': 'Two-factor sign-in switched off',
  'two-factor.codes-renewed': 'New recovery codes made',
  'two-factor.recovery-code-used': 'Signed in with a recovery code',
  'two-factor.refused': 'Too many wrong codes: sign-in was locked there for a while',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'passkey.used': 'Signed in with a passkey',
  'sessions.ended': 'Other devices signed out',
  'payout-account.changed': 'Payout account changed',
  'role.changed': 'You became a seller',
  'data.exported': 'Your data downloaded',
  'account.deleted': 'Account deleted',
  'seller.verified': 'You are a verified seller',
  'admin.granted': 'You became an admin',
  'admin.revoked': 'You are no longer an admin',
  'second-factor.reset': 'Two-factor sign-in and passkeys removed on request',
};
