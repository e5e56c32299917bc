import { useEffect, useState } from 'react';

/**
 * The resolved value of a promise; undefined while it is pending and after the promise is replaced.
 */
export function usePromise<T>(promise: Promise<T> | undefined): T | undefined {
  const [settled, setSettled] = useState<{ of: Promise<T>; value: T }>();
  useEffect(() => {
    let isCurrent = true;
    promise?.then((value) => isCurrent && setSettled({ of: promise, value }));
    return () => {
      isCurrent = false;
    };
  }, [promise]);
  return settled && settled.of === promise ? settled.value : undefined;
}
