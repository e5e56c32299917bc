import { type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { TradeRows } from './trade-rows.ts';

type DisputeRow = (typeof schema.disputes)['$inferInsert'];

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

/** Writes a dispute under way: photos, an answer of the seller, and a proposal of each. */
export function writeDispute(
  rows: TradeRows,
  random: Random,
  order: { id: string; buyerId: string; priceCents: number; imageUrl: string },
  openedAt: Date,
): void {
  const disputeId = uuidAt(random, openedAt);
  rows.disputes.push({
    id: disputeId,
    orderId: order.id,
    reason: 'not-as-described',
    text: 'The screen has a long scratch from the camera to the middle, and the listing does not mention one. It is on both photos.',
    defects: [{ part: 'screen', kind: 'scratch' }],
    lastStepBy: 'seller',
    openedAt,
  });
  for (const minutes of [1, 2]) {
    const at = later(openedAt, -minutes / 60);
    const photo = { id: uuidAt(random, at), orderId: order.id, uploadedBy: order.buyerId };
    const { imageUrl } = order;
    rows.disputePhotos.push({ ...photo, disputeId, width: 960, height: 960, at, imageUrl });
  }
  const message = (party: 'buyer' | 'seller', hours: number, text: string) => {
    const at = later(openedAt, hours);
    rows.disputeMessages.push({ id: uuidAt(random, at), disputeId, party, text, at });
  };
  const propose = (party: 'buyer' | 'seller', hours: number, share: number) => {
    const at = later(openedAt, hours);
    const refundCents = Math.round((order.priceCents * share) / 100) * 100;
    const proposal = { id: uuidAt(random, at), disputeId, party, refundCents, at };
    rows.disputeProposals.push({ ...proposal, kind: 'partial-refund' });
  };
  propose('buyer', 0.1, 0.2);
  message(
    'seller',
    5,
    'I am sorry, I did not see it under the screen protector. It works well otherwise.',
  );
  message('buyer', 7, 'Thank you for answering. I would keep it for a lower price.');
  message('seller', 9, 'That is fair. I can offer a tenth of the price.');
  propose('seller', 9.1, 0.1);
}

/** Writes a dispute that both ended by agreeing on a return, maybe with the seller's address for it. */
export function writeReturn(
  rows: TradeRows,
  random: Random,
  order: { id: string },
  { openedAt, agreedAt, hasAddress }: { openedAt: Date; agreedAt: Date; hasAddress: boolean },
): void {
  const disputeId = uuidAt(random, openedAt);
  rows.disputes.push({
    id: disputeId,
    orderId: order.id,
    reason: 'does-not-work',
    text: 'The microphone does not work: nobody hears me on calls.',
    lastStepBy: 'buyer',
    openedAt,
  });
  const at = later(agreedAt, -6);
  rows.disputeProposals.push({
    id: uuidAt(random, at),
    disputeId,
    party: 'seller',
    kind: 'return-and-refund',
    state: 'accepted',
    at,
  });
  rows.disputeResolutions.push({
    id: uuidAt(random, agreedAt),
    disputeId,
    source: 'agreement',
    kind: 'return-and-refund',
    at: agreedAt,
  });
  rows.returns.push({
    orderId: order.id,
    address: hasAddress ? 'Nora Bell, 2040 NE Alberta Street, Portland, Oregon 97211, USA' : null,
    createdAt: agreedAt,
  });
}

/** Writes a dispute to which the seller has not answered; the buyer proposes a full refund. */
export function writeSilentDispute(
  rows: TradeRows,
  random: Random,
  order: { id: string },
  about: Pick<DisputeRow, 'reason' | 'text'> & { openedAt: Date; escalatedAt?: Date },
): void {
  const { openedAt } = about;
  const disputeId = uuidAt(random, openedAt);
  rows.disputes.push({ id: disputeId, orderId: order.id, lastStepBy: 'buyer', ...about });
  rows.disputeProposals.push({
    id: uuidAt(random, openedAt),
    disputeId,
    party: 'buyer',
    kind: 'full-refund',
    at: openedAt,
  });
}

/** Writes a dispute that was escalated, and that an admin has decided with a partial refund. */
export function writeDecision(
  rows: TradeRows,
  random: Random,
  order: { id: string },
  decision: {
    openedAt: Date;
    escalatedAt: Date;
    decidedAt: Date;
    decidedBy: string;
    refundCents: number;
  },
): void {
  const { openedAt, escalatedAt, decidedAt, decidedBy, refundCents } = decision;
  const disputeId = uuidAt(random, openedAt);
  rows.disputes.push({
    id: disputeId,
    orderId: order.id,
    reason: 'does-not-work',
    text: 'The speaker crackles as soon as it is louder than half.',
    lastStepBy: 'seller',
    escalatedAt,
    openedAt,
  });
  const answeredAt = later(openedAt, 11);
  rows.disputeMessages.push({
    id: uuidAt(random, answeredAt),
    disputeId,
    party: 'seller',
    text: 'It never did that with me. I would like the sale to stand.',
    at: answeredAt,
  });
  const propose = (party: 'buyer' | 'seller', kind: 'full-refund' | 'release', at: Date) =>
    rows.disputeProposals.push({
      id: uuidAt(random, at),
      disputeId,
      party,
      kind,
      state: 'void',
      at,
    });
  propose('buyer', 'full-refund', later(openedAt, 1));
  propose('seller', 'release', answeredAt);
  rows.disputeResolutions.push({
    id: uuidAt(random, decidedAt),
    disputeId,
    source: 'admin',
    decidedBy,
    kind: 'partial-refund',
    refundCents,
    reason:
      'The listing says that the speakers work, and the recording of the buyer shows that they do not. A quarter of the price covers the repair; the phone is otherwise as described.',
    at: decidedAt,
  });
}
