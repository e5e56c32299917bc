import { networkError } from '@redial/contract';
import { Heart, Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { readReturnTo, withReturnTo } from '../session/return-to.ts';
import { signOut } from '../session/session.ts';
import { useSession } from '../session/session-store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { toast } from '../ui/toast.ts';
import { SearchBox } from './search-box.tsx';
import { SearchButton, SearchPanel } from './search-panel.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserLink } from './user-link.tsx';
import { Wordmark } from './wordmark.tsx';

/** The navigation bar; below 768 px its links collapse into a menu. */
export function TopNav() {
  return (
    <header className="sticky top-0 max-[18rem]:static layer-bar border-line border-b bg-paper/92 backdrop-blur-md">
      <div className="page flex min-h-16 flex-wrap items-center gap-3 py-2">
        <Wordmark />
        <nav aria-label="Main" className="hidden min-w-0 flex-1 items-center gap-1 md:flex">
          <span className="flex items-center gap-1 pl-4">
            <PageLinks />
          </span>
          <SearchBox className="mx-4 hidden min-w-0 max-w-lg flex-1 lg:block" />
          <span className="ml-auto flex min-w-0 items-center gap-1">
            <SearchButton />
            <FavouritesLink />
            <ThemeSwitch />
            <Bell />
            <AccountLinks />
          </span>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 md:hidden">
          <SearchButton />
          <ThemeSwitch />
          <Bell />
          <button
            type="button"
            popoverTarget={menuId}
            aria-label="Menu"
            className="grid size-11 place-items-center rounded-full text-ink hover:bg-sunken"
          >
            <MenuIcon className="size-6" aria-hidden="true" />
          </button>
        </div>
      </div>
      <CollapsedMenu />
      <SearchPanel />
    </header>
  );
}

/** Shown with a session. While that is unknown, CSS decides. */
function Bell() {
  const { status } = useSession();
  if (status === 'signed-out') return null;
  return (
    <span className={status === 'unknown' ? 'hidden signed-in:block' : undefined}>
      <NotificationBell />
    </span>
  );
}

/** Beside the links from 768 px; in the menu below. */
function FavouritesLink() {
  return (
    <NavLink
      to="/favourites"
      aria-label="Favourites"
      title="Favourites"
      className="grid size-11 place-items-center rounded-full text-ink hover:bg-sunken"
    >
      <Heart className="size-5" aria-hidden="true" />
    </NavLink>
  );
}

const menuId = 'main-menu';

/** A native popover: opens before hydration, closes on Escape and on a click outside. */
function CollapsedMenu() {
  const menu = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after every navigation
  useEffect(() => menu.current?.hidePopover?.(), [key]);
  return (
    <nav
      ref={menu}
      id={menuId}
      popover="auto"
      aria-label="Main"
      className="inset-x-0 top-16 m-0 w-full max-w-none border-line border-b bg-raised px-4 pt-3 pb-6 text-ink shadow-2 backdrop:bg-veil md:hidden"
    >
      <div className="flex flex-col gap-1">
        <PageLinks />
        <PageLink to="/favourites">Favourites</PageLink>
        <hr className="my-2 border-line" />
        <AccountLinks stacked />
      </div>
    </nav>
  );
}

function PageLinks() {
  return (
    <>
      <PageLink to="/">Home</PageLink>
      <PageLink to="/blogs">Blog</PageLink>
    </>
  );
}

const navItemClass =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-4 text-left font-semibold text-sm transition-colors hover:bg-sunken md:max-lg:px-3';

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end={to === '/'}
      className={({ isActive }) =>
        cx(navItemClass, isActive ? 'text-accent' : 'text-ink-soft hover:text-ink')
      }
    >
      {children}
    </NavLink>
  );
}

/**
 * Links that depend on the session. While it is unknown both variants are rendered and CSS shows
 * one of them.
 */
function AccountLinks({ stacked = false }: { stacked?: boolean }) {
  const session = useSession();
  const unknown = session.status === 'unknown';
  const group = stacked ? 'flex-col items-stretch gap-1' : 'min-w-0 items-center gap-1';
  return (
    <>
      {session.status !== 'signed-out' && (
        <div className={cx(group, unknown ? 'hidden signed-in:flex' : 'flex')}>
          <PageLink to="/dashboard">Dashboard</PageLink>
          <LogOut />
          <span
            className={cx(
              'flex min-h-11 items-center',
              stacked ? 'px-4' : 'min-w-10 max-w-48 pl-2',
            )}
          >
            {unknown ? (
              <span className="size-8 animate-breathe rounded-full bg-studio" />
            ) : (
              <UserLink user={session.user} />
            )}
          </span>
        </div>
      )}
      {session.status !== 'signed-in' && (
        <div className={cx(group, unknown ? 'flex signed-in:hidden' : 'flex')}>
          <SignInLinks stacked={stacked} />
        </div>
      )}
    </>
  );
}

function SignInLinks({ stacked }: { stacked: boolean }) {
  const { pathname, search } = useLocation();
  const from =
    pathname === '/login' || pathname === '/signup' ? readReturnTo(search) : pathname + search;
  return (
    <>
      <PageLink to={withReturnTo('/login', from)}>Sign In</PageLink>
      <ButtonLink
        to={withReturnTo('/signup', from)}
        size="small"
        className={stacked ? 'mt-2 min-h-11' : ''}
      >
        Sign Up
      </ButtonLink>
    </>
  );
}

/** Signs out and leads home; neither waits for the other. Offline the server’s session could not be ended. */
function LogOut() {
  const navigate = useNavigate();
  const logOut = () => {
    if (!navigator.onLine) {
      toast.error(networkError.message);
      return;
    }
    signOut().catch((error: Error) => toast.error(error.message));
    navigate('/');
  };
  return (
    <button
      type="button"
      onClick={logOut}
      className={cx(navItemClass, 'text-ink-soft hover:text-ink')}
    >
      Log Out
    </button>
  );
}
