import { Outlet } from 'react-router';
import { SecondFactorHost } from '../features/accounts/second-factor-host.tsx';
import { StepUpHost } from '../features/accounts/step-up-host.tsx';
import { ErrorPage } from '../layout/error-page.tsx';
import { Shell } from '../layout/shell.tsx';
import { recallPages, useSeenPages } from '../page-cache.ts';
import type { Route } from './+types/shell.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [recallPages];

export default function ShellRoute() {
  useSeenPages();
  return (
    <Shell>
      <Outlet />
      <StepUpHost />
      <SecondFactorHost />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  );
}
