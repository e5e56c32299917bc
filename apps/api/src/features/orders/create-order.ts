import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
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
  const holdMinutes = agreed?.holdMinutes ?? settings.orderHoldHours * 60;
  const hold = { minutes: holdMinutes, reason: agreed ? 'offer' : 'order' } as const;
  // Before the product, as accepting an offer does. It also serializes the orders of a buyer.
  await lockUnsuspendedUser(tx, buyer, 'no key update');
  const [product, counts] = await Promise.all([
    reserveProduct(tx, { productId, buyerId: buyer.id }, saleStatuses.unpaid, hold),
    countOrders(tx, buyer, productId),
  ]);
  if (!product) throw await explainRefusal(tx, { buyer, actor, productId });
  requireWithinLimits(settings, counts);
  const id = newId();
  const amountCents = agreed?.priceCents ?? product.resalePriceCents;
  const [listing] = await Promise.all([
    snapshotListing(tx, product),
    insertOrder(tx).execute({
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
      holdMinutes,
    }),
  ]);
  await Promise.all([
    insertSnapshot(tx).execute({ orderId: id, listing }),
    recordOrderEvent(tx, { orderId: id, actorId: actor.id, kind: 'order.placed', amountCents }),
    emit(tx, { type: 'order.placed', orderId: id }),
  ]);
  return id;
}

const insertOrder = prepareOnce((db) =>
  db.insert(orders).values({
    id: sql.placeholder('id'),
    productId: sql.placeholder('productId'),
    sellerId: sql.placeholder('sellerId'),
    buyerId: sql.placeholder('buyerId'),
    productName: sql.placeholder('productName'),
    imageUrl: sql.placeholder('imageUrl'),
    priceCents: sql.placeholder('priceCents'),
    phone: sql.placeholder('phone'),
    location: sql.placeholder('location'),
    feeBasisPoints: sql.placeholder('feeBasisPoints'),
    expiresAt: sql`now() + make_interval(mins => ${sql.placeholder('holdMinutes')})`,
  }),
);

const insertSnapshot = prepareOnce((db) =>
  db
    .insert(orderSnapshots)
    .values({ orderId: sql.placeholder('orderId'), listing: sql.placeholder('listing') }),
);

/** Unpaid orders of an account in its first 24 hours; accounts are created in no time. */
const maxHoldsOfNewAccount = 3;
/** Orders of one buyer on one product in 24 hours. */
const maxOrdersOfProduct = 3;
/** Orders of one buyer in 24 hours that were closed without payment. */
const maxUnpaidOrders = 20;

/**
 * Checks the limits of a locked buyer who wants to order an available product: of unpaid orders, and of
 * somebody who keeps ordering and cancelling, since each order sends mails and blocks a phone. The numbers
 * are this project's choice.
 *
 * @throws Problem `order.limit-reached`
 */
export async function requireOrderAllowed(
  tx: Transaction,
  settings: Pick<Settings, 'orderHoldMax' | 'rateLimitScale'>,
  { buyer, productId }: { buyer: Buyer; productId: string },
): Promise<void> {
  requireWithinLimits(settings, await countOrders(tx, buyer, productId));
}

function requireWithinLimits(
  { orderHoldMax, rateLimitScale: scale }: Pick<Settings, 'orderHoldMax' | 'rateLimitScale'>,
  { isNewAccount, unpaid, ofProduct, ended }: Awaited<ReturnType<typeof countOrders>>,
): void {
  const limit = isNewAccount
    ? Math.min(orderHoldMax, Math.ceil(maxHoldsOfNewAccount * scale))
    : orderHoldMax;
  if (unpaid >= limit) {
    throw new Problem(
      'order.limit-reached',
      `You already hold ${limit} unpaid orders: pay or cancel one of them first`,
    );
  }
  if (ofProduct >= Math.ceil(maxOrdersOfProduct * scale)) {
    throw new Problem(
      'order.limit-reached',
      'You have ordered this phone several times today: try again tomorrow',
    );
  }
  if (ended >= Math.ceil(maxUnpaidOrders * scale)) {
    throw new Problem(
      'order.limit-reached',
      'Too many of your orders today ended without payment: try again tomorrow',
    );
  }
}

/** Counts the orders of a buyer: those that are unpaid, and of the last 24 hours those of a product and those closed without payment. */
async function countOrders(tx: Transaction, buyer: Buyer, productId: string) {
  const [counts] = await orderCounts(tx).execute({ buyerId: buyer.id, productId });
  if (!counts) throw new Problem('account.removed');
  return counts;
}

const orderCounts = prepareOnce((db) => {
  const dayAgo = sql`now() - interval '24 hours'`;
  const ofBuyer = eq(orders.buyerId, sql.placeholder('buyerId'));
  const ofProduct = eq(orders.productId, sql.placeholder('productId'));
  return db
    .select({
      isNewAccount: sql<boolean>`${users.createdAt} > ${dayAgo}`,
      unpaid: sql<number>`(select count(*)::int from ${orders}
        where ${and(ofBuyer, eq(orders.state, 'unpaid'))})`,
      ofProduct: sql<number>`recent.of_product`,
      ended: sql<number>`recent.ended`,
    })
    .from(users)
    .crossJoin(
      sql`(select count(*) filter (where ${ofProduct})::int as of_product,
          count(*) filter (where ${inArray(orders.state, ['cancelled', 'expired'])})::int as ended
        from ${orders} where ${and(ofBuyer, gt(orders.placedAt, dayAgo))}) recent`,
    )
    .where(eq(users.id, sql.placeholder('buyerId')));
});

/**
 * Finds out why the product could not be ordered. A client that lost the response to its order tries again:
 * the error then says that the order exists.
 */
async function explainRefusal(
  tx: Transaction,
  { buyer, actor, productId }: Pick<OrderRequest, 'buyer' | 'actor' | 'productId'>,
): Promise<Problem> {
  const [product] = await tx
    .select({ sellerId: products.sellerId, name: products.name })
    .from(products)
    .where(and(eq(products.id, productId), isVisible));
  if (!product) return new Problem('product.not-found');
  if (product.sellerId === buyer.id) return new Problem('product.own-product');
  const isOwnOrder = and(
    eq(orders.productId, productId),
    eq(orders.buyerId, actor.id),
    notInArray(orders.state, ['refunded', 'cancelled', 'expired']),
  );
  return new Problem(
    'product.sold',
    (await tx.$count(orders, isOwnOrder)) > 0
      ? `You have already ordered ${product.name}: the order is under My Orders`
      : `${product.name} has just been sold`,
  );
}
