import { getOwnProfile } from '@redial/contract';
import { href, useNavigate } from 'react-router';
import { BecomeSeller } from '../../features/accounts/become-seller.tsx';
import { ChangeEmail } from '../../features/accounts/change-email.tsx';
import { DeleteAccount } from '../../features/accounts/delete-account.tsx';
import { DownloadData } from '../../features/accounts/download-data.tsx';
import { EmailStatus } from '../../features/accounts/email-status.tsx';
import { NameForm } from '../../features/accounts/name-form.tsx';
import { PhotoForm } from '../../features/accounts/photo-form.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { SettingsSection } from '../../features/dashboard/settings-section.tsx';
import { call } from '../../session/call.ts';
import { fetchUserRoles, userContext } from '../../session/guards.ts';
import { loadIdentity } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/account.ts';

const title = 'Your Account';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const user = context.get(userContext);
  const { security } = await loadIdentity();
  const [roles, profile] = await Promise.all([fetchUserRoles(user), call(getOwnProfile, {})]);
  return {
    user,
    roles,
    profile: profile.ok ? profile.value : undefined,
    canChangeEmail: security !== undefined,
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 w-full" />
    </DashboardSkeleton>
  ),
};

export default function Account({
  loaderData: { user, roles, profile, canChangeEmail },
}: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={title} />
      <div className="divide-y divide-line border-line border-y">
        <SettingsSection title="You">
          {profile ? (
            <PhotoForm {...profile} />
          ) : (
            <p role="alert" className="mb-6 text-bad text-sm">
              Your photo could not be loaded. Reload the page to change it.
            </p>
          )}
          <NameForm user={user} />
          <EmailStatus user={user} />
          {canChangeEmail && <ChangeEmail user={user} />}
        </SettingsSection>
        <SettingsSection title="Security">
          <p className="mb-5 max-w-xl text-ink-soft">Where you are signed in, and your password.</p>
          <ButtonLink to={href('/dashboard/security')} variant="outline">
            Security
          </ButtonLink>
        </SettingsSection>
        {!roles.isAdmin && !roles.staffRole && (
          <SettingsSection title="Buying and selling">
            {roles.isSeller ? (
              <>
                <p className="mb-5 max-w-xl text-ink-soft">
                  This account sells phones, and can order them from others, too.
                </p>
                <span className="flex flex-wrap gap-3">
                  <ButtonLink to={href('/dashboard/myproducts')} variant="outline">
                    My Products
                  </ButtonLink>
                  <ButtonLink to={href('/dashboard/myorders')} variant="outline">
                    My Orders
                  </ButtonLink>
                </span>
              </>
            ) : (
              <>
                <p className="mb-5 max-w-xl text-ink-soft">
                  This account buys phones. Start selling, and it can list phones as well, also
                  those that you bought here. Your orders stay.
                </p>
                <BecomeSeller onDone={() => navigate(href('/dashboard/addproduct'))} />
              </>
            )}
          </SettingsSection>
        )}
        <SettingsSection title="Your data">
          <p className="mb-5 max-w-xl text-ink-soft">
            One file with everything that Redial stores about you: your account, phones, orders,
            payments, reports and pictures.
          </p>
          <DownloadData />
        </SettingsSection>
        <SettingsSection title="Delete account">
          <p className="mb-5 max-w-xl text-ink-soft">
            You are signed out everywhere, and your data is deleted. Of what you bought or sold, we
            keep the phone, the price and the date, without your name. The phone number and meeting
            place of a paid order are deleted after 30 days.
          </p>
          <DeleteAccount user={user} />
        </SettingsSection>
      </div>
    </>
  );
}
