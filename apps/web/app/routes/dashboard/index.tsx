import { redirect } from 'react-router';
import { dashboardHomeFor } from '../../features/dashboard/menu.ts';
import { fetchUserRoles, userContext } from '../../session/guards.ts';
import type { Route } from './+types/index.ts';

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  throw redirect(dashboardHomeFor(await fetchUserRoles(context.get(userContext))));
}

export const meta = () => [{ title: 'Dashboard | Redial' }];

/** Never rendered: the loader redirects. */
export default function DashboardIndex() {
  return null;
}
