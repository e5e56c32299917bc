import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that is the same in every render and calls the newest version of `callback`, so that
 * memoized components which receive it are not rendered again.
 *
 * @param callback for event handlers; must not be called while rendering
 */
export function useStableCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
