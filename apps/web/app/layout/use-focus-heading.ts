import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the new page's title when one has gone somewhere, as a browser does that loads
 * a page anew: the keyboard goes on from there, and a screen reader says where one is. Not for a
 * change of the query or of the place on the page.
 */
export function useFocusHeading(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // A dialog of the new page, or one that is asking, keeps it.
    if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return;
    const main = document.getElementById('content');
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
