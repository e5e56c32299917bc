import { Outlet } from 'react-router';
import { ErrorPage } from '../layout/error-page.tsx';
import { Shell } from '../layout/shell.tsx';
import type { Route } from './+types/shell.ts';

export default function ShellRoute() {
  return (
    <Shell>
      <Outlet />
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
