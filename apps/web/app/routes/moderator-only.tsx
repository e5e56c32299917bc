import { Outlet } from 'react-router';
import { requireModerator } from '../session/guards.ts';
import type { Route } from './+types/moderator-only.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireModerator];

export const clientLoader = () => null;

export default function ModeratorOnly() {
  return <Outlet />;
}
