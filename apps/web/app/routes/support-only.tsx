import { Outlet } from 'react-router';
import { requireSupport } from '../session/guards.ts';
import type { Route } from './+types/support-only.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSupport];

export const clientLoader = () => null;

export default function SupportOnly() {
  return <Outlet />;
}
