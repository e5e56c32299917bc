import { PanelLeft } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { href } from 'react-router';
import type { Roles } from '../../session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHistoryDialog } from '../../ui/use-history-dialog.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { FindField } from './find-field.tsx';
import { menuEntriesFor } from './menu.ts';

const Shortcuts = lazyPart(async () => (await import('./shortcuts.tsx')).Shortcuts);
const Drawer = lazyDialog(async () => (await import('../../ui/drawer.tsx')).Drawer);

/** The dashboard layout: the menu beside the page on wide screens, in a drawer on narrow ones. */
export function DashboardLayout({
  roles,
  counts,
  children,
}: {
  roles: Roles;
  /** Numbers of new things, by the path of the menu entry. */
  counts: Readonly<Record<string, number>>;
  children: ReactNode;
}) {
  // The overview is a page of everybody who finds things and has shortcuts.
  const isStaff = menuEntriesFor(roles).some(({ to }) => to === href('/dashboard/overview'));
  const drawer = useHistoryDialog('dashboard-menu');
  return (
    <Columns
      menu={
        <>
          {isStaff && <FindField className="mb-4" />}
          <DashboardMenu roles={roles} counts={counts} />
          {isStaff && (
            <Suspense>
              <Shortcuts roles={roles} />
            </Suspense>
          )}
        </>
      }
      button={
        <>
          <Button
            variant="outline"
            size="small"
            aria-haspopup="dialog"
            onClick={() => drawer.open()}
          >
            <PanelLeft className="size-4" aria-hidden="true" />
            Dashboard menu
          </Button>
          {isStaff && <FindField className="min-w-0 flex-1 basis-32" />}
          <Drawer title="Dashboard" open={drawer.isOpen} onClose={drawer.close}>
            <DashboardMenu roles={roles} counts={counts} replace />
          </Drawer>
        </>
      }
    >
      {children}
    </Columns>
  );
}

/** The dashboard before the user's role is known. */
export function DashboardSkeleton({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Columns
      menu={
        <div className="grid gap-1">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      }
      button={<Skeleton className="h-9 w-42 max-w-full" />}
    >
      <PageHeader title={title} />
      {children}
    </Columns>
  );
}

function Columns({
  menu,
  button,
  children,
}: {
  menu: ReactNode;
  button: ReactNode;
  children: ReactNode;
}) {
  return (
    // As high as the window, so that the footer does not move when the page replaces its skeleton.
    <div className="page grid min-h-[calc(100svh-4rem)] content-start items-start gap-x-12 pt-6 pb-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-12 print:block">
      <div className="mb-6 flex flex-wrap items-center gap-3 lg:hidden">{button}</div>
      <aside className="sticky top-28 hidden lg:block">
        <p className="mb-3 px-3.5 font-bold font-display text-lg">Dashboard</p>
        {menu}
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
