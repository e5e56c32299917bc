import { useSyncExternalStore } from 'react';
import { notOwned, type Ownership, ownershipOf, subscribeToOwnership } from './ownership.ts';

/**
 * The relation of a product to its viewer, where only the viewer's own phones look different:
 * `unknown` counts as `none`, so that a list does not render its cards again once it is known that
 * nobody is signed in.
 */
export function useOwnPhone(productId: string): Ownership {
  const read = () => {
    const ownership = ownershipOf(productId);
    return ownership.kind === 'unknown' ? notOwned : ownership;
  };
  return useSyncExternalStore(subscribeToOwnership, read, () => notOwned);
}
