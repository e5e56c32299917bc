import { useEffect, useState } from 'react';

/** What a promise resolved to; nothing until then, and nothing anew when the promise is another. */
export function usePromise<T>(promise: Promise<T> | undefined): T | undefined {
  const [settled, setSettled] = useState<{ of: Promise<T>; value: T }>();
  useEffect(() => {
    let wanted = true;
    promise?.then((value) => wanted && setSettled({ of: promise, value }));
    return () => {
      wanted = false;
    };
  }, [promise]);
  return settled && settled.of === promise ? settled.value : undefined;
}
