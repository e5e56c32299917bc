import { currency, feeOf, type OrderedListing, type ShippingAddress } from '@redial/contract';
import { createIntentIds, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { DomainEventType } from '../events.ts';
import { entryDeadlines } from '../features/orders/deadlines.ts';
import { type OrderTransition, orderTransitions } from '../features/orders/state-machine.ts';
import type { TradeSettings } from '../settings.ts';
import { type LedgerRow, noTradeRows, type TradeRows } from './trade-rows.ts';

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
  readonly chargebacks: Row<typeof schema.chargebacks>[];
  readonly sandboxDisputes: Row<typeof schema.sandboxDisputes>[];
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
  chargebacks: [],
  sandboxDisputes: [],
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
/** Days that the sandbox's bank waits for evidence. */
const evidenceDays = 7;
/** What the sandbox provider takes for a chargeback. */
const chargebackFeeCents = 1500;
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
        chargebackOpenedAt: null as Date | null,
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
        /** Marks a deadline as fired, without a transition. */
        fireDeadline(kind: string, at: Date) {
          const due = rows.orderDeadlines.find(
            (each) => each.orderId === id && each.kind === kind && !each.closedAt,
          );
          if (due) Object.assign(due, { closedAt: at, outcome: 'fired' });
        },
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
        /** Releases what was not refunded. */
        release(at: Date) {
          const kept = priceCents - order.refundedCents;
          const fee = feeOf(kept, trade.sellerFeeBasisPoints);
          post('release', `release:${id}`, at, {
            [`escrow:${id}`]: kept,
            [`seller:${sellerId}`]: fee - kept,
            ...(fee > 0 ? { fees: -fee } : {}),
          });
        },
        /** Gives the price or a part of it back; the provider has accepted it. */
        refund(at: Date, amountCents = priceCents) {
          order.refundedCents = amountCents;
          const refundId = uuidAt(random, at);
          const providerRefundId = `re_${refundId.replaceAll('-', '').slice(0, 24)}`;
          rows.refunds.push({
            id: refundId,
            paymentId: order.paidPaymentId ?? '',
            orderId: id,
            amountCents,
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
            amountCents,
            createdAt: at,
          });
          rows.sandboxBalanceEntries.push({
            id: `txn_${providerRefundId}`,
            kind: 'refund',
            amountCents: -amountCents,
            sourceId: providerRefundId,
            createdAt: at,
          });
          const intent = rows.sandboxIntents.find((each) => each.id === intentId);
          if (intent) intent.refundedCents = amountCents;
          post('refund', `refund:${refundId}`, at, {
            [`escrow:${id}`]: amountCents,
            provider: -amountCents,
          });
        },
        /** The buyer's bank opens a chargeback; later it decides for the seller, if `won` is given. */
        chargeback(openedAt: Date, won?: { at: Date; evidence: string }) {
          const key = `dp_${uuidAt(random, openedAt).replaceAll('-', '').slice(0, 24)}`;
          const evidenceDueAt = later(openedAt, evidenceDays * 24);
          const reason = 'fraudulent';
          rows.chargebacks.push({
            id: key,
            provider: 'sandbox',
            orderId: id,
            paymentId: order.paidPaymentId ?? '',
            amountCents: priceCents,
            reason,
            evidenceDueAt,
            openedAt,
            ...(won && {
              state: 'won',
              evidence: won.evidence,
              evidenceSubmittedAt: later(openedAt, 20),
              closedAt: won.at,
            }),
          });
          rows.sandboxDisputes.push({
            id: key,
            intentId,
            amountCents: priceCents,
            feeCents: chargebackFeeCents,
            reason,
            status: won ? 'won' : 'needs_response',
            evidence: won?.evidence ?? null,
            evidenceDueAt,
            createdAt: openedAt,
          });
          const balanceEntry = (kind: 'dispute' | 'dispute-reversal', at: Date, cents: number) =>
            rows.sandboxBalanceEntries.push({
              id: `txn_${key}_${kind}`,
              kind,
              amountCents: cents,
              feeCents: kind === 'dispute' ? chargebackFeeCents : 0,
              sourceId: key,
              createdAt: at,
            });
          balanceEntry('dispute', openedAt, -priceCents);
          event('order.chargeback-opened', openedAt);
          post('chargeback', `chargeback:${key}`, openedAt, {
            chargebacks: priceCents,
            provider: -priceCents,
          });
          post('provider-fee', `chargeback-fee:${key}`, openedAt, {
            'provider-fees': chargebackFeeCents,
            provider: -chargebackFeeCents,
          });
          if (!won) {
            order.chargebackOpenedAt = openedAt;
            return;
          }
          balanceEntry('dispute-reversal', won.at, priceCents);
          event('order.chargeback-won', won.at);
          post('chargeback-won', `chargeback-won:${key}`, won.at, {
            provider: priceCents,
            chargebacks: -priceCents,
          });
        },
      };
    },
  };
}
