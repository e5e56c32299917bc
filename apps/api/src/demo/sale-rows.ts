import type { ShippingAddress } from '@redial/contract';
import { type DemoSaleStage, demoSeller, type Random } from '@redial/demo-data';
import type { TradeSettings } from '../settings.ts';
import { writeDecision, writeDispute, writeReturn, writeSilentDispute } from './dispute-rows.ts';
import type { createOrderWriter, DemoOrder, OrderRows } from './order-rows.ts';
import { writeMeeting } from './trade-rows.ts';

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

const address = {
  line1: '1219 SW Park Avenue',
  postalCode: '97205',
  city: 'Portland',
  region: 'Oregon',
  country: 'USA',
} as const satisfies Omit<ShippingAddress, 'name'>;
const parcel: Readonly<Record<string, string>> = {
  carrier: 'ups',
  carrierName: 'UPS',
  trackingNumber: '1Z5R89390357567127',
};

/** Hours before now at which a demo sale was placed, by stage. */
const placedBefore: Record<DemoSaleStage, number> = {
  unpaid: 5,
  expired: 70,
  'cancelled-unpaid': 96,
  'to-meet': 30,
  'to-ship': 20,
  'cancellation-requested': 44,
  'in-transit': 76,
  delivered: 120,
  'charged-back': 124,
  completed: 960,
  cancelled: 220,
  disputed: 118,
  'not-received': 190,
  returning: 200,
  escalated: 230,
  decided: 390,
};
const shippedStages: readonly DemoSaleStage[] = [
  'to-ship',
  'in-transit',
  'delivered',
  'charged-back',
  'not-received',
];

interface SaleContext {
  readonly rows: OrderRows;
  readonly random: Random;
  readonly writer: ReturnType<typeof createOrderWriter>;
  readonly trade: TradeSettings;
  readonly now: Date;
  /** Who decides disputes. */
  readonly adminId: string;
}

/** A demo sale; its times follow from the stage. */
export interface DemoSaleOrder extends Omit<DemoOrder, 'placedAt' | 'expiresAt' | 'handover'> {
  readonly buyerName: string;
  readonly sellerEmail: string;
}

/** Writes a sale in a stage. */
export function writeSale(context: SaleContext, stage: DemoSaleStage, demo: DemoSaleOrder): void {
  const { rows, random, writer, trade, now, adminId } = context;
  const { buyerId, sellerId, priceCents } = demo;
  const placedAt = later(now, -placedBefore[stage]);
  const at = (hours: number) => later(placedAt, hours);
  const isShipped = shippedStages.includes(stage);
  const order = writer.place({
    ...demo,
    placedAt,
    expiresAt: stage === 'unpaid' ? later(now, 30 * 24) : at(24),
    handover: isShipped ? 'ship' : 'meet',
  });
  /** Opens a dispute of the phone that was handed over. */
  const dispute = (hours: number, reason: string) => {
    order.go('meet', at(hours - 20), null);
    order.go('dispute', at(hours), buyerId, { reason });
    order.startDeadline('dispute-end', at(hours), trade.disputeDays * 24);
  };
  const respondBy = (hours: number) =>
    order.startDeadline('dispute-response', at(hours), trade.disputeResponseHours);

  if (stage === 'unpaid') return;
  if (stage === 'expired') {
    order.go('expire', at(24), null);
    return;
  }
  if (stage === 'cancelled-unpaid') {
    order.go('cancel', at(6), buyerId);
    return;
  }
  order.pay(at(0.3));
  if (isShipped) order.address({ name: demo.buyerName, ...address }, at(0.5));
  if (isShipped && stage !== 'to-ship') order.go('ship', at(22), sellerId, parcel);
  switch (stage) {
    case 'to-meet': {
      const isInPortland = demo.sellerEmail === demoSeller.email;
      writeMeeting(rows, random, { id: order.id, location: demo.location }, at(4), {
        // In the afternoon there.
        at: new Date(later(now, 26).setUTCHours(1, 0, 0, 0)),
        timeZone: isInPortland ? 'America/Los_Angeles' : null,
      });
      break;
    }
    case 'cancellation-requested':
      order.event('order.cancellation-requested', at(30), {
        actorId: buyerId,
        details: { reason: 'found-another' },
      });
      order.startDeadline('cancellation-response', at(30), 48);
      break;
    case 'delivered':
      order.go('receive', at(92), buyerId);
      break;
    case 'charged-back':
      order.go('receive', at(92), buyerId);
      order.chargeback(at(104));
      break;
    case 'completed':
      order.go('meet', at(27), null);
      order.go('accept', at(41), buyerId);
      order.release(at(41));
      if (demo.sellerEmail === demoSeller.email) {
        const evidence =
          'The buyer met the seller, entered the code that the seller showed, and accepted the phone 14 hours later.';
        order.chargeback(at(60), { at: at(230), evidence });
      }
      break;
    case 'cancelled':
      order.go('cancelSale', at(19), sellerId, { reason: 'not-available' });
      order.refund(at(19.1));
      break;
    case 'disputed': {
      dispute(80, 'not-as-described');
      const about = { id: order.id, buyerId, priceCents, imageUrl: demo.listing.img };
      writeDispute(rows, random, about, at(80));
      respondBy(89.1);
      break;
    }
    case 'not-received':
      order.go('dispute', at(160), buyerId, { reason: 'not-received' });
      writeSilentDispute(rows, random, order, {
        openedAt: at(160),
        reason: 'not-received',
        text: 'The carrier has not moved the parcel for five days, and says that only the sender can ask.',
      });
      respondBy(160);
      order.startDeadline('dispute-end', at(160), trade.disputeDays * 24);
      break;
    case 'returning':
      dispute(64, 'does-not-work');
      order.go('resolveWithReturn', at(110), buyerId, {
        source: 'agreement',
        kind: 'return-and-refund',
      });
      writeReturn(rows, random, order, {
        openedAt: at(64),
        agreedAt: at(110),
        hasAddress: demo.sellerEmail === demoSeller.email,
      });
      break;
    case 'escalated': {
      dispute(60, 'locked-or-blacklisted');
      respondBy(60);
      const escalatedAt = at(60 + trade.disputeResponseHours);
      order.fireDeadline('dispute-response', escalatedAt);
      writeSilentDispute(rows, random, order, {
        openedAt: at(60),
        escalatedAt,
        reason: 'locked-or-blacklisted',
        text: 'It asks for the account of its former owner after a reset. I wrote to the seller twice.',
      });
      break;
    }
    case 'decided': {
      dispute(90, 'does-not-work');
      const refundCents = Math.round(priceCents / 400) * 100;
      const decidedAt = at(300);
      const details = { source: 'admin', kind: 'partial-refund', refundCents };
      order.go('resolveWithRelease', decidedAt, adminId, details);
      order.refund(later(decidedAt, 0.02), refundCents);
      order.release(decidedAt);
      const escalatedAt = at(90 + trade.disputeResponseHours);
      writeDecision(rows, random, order, {
        openedAt: at(90),
        escalatedAt,
        decidedAt,
        decidedBy: adminId,
        refundCents,
      });
      break;
    }
  }
}
