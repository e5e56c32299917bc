import { Outlet } from 'react-router';
import { requireAdmin } from '../session/guards.ts';
import type { Route } from './+types/admin-only.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAdmin];

export const clientLoader = () => null;

export default function AdminOnly() {
  return <Outlet />;
}
