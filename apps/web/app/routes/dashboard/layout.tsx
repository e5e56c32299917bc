import { Outlet } from 'react-router';
import { DashboardFrame } from '../../features/dashboard/dashboard-frame.tsx';
import { personContext, rolesOf } from '../../session/guards.ts';
import type { Route } from './+types/layout.ts';

export const clientLoader = async ({ context }: Route.ClientLoaderArgs) => ({
  roles: await rolesOf(context.get(personContext)),
});

export default function Dashboard({ loaderData: { roles } }: Route.ComponentProps) {
  return (
    <DashboardFrame roles={roles}>
      <Outlet />
    </DashboardFrame>
  );
}
