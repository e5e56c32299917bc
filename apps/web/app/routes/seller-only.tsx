import { Outlet } from 'react-router';
import { requireSeller } from '../session/guards.ts';
import type { Route } from './+types/seller-only.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSeller];

export const clientLoader = () => null;

export default function SellerOnly() {
  return <Outlet />;
}
