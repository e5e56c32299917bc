import { listMyProducts, listOrders, type Order, type Product } from '@redial/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './call.ts';
import type { IdentityUser } from './identity-client.ts';
import { fetchRoles } from './roles.ts';
import { marketplaceToken } from './session.ts';
import { currentSession, useSession } from './session-store.ts';

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
  readonly orders: ReadonlyMap<string, Order>;
  readonly products: ReadonlyMap<string, Product>;
}

const unknown: Ownership = { kind: 'unknown' };
const none: Ownership = { kind: 'none' };
const selling: Ownership = { kind: 'selling' };

let items: OwnItems | undefined;
let loading: { readonly uid: string } | undefined;
const listeners = new Set<() => void>();

/**
 * The relation of a product to the signed-in user. Server-rendered pages and lists are the same for
 * everybody, so the user's own orders and listings are loaded once per session, by the browser.
 */
export function useOwnership(productId: string): Ownership {
  const session = useSession();
  const current = useSyncExternalStore(subscribe, currentItems, noItems);
  const user = session.status === 'signed-in' ? session.user : undefined;
  useEffect(() => {
    if (user && items?.uid !== user.uid && loading?.uid !== user.uid) void load(user);
  }, [user]);
  if (session.status === 'signed-out') return none;
  if (!current || current.uid !== user?.uid) return unknown;
  if (current.products.has(productId)) return selling;
  const order = current.orders.get(productId);
  return order ? { kind: order.isPaid ? 'bought' : 'reserved', order } : none;
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
    orders: new Map(orders.value.map((order) => [order.productId, order])),
    products: new Map((products?.ok ? products.value : []).map((one) => [one._id, one])),
  };
  for (const listener of listeners) listener();
}

const isSeller = async ({ email }: IdentityUser): Promise<boolean> =>
  fetchRoles(email, await marketplaceToken()).then(
    (roles) => roles.isSeller,
    () => false,
  );

const currentItems = () => items;
const noItems = () => undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
