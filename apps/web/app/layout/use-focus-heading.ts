import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the title of the new page after a client-side navigation, as a full page load
 * would: keyboard users continue from there and screen readers announce the page. Changes of the
 * query or hash do not move the focus.
 */
export function useFocusHeading(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // An open dialog keeps the focus.
    if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return;
    const main = document.getElementById('content');
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
