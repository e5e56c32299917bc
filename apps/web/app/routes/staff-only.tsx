import { Outlet } from 'react-router';
import { requireStaffMember } from '../session/guards.ts';
import type { Route } from './+types/staff-only.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireStaffMember];

export const clientLoader = () => null;

export default function StaffOnly() {
  return <Outlet />;
}
