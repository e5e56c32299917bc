import { networkError } from '@redial/contract';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { toast } from '../ui/toast.ts';

/**
 * While the browser knows that the line is cut, one stays on the page, with what was typed into it: to
 * go on would end on the browser's own error page.
 */
export function OfflineGuard() {
  const { state, reset } = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      historyAction !== 'POP' &&
      !navigator.onLine &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (state !== 'blocked') return;
    toast.error(networkError.message);
    reset();
  }, [state, reset]);
  return null;
}
