import type { NewOrder } from '@redial/contract';
import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { orderSnapshots, orders, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine, parsePhone } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { snapshotListing } from '../listings/index.ts';
import { reserveProduct } from '../selling/index.ts';
import { saleStatuses } from './state-machine.ts';
import { recordOrderEvent } from './transitions.ts';

/**
 * Places an order. A conditional update marks the product as Sold in the same transaction, so exactly
 * one of several concurrent orders succeeds. Name, price, e-mail and image come from the server's
 * records, not from the request body.
 *
 * @returns the order's id.
 * @throws Problem `product.not-found`, `product.own-product`, `product.sold`, `order.limit-reached`,
 *   `validation.failed`, `account.removed`
 */
export async function placeOrder(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: Pick<NewOrder, 'productId' | 'phone' | 'location'>,
): Promise<string> {
  const { phone, location } = parseContact(input);
  const placed = await inTransaction(db, async (tx) => {
    const product = await reserveProduct(
      tx,
      { productId: input.productId, buyerId: actor.id },
      saleStatuses.unpaid,
    );
    if (!product) throw await explainRefusal(tx, actor, input.productId);
    await requireOrderLimit(tx, actor, settings);
    await requireCooldown(tx, actor, product.id, settings.rateLimitScale);
    const id = newId();
    await tx.insert(orders).values({
      id,
      productId: product.id,
      sellerId: product.sellerId,
      buyerId: actor.id,
      productName: product.name,
      imageUrl: product.imageUrl,
      priceCents: product.resalePriceCents,
      phone,
      location,
      feeBasisPoints: settings.trade.sellerFeeBasisPoints,
      expiresAt: sql`now() + make_interval(hours => ${settings.orderHoldHours})`,
    });
    const amountCents = product.resalePriceCents;
    const listing = await snapshotListing(tx, product);
    await tx.insert(orderSnapshots).values({ orderId: id, listing });
    await recordOrderEvent(tx, {
      orderId: id,
      actorId: actor.id,
      kind: 'order.placed',
      amountCents,
    });
    await emit(tx, { type: 'order.placed', orderId: id });
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return placed;
}

function parseContact(input: Pick<NewOrder, 'phone' | 'location'>) {
  const phone = parsePhone(input.phone, 'phone');
  const location = parseLine(input.location, 'location', 'Please provide a meeting location');
  return { phone, location };
}

/** Finds out why the product could not be ordered. */
async function explainRefusal(tx: Transaction, actor: User, productId: string): Promise<Problem> {
  const [product] = await tx
    .select({ sellerId: products.sellerId, name: products.name })
    .from(products)
    .where(
      and(
        eq(products.id, productId),
        isNull(products.removedAt),
        sql`${products.hiddenReasons} = '{}'`,
      ),
    );
  if (!product) return new Problem('product.not-found');
  if (product.sellerId === actor.id) return new Problem('product.own-product');
  return new Problem('product.sold', `${product.name} has just been sold`);
}

/** Unpaid orders of an account in its first 24 hours; accounts are created in no time. */
const maxHoldsOfNewAccount = 3;

/** Checks the limit of unpaid orders. The lock on the buyer's row serializes a buyer's orders. */
async function requireOrderLimit(
  tx: Transaction,
  actor: User,
  { orderHoldMax, rateLimitScale }: Pick<Settings, 'orderHoldMax' | 'rateLimitScale'>,
): Promise<void> {
  await lockActiveUser(tx, actor, 'no key update');
  const [account] = await tx
    .select({ isNew: sql<boolean>`${users.createdAt} > now() - interval '24 hours'` })
    .from(users)
    .where(eq(users.id, actor.id));
  const limit = account?.isNew
    ? Math.min(orderHoldMax, Math.ceil(maxHoldsOfNewAccount * rateLimitScale))
    : orderHoldMax;
  const [held] = await tx
    .select({ unpaid: count() })
    .from(orders)
    .where(and(eq(orders.buyerId, actor.id), eq(orders.state, 'unpaid')));
  if ((held?.unpaid ?? 0) >= limit) {
    throw new Problem(
      'order.limit-reached',
      `You already hold ${limit} unpaid orders: pay or cancel one of them first`,
    );
  }
}

/** Orders of one buyer on one product in 24 hours. */
const maxOrdersOfProduct = 3;
/** Orders of one buyer in 24 hours that were closed without payment. */
const maxUnpaidOrders = 20;

/**
 * Refuses a buyer who keeps ordering and cancelling: each order sends mails and blocks a phone. The
 * numbers are this project's choice.
 *
 * @param scale multiplies both limits.
 */
async function requireCooldown(
  tx: Transaction,
  actor: User,
  productId: string,
  scale: number,
): Promise<void> {
  const [recent] = await tx
    .select({
      ofProduct: sql<number>`count(*) filter (where ${eq(orders.productId, productId)})::int`,
      unpaid: sql<number>`count(*) filter (where ${inArray(orders.state, ['cancelled', 'expired'])})::int`,
    })
    .from(orders)
    .where(
      and(eq(orders.buyerId, actor.id), gt(orders.placedAt, sql`now() - interval '24 hours'`)),
    );
  if ((recent?.ofProduct ?? 0) >= Math.ceil(maxOrdersOfProduct * scale)) {
    throw new Problem(
      'order.limit-reached',
      'You have ordered this phone several times today: try again tomorrow',
    );
  }
  if ((recent?.unpaid ?? 0) >= Math.ceil(maxUnpaidOrders * scale)) {
    throw new Problem(
      'order.limit-reached',
      'Too many of your orders today ended without payment: try again tomorrow',
    );
  }
}
