import {
  feeOf,
  type OrderDetails,
  type OrderTimelineKind,
  type OrderViewer,
  orderTimelineKinds,
  type Shipment,
  toDollars,
  trackingUrlOf,
} from '@redial/contract';
import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  isNotDropped,
  orderEvents,
  orderSnapshots,
  orders,
  products,
  refunds,
  returns,
  shippingAddresses,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { userPhotoUrl } from '../images/index.ts';
import { toOrderedListing } from '../listings/index.ts';
import { allowedActions, nextActionOf, turnOf } from './order-situation.ts';
import {
  findDisputeSituations,
  findOpenDeadlines,
  findReviewers,
  type OpenDeadline,
  shownDeadlines,
  situationOf,
} from './order-situation-queries.ts';
import { type ShipmentDetails, shipmentEvents } from './ship-order.ts';
import { heldOrderStates } from './state-machine.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/**
 * Returns an order with everything that its page shows to the viewer: its buyer, its seller, or an
 * admin.
 *
 * @throws Problem `order.not-found`, also for orders of others.
 */
export async function getOrderDetails(
  { db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id }: { id: string },
): Promise<OrderDetails> {
  const row = await findRow(db, id);
  const viewer = row && viewerOf(row.order, actor);
  if (!viewer) throw new Problem('order.not-found');
  return toDetails({ db, settings, now: clock.now() }, row, viewer);
}

/** What the details of an order depend on besides the order. */
interface DetailsContext {
  readonly db: Executor;
  readonly settings: Pick<Settings, 'publicUrl' | 'trade'>;
  readonly now: Date;
}

/** Finds an order as its buyer or its seller sees it. */
export async function findOrderDetails(
  context: DetailsContext,
  id: string,
  viewer: OrderViewer,
): Promise<OrderDetails | undefined> {
  const row = await findRow(context.db, id);
  return row && toDetails(context, row, viewer);
}

/**
 * Contact data is shown to the other party only while the price is held, that in names and in the place of
 * the buyer not before the payment, the shipping address to its buyer and, likewise, to the seller.
 */
async function toDetails(
  { db, settings, now }: DetailsContext,
  row: NonNullable<Awaited<ReturnType<typeof findRow>>>,
  viewer: OrderViewer,
): Promise<OrderDetails> {
  const { order } = row;
  const { id } = order;
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.id));
  const refundRows = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, id), isNotDropped))
    .orderBy(asc(refunds.createdAt));
  const open = (await findOpenDeadlines(db, [id])).get(id) ?? [];
  const situated = { ...order, returnAddress: row.returnAddress };
  const situation = situationOf(situated, open, {
    now,
    overdueDays: settings.trade.overdueDays,
    isRelistable: row.isRemoved === null && row.hiddenReasons.includes('refunded'),
    dispute: (await findDisputeSituations(db, [id])).get(id),
    reviewedBy: (await findReviewers(db, [id])).get(id),
  });
  /** Hides contact data in a text of the buyer or the seller from the other. */
  const hide = (text: string, author: OrderViewer) =>
    order.paidPaymentId !== null || viewer === author || viewer === 'admin'
      ? text
      : hideContactsIn(text);
  const isHeld = heldOrderStates.some((state) => state === order.state);
  return {
    _id: order.id,
    productId: order.productId,
    viewer,
    state: order.state,
    listing: toOrderedListing(row.listing, settings),
    amounts: toAmounts(order),
    handover: order.handover,
    meetingLocation: hide(order.location, 'buyer'),
    buyer: toParty(
      { ...row.buyer, name: hide(row.buyer.name, 'buyer') },
      order.phone,
      isHeld && viewer === 'seller',
      settings,
    ),
    seller: toParty(
      { ...row.seller, name: hide(row.seller.name, 'seller') },
      row.sellerPhone,
      isHeld && viewer === 'buyer',
      settings,
    ),
    shippingAddress:
      viewer === 'buyer' || (viewer === 'seller' && isHeld) ? row.shippingAddress : null,
    shipments: toShipments(events),
    cancellationRequest: findCancellationRequest(events, open),
    timeline: events.flatMap((event) => toTimeline(event, order)),
    deadlines: shownDeadlines(situated, open),
    turn: turnOf(situation),
    actions: allowedActions(viewer, situation),
    nextAction: nextActionOf(viewer, situation),
    refunds: refundRows.map(({ amountCents, state, changedAt }) => ({
      amount: toDollars(amountCents),
      state,
      changedAt: changedAt.toISOString(),
    })),
    chargebackOpenedAt: order.chargebackOpenedAt?.toISOString() ?? null,
    placedAt: order.placedAt.toISOString(),
    changedAt: order.changedAt.toISOString(),
  };
}

async function findRow(db: Executor, id: string) {
  const [row] = await db
    .select({
      order: orders,
      listing: orderSnapshots.listing,
      shippingAddress: shippingAddresses.address,
      returnAddress: returns.address,
      sellerPhone: products.sellerPhone,
      hiddenReasons: products.hiddenReasons,
      isRemoved: products.removedAt,
      buyer: {
        name: buyers.name,
        email: buyers.email,
        photoUrl: buyers.photoUrl,
        isRemoved: buyers.removedAt,
      },
      seller: {
        name: sellers.name,
        email: sellers.email,
        photoUrl: sellers.photoUrl,
        isRemoved: sellers.removedAt,
      },
    })
    .from(orders)
    .innerJoin(orderSnapshots, eq(orderSnapshots.orderId, orders.id))
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .leftJoin(returns, eq(returns.orderId, orders.id))
    .leftJoin(shippingAddresses, eq(shippingAddresses.orderId, orders.id))
    .where(eq(orders.id, id));
  return row;
}

type OrderRow = typeof orders.$inferSelect;
type EventRow = typeof orderEvents.$inferSelect;

function viewerOf(order: OrderRow, actor: User): OrderViewer | undefined {
  if (order.buyerId === actor.id) return 'buyer';
  if (order.sellerId === actor.id) return 'seller';
  return actor.role === 'admin' ? 'admin' : undefined;
}

/** The amounts of an order: what is refunded, and what arrives at the seller of the rest. */
export function toAmounts(
  order: Pick<OrderRow, 'priceCents' | 'refundedCents' | 'feeBasisPoints'>,
): OrderDetails['amounts'] {
  const { priceCents, refundedCents, feeBasisPoints } = order;
  const keptCents = priceCents - refundedCents;
  const feeCents = feeOf(keptCents, feeBasisPoints);
  return {
    price: toDollars(priceCents),
    refunded: toDollars(refundedCents),
    feePercent: feeBasisPoints / 100,
    fee: toDollars(feeCents),
    sellerReceives: toDollars(keptCents - feeCents),
  };
}

const toParty = (
  user: { name: string; email: string; photoUrl: string | null; isRemoved: Date | null },
  phone: string,
  isContactShown: boolean,
  settings: Pick<Settings, 'publicUrl'>,
): OrderDetails['buyer'] => ({
  name: user.name,
  photo: userPhotoUrl(user, settings),
  contact: isContactShown && !user.isRemoved ? { email: user.email, phone } : null,
});

const toShipments = (events: readonly EventRow[]): Shipment[] =>
  events
    .filter(
      ({ kind, details }) =>
        details?.trackingNumber !== undefined &&
        shipmentEvents.some((shipment) => shipment === kind),
    )
    .map(({ details, at }) => {
      const shipment = details as unknown as ShipmentDetails;
      const { carrier, carrierName, trackingNumber } = shipment;
      const trackingUrl = trackingUrlOf(carrier, trackingNumber) ?? null;
      return { carrier, carrierName, trackingNumber, trackingUrl, at: at.toISOString() };
    })
    .reverse();

function findCancellationRequest(
  events: readonly EventRow[],
  open: readonly OpenDeadline[],
): OrderDetails['cancellationRequest'] {
  if (!open.some(({ kind }) => kind === 'cancellation-response')) return null;
  const request = events.findLast(({ kind }) => kind === 'order.cancellation-requested');
  const reason = request?.details?.reason;
  return request
    ? { reason: (reason ?? 'other') as 'other', requestedAt: request.at.toISOString() }
    : null;
}

/** An event in the timeline; events that concern nobody but the system are left out. */
function toTimeline(event: EventRow, order: OrderRow): OrderDetails['timeline'] {
  const { kind, at, actorId, details } = event;
  if (!isTimelineKind(kind)) return [];
  const actor =
    actorId === null
      ? 'system'
      : actorId === order.buyerId
        ? 'buyer'
        : actorId === order.sellerId
          ? 'seller'
          : 'admin';
  return [{ kind, at: at.toISOString(), actor, details: { ...details } }];
}

const isTimelineKind = (kind: string): kind is OrderTimelineKind =>
  orderTimelineKinds.some((shown) => shown === kind);
