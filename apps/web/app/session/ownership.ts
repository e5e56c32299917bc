import { listMyProducts, listOrders, type Order } from '@redial/contract';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import type { IdentityUser } from './identity-client.ts';
import { fetchRoles } from './roles.ts';
import { marketplaceToken } from './session.ts';
import { currentSession, subscribeToSession } from './session-store.ts';

/** How a product relates to the signed-in user. */
export type Ownership =
  /** Not known yet: the session or the user's orders are still loading. */
  | { readonly kind: 'unknown' }
  /** The user neither sells the product nor has ordered it. */
  | { readonly kind: 'none' }
  /** Ordered by the user, and not paid yet. */
  | { readonly kind: 'reserved'; readonly order: Order }
  /** Ordered and paid by the user. */
  | { readonly kind: 'bought'; readonly order: Order }
  /** The user's own listing. */
  | { readonly kind: 'selling' };

interface OwnItems {
  readonly uid: string;
  /** By product id: the products that the user sells or has ordered. */
  readonly products: ReadonlyMap<string, Ownership>;
}

const unknown: Ownership = { kind: 'unknown' };
export const notOwned: Ownership = { kind: 'none' };
const selling: Ownership = { kind: 'selling' };

let items: OwnItems | undefined;
let loading: { readonly uid: string } | undefined;
const listeners = new Set<() => void>();

/**
 * The relation of a product to the signed-in user. Server-rendered pages and lists are the same for
 * everybody, so the user's own orders and listings are loaded once per session, by the browser.
 */
export const useOwnership = (productId: string): Ownership =>
  useSyncExternalStore(
    subscribeToOwnership,
    () => ownershipOf(productId),
    () => unknown,
  );

/** As `useOwnership`, for one moment; the same object as long as nothing changes. */
export function ownershipOf(productId: string): Ownership {
  const session = currentSession();
  if (session.status === 'signed-out') return notOwned;
  if (session.status === 'unknown' || items?.uid !== session.user.uid) return unknown;
  return items.products.get(productId) ?? notOwned;
}

/** Reloads the user's orders and listings after a change; does nothing if they are not in use. */
export async function refreshOwnership(): Promise<void> {
  const session = currentSession();
  if (session.status !== 'signed-in') return;
  const { user } = session;
  // A load under way may have read the state before the change.
  if (items?.uid === user.uid || loading?.uid === user.uid) await load(user);
}

async function load(user: IdentityUser): Promise<void> {
  const attempt = { uid: user.uid };
  loading = attempt;
  const query = { email: user.email };
  const [orders, products] = await Promise.all([
    call(listOrders, { query }),
    isSeller(user).then((seller) => (seller ? call(listMyProducts, { query }) : undefined)),
  ]);
  if (loading !== attempt) return;
  loading = undefined;
  // Ownership stays unknown; the server enforces the rules in any case.
  if (!orders.ok) return;
  items = {
    uid: user.uid,
    products: new Map<string, Ownership>([
      ...orders.value.map((order): [string, Ownership] => [
        order.productId,
        { kind: order.isPaid ? 'bought' : 'reserved', order },
      ]),
      ...(products?.ok ? products.value : []).map(({ _id }): [string, Ownership] => [_id, selling]),
    ]),
  };
  for (const listener of listeners) listener();
}

const isSeller = async ({ email }: IdentityUser): Promise<boolean> =>
  fetchRoles(email, await marketplaceToken()).then(
    (roles) => roles.isSeller,
    () => false,
  );

function loadIfNeeded(): void {
  const session = currentSession();
  if (session.status !== 'signed-in') return;
  const { user } = session;
  if (items?.uid !== user.uid && loading?.uid !== user.uid) void load(user);
}

/** Loads the user's orders and listings if they are not known yet. @returns ends the subscription. */
export function subscribeToOwnership(listener: () => void): () => void {
  const stop = subscribeToSession(() => {
    loadIfNeeded();
    listener();
  });
  listeners.add(listener);
  loadIfNeeded();
  return () => {
    listeners.delete(listener);
    stop();
  };
}
