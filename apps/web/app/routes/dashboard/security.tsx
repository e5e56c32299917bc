import { listAccountActivity } from '@redial/contract';
import { useRevalidator } from 'react-router';
import { ChangePassword } from '../../features/accounts/change-password.tsx';
import { PasskeyList } from '../../features/accounts/passkey-list.tsx';
import { RecentActivity } from '../../features/accounts/recent-activity.tsx';
import { SessionList } from '../../features/accounts/session-list.tsx';
import { TwoFactor } from '../../features/accounts/two-factor.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { SettingsSection } from '../../features/dashboard/settings-section.tsx';
import { call } from '../../session/call.ts';
import { userContext } from '../../session/guards.ts';
import { loadIdentity } from '../../session/session.ts';
import { ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/security.ts';

const title = 'Security';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const { security, passkeys: passkeyClient } = await loadIdentity();
  const { providerData, email } = context.get(userContext);
  const [sessions, twoFactor, passkeys, activity] = await Promise.all([
    security?.listSessions(),
    security?.twoFactor.status(),
    passkeyClient?.list(),
    call(listAccountActivity, { query: {} }),
  ]);
  return {
    email,
    isRequired: new URL(request.url).searchParams.get('second-factor') === 'required',
    hasPassword: providerData.some(({ providerId }) => providerId === 'password'),
    sessions,
    twoFactor,
    passkeys,
    activity,
    now: Date.now(),
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 w-full" />
    </DashboardSkeleton>
  ),
};

export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, isRequired, hasPassword, sessions, twoFactor, passkeys, activity, now } =
    loaderData;
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeader title={title} />
      <div className="divide-y divide-line border-line border-y">
        <SettingsSection title="Where you are signed in">
          {sessions ? (
            <SessionList sessions={sessions} now={now} onChange={revalidate} />
          ) : (
            <p className="max-w-xl text-ink-soft">
              Firebase keeps the sessions of this account. A new password signs out all devices.
            </p>
          )}
        </SettingsSection>
        {twoFactor && (
          <SettingsSection title="Two-factor sign-in">
            {isRequired && !twoFactor.satisfied && (
              <p
                role="status"
                className="mb-4 max-w-xl rounded-md bg-accent-wash px-4 py-3 text-sm"
              >
                Admins need a second factor: set it up, or sign in with a passkey, and the pages of
                admins open.
              </p>
            )}
            <TwoFactor status={twoFactor} email={email} onChange={revalidate} />
          </SettingsSection>
        )}
        {passkeys && (
          <SettingsSection title="Passkeys">
            <PasskeyList passkeys={passkeys} now={now} onChange={revalidate} />
          </SettingsSection>
        )}
        <SettingsSection title="Password">
          {sessions && hasPassword ? (
            <ChangePassword onDone={revalidate} />
          ) : (
            <p className="max-w-xl text-ink-soft">
              {hasPassword
                ? 'To change your password'
                : 'You sign in with Google. To set a password'}
              , log out and choose “Forgot password?” on the sign-in page.
            </p>
          )}
        </SettingsSection>
        <SettingsSection title="Recent activity">
          {activity.ok ? (
            <RecentActivity first={activity.value} />
          ) : (
            <ErrorState message={activity.error.message} onRetry={revalidate} />
          )}
        </SettingsSection>
      </div>
    </>
  );
}
