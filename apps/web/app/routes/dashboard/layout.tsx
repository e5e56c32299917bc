import { href, Outlet } from 'react-router';
import { useUnreadMessages } from '../../features/chat/unread-messages.ts';
import { DashboardLayout } from '../../features/dashboard/dashboard-layout.tsx';
import { SuspensionNotice } from '../../features/moderation/suspension-notice.tsx';
import { fetchUserRoles, userContext } from '../../session/guards.ts';
import type { Route } from './+types/layout.ts';

export const clientLoader = async ({ context }: Route.ClientLoaderArgs) => ({
  roles: await fetchUserRoles(context.get(userContext)),
});

export default function Dashboard({ loaderData: { roles } }: Route.ComponentProps) {
  const counts = { [href('/dashboard/messages')]: useUnreadMessages() };
  return (
    <DashboardLayout roles={roles} counts={counts}>
      {!roles.isAdmin && <SuspensionNotice />}
      <Outlet />
    </DashboardLayout>
  );
}
