import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether JavaScript answers by now; false on the server and until React has taken the page over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
