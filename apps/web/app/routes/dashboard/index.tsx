import { redirect } from 'react-router';
import { homeFor } from '../../features/dashboard/menu.ts';
import { personContext, rolesOf } from '../../session/guards.ts';
import type { Route } from './+types/index.ts';

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  throw redirect(homeFor(await rolesOf(context.get(personContext))));
}

export const meta = () => [{ title: 'Dashboard | Redial' }];

/** Never shown: the loader leads on as soon as the role is known. */
export default function DashboardIndex() {
  return null;
}
