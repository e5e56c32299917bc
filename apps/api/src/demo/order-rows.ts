import { currency, feeOf, type OrderedListing, type ShippingAddress } from '@redial/contract';
import { createIntentIds, type DemoSaleStage, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { DomainEventType } from '../events.ts';
import { entryDeadlines } from '../features/orders/deadlines.ts';
import { type OrderTransition, orderTransitions } from '../features/orders/state-machine.ts';
import type { TradeSettings } from '../settings.ts';
import {
  type LedgerRow,
  noTradeRows,
  type TradeRows,
  writeAgreedReturn,
  writeDispute,
  writeMeeting,
} from './trade-rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

/** The rows of demo orders, by table. */
export interface OrderRows extends TradeRows {
  readonly orders: Row<typeof schema.orders>[];
  readonly orderEvents: Row<typeof schema.orderEvents>[];
  readonly orderDeadlines: Row<typeof schema.orderDeadlines>[];
  readonly shippingAddresses: Row<typeof schema.shippingAddresses>[];
  readonly payments: Row<typeof schema.payments>[];
  readonly refunds: Row<typeof schema.refunds>[];
  readonly ledger: LedgerRow[];
  readonly sandboxIntents: Row<typeof schema.sandboxIntents>[];
  readonly sandboxRefunds: Row<typeof schema.sandboxRefunds>[];
  readonly sandboxBalanceEntries: Row<typeof schema.sandboxBalanceEntries>[];
}

export const noOrderRows = (): OrderRows => ({
  ...noTradeRows(),
  orders: [],
  orderEvents: [],
  orderDeadlines: [],
  shippingAddresses: [],
  payments: [],
  refunds: [],
  ledger: [],
  sandboxIntents: [],
  sandboxRefunds: [],
  sandboxBalanceEntries: [],
});

/** What a demo order is about. */
export interface DemoOrder {
  readonly productId: string;
  readonly sellerId: string;
  readonly buyerId: string;
  /** The listing's name and image. */
  readonly listing: Pick<OrderedListing, 'name' | 'img'>;
  readonly priceCents: number;
  readonly phone: string;
  readonly location: string;
  readonly placedAt: Date;
  readonly expiresAt: Date;
  readonly handover?: 'meet' | 'ship';
}

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

/** Plays the life of demo orders, as the use cases would, into rows with times in the past. */
export function createOrderWriter(rows: OrderRows, random: Random, trade: TradeSettings) {
  return {
    /** Places an order. The returned functions continue it; times must ascend. */
    place(demo: DemoOrder) {
      const id = uuidAt(random, demo.placedAt);
      const { productId, sellerId, buyerId, listing, priceCents } = demo;
      const order = {
        id,
        productId,
        sellerId,
        buyerId,
        productName: listing.name,
        imageUrl: listing.img,
        priceCents,
        phone: demo.phone,
        location: demo.location,
        state: 'unpaid' as Row<typeof schema.orders>['state'],
        feeBasisPoints: trade.sellerFeeBasisPoints,
        handover: demo.handover ?? 'meet',
        refundedCents: 0,
        paidPaymentId: null as string | null,
        placedAt: demo.placedAt,
        changedAt: demo.placedAt,
        expiresAt: demo.expiresAt,
      };
      rows.orders.push(order);
      let intentId = '';

      const event = (
        kind: DomainEventType,
        at: Date,
        more: Partial<Row<typeof schema.orderEvents>> = {},
      ) => rows.orderEvents.push({ orderId: id, kind, amountCents: priceCents, at, ...more });

      const post = (
        type: Row<typeof schema.ledgerTransactions>['type'],
        key: string,
        at: Date,
        amounts: Record<string, number>,
      ) => rows.ledger.push({ transaction: { type, key, orderId: id, at }, amounts });

      const startDeadline = (kind: string, createdAt: Date, hours: number) =>
        rows.orderDeadlines.push({
          orderId: id,
          kind,
          createdAt,
          dueAt: later(createdAt, hours),
        });

      /** Closes all open deadlines, as leaving a state does, and starts those of the new state. */
      const enter = (transition: OrderTransition, at: Date) => {
        const { to } = orderTransitions[transition];
        for (const deadline of rows.orderDeadlines) {
          if (deadline.orderId !== id || deadline.closedAt) continue;
          deadline.closedAt = at;
          const isPast = deadline.dueAt instanceof Date && deadline.dueAt <= at;
          deadline.outcome = isPast ? 'fired' : 'void';
        }
        order.state = to;
        order.changedAt = at;
        for (const [kind, hours] of Object.entries(entryDeadlines({ to, transition }, trade))) {
          if (hours > 0) startDeadline(kind, at, hours);
        }
      };

      event('order.placed', demo.placedAt, { actorId: buyerId });
      return {
        id,
        event,
        startDeadline,
        pay(at: Date) {
          const paymentId = uuidAt(random, at);
          const intent = createIntentIds(random);
          intentId = intent.id;
          order.paidPaymentId = paymentId;
          rows.payments.push({
            id: paymentId,
            provider: 'sandbox',
            intentId,
            orderId: id,
            buyerId,
            amountCents: priceCents,
            state: 'succeeded',
            createdAt: at,
            changedAt: at,
          });
          rows.sandboxIntents.push({
            ...intent,
            idempotencyKey: `order:${id}:payment:${paymentId}`,
            amountCents: priceCents,
            currency,
            orderId: id,
            status: 'succeeded',
            createdAt: at,
          });
          rows.sandboxBalanceEntries.push({
            id: `txn_${intentId}`,
            kind: 'charge',
            amountCents: priceCents,
            sourceId: intentId,
            createdAt: at,
          });
          enter('pay', at);
          event('order.paid', at, { paymentId });
          post('capture', `capture:${paymentId}`, at, {
            provider: priceCents,
            [`escrow:${id}`]: -priceCents,
          });
        },
        /** Applies a transition of the order's state machine, without its effect on money. */
        go(
          transition: OrderTransition,
          at: Date,
          actorId: string | null,
          details?: Readonly<Record<string, string | number>>,
        ) {
          enter(transition, at);
          event(orderTransitions[transition].event, at, { actorId, ...(details && { details }) });
        },
        address(address: ShippingAddress, at: Date) {
          rows.shippingAddresses.push({ orderId: id, address, changedAt: at });
          event('order.handover-chosen', at, { actorId: buyerId, details: { method: 'ship' } });
        },
        release(at: Date) {
          const fee = feeOf(priceCents, trade.sellerFeeBasisPoints);
          post('release', `release:${id}`, at, {
            [`escrow:${id}`]: priceCents,
            [`seller:${sellerId}`]: fee - priceCents,
            ...(fee > 0 ? { fees: -fee } : {}),
          });
        },
        /** Gives the whole price back; the provider has accepted it. */
        refund(at: Date) {
          order.refundedCents = priceCents;
          const refundId = uuidAt(random, at);
          const providerRefundId = `re_${refundId.replaceAll('-', '').slice(0, 24)}`;
          rows.refunds.push({
            id: refundId,
            paymentId: order.paidPaymentId ?? '',
            orderId: id,
            amountCents: priceCents,
            state: 'succeeded',
            providerRefundId,
            dedupe: `order:${id}`,
            createdAt: at,
            changedAt: at,
          });
          rows.sandboxRefunds.push({
            id: providerRefundId,
            idempotencyKey: `refund:${refundId}`,
            intentId,
            amountCents: priceCents,
            createdAt: at,
          });
          rows.sandboxBalanceEntries.push({
            id: `txn_${providerRefundId}`,
            kind: 'refund',
            amountCents: -priceCents,
            sourceId: providerRefundId,
            createdAt: at,
          });
          const intent = rows.sandboxIntents.find((each) => each.id === intentId);
          if (intent) intent.refundedCents = priceCents;
          post('refund', `refund:${refundId}`, at, {
            [`escrow:${id}`]: priceCents,
            provider: -priceCents,
          });
        },
      };
    },
  };
}

const address: ShippingAddress = {
  name: 'Ben Archer',
  line1: '1219 SW Park Avenue',
  postalCode: '97205',
  city: 'Portland',
  region: 'Oregon',
  country: 'USA',
};
const parcel: Readonly<Record<string, string>> = {
  carrier: 'ups',
  carrierName: 'UPS',
  trackingNumber: '1Z5R89390357567127',
};

/** Hours before now at which a demo sale was placed, by stage. */
const placedBefore: Record<DemoSaleStage, number> = {
  'to-meet': 30,
  'to-ship': 20,
  'cancellation-requested': 44,
  'in-transit': 76,
  delivered: 120,
  completed: 330,
  cancelled: 220,
  disputed: 118,
  returning: 200,
};

interface SaleContext {
  readonly rows: OrderRows;
  readonly random: Random;
  readonly writer: ReturnType<typeof createOrderWriter>;
  readonly trade: TradeSettings;
}

/** Writes a sale in one of the stages of `demoSaleStages`. */
export function writeSale(
  { rows, random, writer, trade }: SaleContext,
  stage: DemoSaleStage,
  demo: Omit<DemoOrder, 'placedAt' | 'expiresAt'>,
  now: Date,
): void {
  const placedAt = later(now, -placedBefore[stage]);
  const isShipped = ['to-ship', 'in-transit', 'delivered'].includes(stage);
  const order = writer.place({
    ...demo,
    placedAt,
    expiresAt: later(placedAt, 24),
    handover: isShipped ? 'ship' : 'meet',
  });
  const at = (hours: number) => later(placedAt, hours);
  order.pay(at(0.3));
  const { buyerId, sellerId } = demo;
  if (isShipped) order.address(address, at(0.5));
  if (stage === 'in-transit' || stage === 'delivered') order.go('ship', at(22), sellerId, parcel);
  if (stage === 'delivered') order.go('receive', at(92), buyerId);
  if (stage === 'cancellation-requested') {
    order.event('order.cancellation-requested', at(30), {
      actorId: buyerId,
      details: { reason: 'found-another' },
    });
    order.startDeadline('cancellation-response', at(30), 48);
  }
  if (stage === 'completed') {
    order.go('meet', at(27), null);
    order.go('accept', at(41), buyerId);
    order.release(at(41));
  }
  if (stage === 'to-meet') {
    const meeting = { agreedAt: at(4), at: new Date(later(now, 26).setUTCMinutes(0, 0, 0)) };
    writeMeeting(rows, random, { id: order.id, location: demo.location }, meeting);
  }
  if (stage === 'disputed') {
    order.go('meet', at(60), null);
    order.go('dispute', at(80), buyerId, { reason: 'not-as-described' });
    const about = { id: order.id, buyerId, priceCents: demo.priceCents };
    writeDispute(rows, random, { ...about, imageUrl: demo.listing.img }, at(80));
    order.startDeadline('dispute-response', at(89.1), trade.disputeResponseHours);
    order.startDeadline('dispute-end', at(80), trade.disputeDays * 24);
  }
  if (stage === 'returning') {
    order.go('meet', at(50), null);
    order.go('dispute', at(64), buyerId, { reason: 'does-not-work' });
    const agreed = { source: 'agreement', kind: 'return-and-refund' };
    order.go('resolveWithReturn', at(110), buyerId, agreed);
    writeAgreedReturn(rows, random, order, { openedAt: at(64), agreedAt: at(110) });
  }
  if (stage === 'cancelled') {
    order.go('cancelSale', at(19), sellerId, { reason: 'not-available' });
    order.refund(at(19.1));
  }
}
