import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { isVisible, orderSnapshots, orders, products, users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { snapshotListing } from '../listings/index.ts';
import { reserveProduct } from '../selling/index.ts';
import { saleStatuses } from './state-machine.ts';
import { recordOrderEvent } from './transitions.ts';

type Buyer = Pick<User, 'id'>;

/** An order to create. Phone number and location are those that the buyer gave, checked. */
export interface OrderRequest {
  readonly buyer: Buyer;
  /** Who causes it: the buyer, or a seller who accepts an offer. */
  readonly actor: Pick<User, 'id'>;
  readonly productId: string;
  readonly phone: string;
  readonly location: string;
  /** The price and the hold that buyer and seller agreed on; by default the asking price. */
  readonly agreed?: { readonly priceCents: number; readonly holdMinutes: number };
}

/**
 * Creates an order, the only way to do so. A conditional update marks the product as Sold in the same
 * transaction, so exactly one of several concurrent orders succeeds.
 *
 * @returns the order's id.
 * @throws Problem `product.not-found`, `product.own-product`, `product.sold`, `order.limit-reached`,
 *   `account.removed`
 */
export async function createOrder(
  tx: Transaction,
  settings: Settings,
  { buyer, actor, productId, phone, location, agreed }: OrderRequest,
): Promise<string> {
  // Before the product, as accepting an offer does. It also serializes the orders of a buyer.
  await lockUnsuspendedUser(tx, buyer, 'no key update');
  const holdMinutes = agreed?.holdMinutes ?? settings.orderHoldHours * 60;
  const product = await reserveProduct(tx, { productId, buyerId: buyer.id }, saleStatuses.unpaid, {
    minutes: holdMinutes,
    reason: agreed ? 'offer' : 'order',
  });
  if (!product) throw await explainRefusal(tx, buyer, productId);
  await requireOrderAllowed(tx, settings, { buyer, productId: product.id });
  const id = newId();
  const amountCents = agreed?.priceCents ?? product.resalePriceCents;
  await tx.insert(orders).values({
    id,
    productId: product.id,
    sellerId: product.sellerId,
    buyerId: buyer.id,
    productName: product.name,
    imageUrl: product.imageUrl,
    priceCents: amountCents,
    phone,
    location,
    feeBasisPoints: settings.trade.sellerFeeBasisPoints,
    expiresAt: sql`now() + make_interval(mins => ${holdMinutes})`,
  });
  const listing = await snapshotListing(tx, product);
  await tx.insert(orderSnapshots).values({ orderId: id, listing });
  await recordOrderEvent(tx, { orderId: id, actorId: actor.id, kind: 'order.placed', amountCents });
  await emit(tx, { type: 'order.placed', orderId: id });
  return id;
}

/**
 * Checks the limits of a locked buyer who wants to order an available product.
 *
 * @throws Problem `order.limit-reached`
 */
export async function requireOrderAllowed(
  tx: Transaction,
  settings: Pick<Settings, 'orderHoldMax' | 'rateLimitScale'>,
  { buyer, productId }: { buyer: Buyer; productId: string },
): Promise<void> {
  await requireOrderLimit(tx, buyer, settings);
  await requireCooldown(tx, buyer, productId, settings.rateLimitScale);
}

/** Finds out why the product could not be ordered. */
async function explainRefusal(tx: Transaction, buyer: Buyer, productId: string): Promise<Problem> {
  const [product] = await tx
    .select({ sellerId: products.sellerId, name: products.name })
    .from(products)
    .where(and(eq(products.id, productId), isVisible));
  if (!product) return new Problem('product.not-found');
  if (product.sellerId === buyer.id) return new Problem('product.own-product');
  return new Problem('product.sold', `${product.name} has just been sold`);
}

/** Unpaid orders of an account in its first 24 hours; accounts are created in no time. */
const maxHoldsOfNewAccount = 3;

/** Checks the limit of unpaid orders of a locked buyer. */
async function requireOrderLimit(
  tx: Transaction,
  buyer: Buyer,
  { orderHoldMax, rateLimitScale }: Pick<Settings, 'orderHoldMax' | 'rateLimitScale'>,
): Promise<void> {
  const [account] = await tx
    .select({ isNew: sql<boolean>`${users.createdAt} > now() - interval '24 hours'` })
    .from(users)
    .where(eq(users.id, buyer.id));
  const limit = account?.isNew
    ? Math.min(orderHoldMax, Math.ceil(maxHoldsOfNewAccount * rateLimitScale))
    : orderHoldMax;
  const [held] = await tx
    .select({ unpaid: count() })
    .from(orders)
    .where(and(eq(orders.buyerId, buyer.id), eq(orders.state, 'unpaid')));
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
  buyer: Buyer,
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
      and(eq(orders.buyerId, buyer.id), gt(orders.placedAt, sql`now() - interval '24 hours'`)),
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
