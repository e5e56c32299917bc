import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../../test/test-app.ts';
import {
  blindOffers,
  deviceNumbers,
  devices,
  ledgerInvariants,
  listingImeis,
  moderationAppeals,
  moderationDecisions,
  offers,
  outbox,
  payouts,
  possessionProofs,
  reviews,
  users,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { mailKind } from '../../platform/outbox.ts';
import type { Mail } from '../../ports/mailer.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';
import { enqueueMails, mailedEvents } from './index.ts';

/*
 * Free text of others in mails of the operator is a means of phishing and spam. Each mail is rendered
 * here for an order whose texts say who wrote them.
 */
const byBuyer = 'http://spam.example/written-by-buyer';
const bySeller = 'http://spam.example/written-by-seller';

type MailedType = (typeof mailedEvents)[number];
type OfferMailType = Extract<MailedType, `offer.${string}`>;

let app: TradeFixture;
/** An event of each type. */
let events: Readonly<Record<MailedType, Parameters<typeof enqueueMails>[1]>>;

beforeAll(async () => {
  app = await createTradeFixture();
  const { db, buyer, seller, call } = app;
  await db.update(users).set({ name: byBuyer }).where(eq(users.id, buyer.id));
  await db.update(users).set({ name: bySeller }).where(eq(users.id, seller.id));
  const order = () =>
    app.payOrder({
      product: { name: bySeller, description: bySeller, location: bySeller },
      location: byBuyer,
    });

  const held = await order();
  const [removal, suspension, appealId] = [newId(), newId(), newId()];
  const decided = {
    personId: seller.id,
    message: 'The photos show another phone.',
    // What reporters wrote is in no mail, nor what moderators write for each other.
    evidence: { reasons: ['other' as const], note: byBuyer },
  };
  await db.insert(moderationDecisions).values([
    {
      id: removal,
      kind: 'remove',
      targetKind: 'listing',
      productId: held.productId,
      title: bySeller,
      rule: 'honest-listing',
      ...decided,
    },
    {
      id: suspension,
      kind: 'suspend',
      state: 'ended',
      targetKind: 'person',
      title: bySeller,
      days: 7,
      until: new Date(),
      closedAt: new Date(),
      ...decided,
    },
  ]);
  await db.insert(moderationAppeals).values({ id: appealId, decisionId: removal, text: bySeller });
  const params = { id: held.orderId };
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const propose = async (place: string, { token }: { token: string }) =>
    unwrap(await call(contract.proposeMeeting, { params, body: { place, at }, token })).insertedId;
  const buyersMeeting = await propose(byBuyer, buyer);
  const sellersMeeting = await propose(bySeller, seller);

  const shipped = await order();
  await db.execute(`update orders set handover = 'ship' where id = '${shipped.orderId}'`);
  unwrap(
    await call(contract.shipOrder, {
      params: { id: shipped.orderId },
      body: { carrier: 'other', carrierName: bySeller.slice(0, 60), trackingNumber: 'AB1234' },
      token: seller.token,
    }),
  );

  const disputed = await order();
  await app.move(disputed.orderId, 'meet');
  const { insertedId: disputeId } = unwrap(
    await call(contract.openDispute, {
      params: { id: disputed.orderId },
      body: { reason: 'does-not-work', text: byBuyer },
      token: buyer.token,
    }),
  );
  const { insertedId: messageId } = unwrap(
    await call(contract.addDisputeMessage, {
      params: { id: disputeId },
      body: { text: bySeller },
      token: seller.token,
    }),
  );
  const { insertedId: proposalId } = unwrap(
    await call(contract.addDisputeProposal, {
      params: { id: disputeId },
      body: { kind: 'release' },
      token: seller.token,
    }),
  );
  const [invariant] = contract.ledgerInvariantTexts;
  const violated = { holds: false, figures: {}, checkedAt: new Date(), violatedAt: new Date() };
  await db
    .insert(ledgerInvariants)
    .values({ name: invariant?.name ?? '', ...violated })
    .onConflictDoUpdate({ target: ledgerInvariants.name, set: violated });

  const deviceId = newId();
  await db.insert(devices).values({
    id: deviceId,
    reportedAs: 'stolen',
    reportedAt: new Date(),
  });
  await db.insert(deviceNumbers).values({ imeiHash: 'hash', deviceId, tac: '00101700' });
  await db
    .insert(listingImeis)
    .values({ productId: held.productId, imeiHash: 'hash', imeiEncrypted: 'number' });

  const { orderId } = held;
  const account = { uid: 'uid', email: 'owner@mail.com' };
  const now = new Date().toISOString();
  const step = <T extends MailedType>(type: T, of = orderId) => ({ type, orderId: of });
  const payout = async (state: 'settled' | 'failed') => {
    const payoutId = newId();
    const money = { provider: 'sandbox', accountId: 'acct_1', amountCents: 100 };
    await db.insert(payouts).values({ ...money, id: payoutId, userId: seller.id, state });
    return { type: `payout.${state}` as const, payoutId, userId: seller.id };
  };
  const reviewEvent = async (
    type: 'review.written' | 'review.published' | 'review.replied' | 'review.removed',
    party: 'buyer' | 'seller' = 'buyer',
  ) => {
    const reviewed = await order();
    const isPublished = type !== 'review.written';
    const [author, subject] = party === 'buyer' ? [buyer, seller] : [seller, buyer];
    const reviewId = newId();
    await db.insert(reviews).values({
      id: reviewId,
      orderId: reviewed.orderId,
      party,
      authorId: author.id,
      subjectId: subject.id,
      stars: 5,
      text: party === 'buyer' ? byBuyer : bySeller,
      ...(isPublished && {
        publishedAt: new Date(),
        reply: party === 'buyer' ? bySeller : byBuyer,
        repliedAt: new Date(),
      }),
    });
    return { type, reviewId };
  };
  const proofId = newId();
  await db.insert(possessionProofs).values({
    id: proofId,
    productId: held.productId,
    code: 'K7HT3R',
    expiresAt: new Date(),
    state: 'refused',
    reason: 'code-missing',
    submittedAt: new Date(),
    decidedAt: new Date(),
  });
  events = {
    'order.placed': step('order.placed'),
    'order.paid': step('order.paid'),
    'order.cancelled': step('order.cancelled'),
    'order.expired': step('order.expired'),
    'order.handover-chosen': step('order.handover-chosen'),
    'order.cancellation-requested': step('order.cancellation-requested'),
    'order.sale-cancelled': step('order.sale-cancelled'),
    'order.cancellation-accepted': step('order.cancellation-accepted'),
    'order.handover-missed': step('order.handover-missed'),
    'order.shipped': step('order.shipped', shipped.orderId),
    'order.shipment-corrected': step('order.shipment-corrected', shipped.orderId),
    'order.handed-over': step('order.handed-over'),
    'order.received': step('order.received'),
    'order.completed': step('order.completed'),
    'order.charged-back': step('order.charged-back'),
    'order.refunded-at-provider': step('order.refunded-at-provider'),
    'order.chargeback-opened': step('order.chargeback-opened'),
    'order.chargeback-won': step('order.chargeback-won'),
    'payment.refund-due': { ...step('payment.refund-due'), paymentId: orderId },
    'refund.failed': { ...step('refund.failed'), refundId: orderId },
    'review.written': await reviewEvent('review.written'),
    'review.published': await reviewEvent('review.published'),
    'review.replied': await reviewEvent('review.replied'),
    'review.removed': await reviewEvent('review.removed'),
    ...(await offerEvents(held.productId)),
    'blind-offer.missed': await blindOfferEvent(held.productId),
    'payout.settled': await payout('settled'),
    'payout.failed': await payout('failed'),
    'order.reminder-due': {
      ...step('order.reminder-due'),
      deadlineId: 1,
      kind: 'handover-reminder',
    },
    'order.disputed': step('order.disputed', disputed.orderId),
    'order.dispute-resolved': step('order.dispute-resolved', disputed.orderId),
    'order.return-missed': step('order.return-missed', disputed.orderId),
    'order.returned': step('order.returned', disputed.orderId),
    'return.address-given': step('return.address-given', disputed.orderId),
    'return.shipped': step('return.shipped', disputed.orderId),
    'return.corrected': {
      ...step('return.corrected', disputed.orderId),
      party: 'seller',
      correctionId: newId(),
    },
    'dispute.message-added': { type: 'dispute.message-added', disputeId, messageId },
    'dispute.proposal-made': { type: 'dispute.proposal-made', disputeId, proposalId },
    'dispute.escalated': { type: 'dispute.escalated', disputeId, at: now },
    'meeting.proposed': { ...step('meeting.proposed'), meetingId: sellersMeeting },
    'meeting.accepted': { ...step('meeting.accepted'), meetingId: buyersMeeting },
    'handover.code-entered': { ...step('handover.code-entered'), party: 'buyer' },
    'handover.code-withdrawn': { ...step('handover.code-withdrawn'), party: 'seller' },
    'moderation.decided': { type: 'moderation.decided', decisionId: removal },
    'moderation.ended': { type: 'moderation.ended', decisionId: suspension },
    'appeal.made': { type: 'appeal.made', appealId },
    'appeal.decided': { type: 'appeal.decided', appealId },
    'device.reported': { type: 'device.reported', deviceId },
    'ledger.violated': { type: 'ledger.violated', invariant: invariant?.name ?? '' },
    'backup.failed': { type: 'backup.failed', at: now, reason: 'the disk is full' },
    'seller.verified': { type: 'seller.verified', userId: seller.id },
    'user.photo-removed': {
      type: 'user.photo-removed',
      userId: seller.id,
      reason: 'The photo shows somebody else.',
      at: now,
    },
    'listing.held': { type: 'listing.held', productId: held.productId, at: now },
    'listing.released': { type: 'listing.released', productId: held.productId, at: now },
    'possession-proof.decided': { type: 'possession-proof.decided', proofId },
    'email.verification-requested': {
      type: 'email.verification-requested',
      ...account,
      token: 'token',
      requestedAt: now,
    },
    'password.reset-requested': {
      type: 'password.reset-requested',
      ...account,
      token: 'token',
      requestedAt: now,
    },
    'sign-in.locked': { type: 'sign-in.locked', ...account, at: now },
    'email-change.requested': { type: 'email-change.requested', ...account, token: 't', at: now },
    'email-change.confirmed': { type: 'email-change.confirmed', ...account, token: 't', at: now },
    'email-change.changed': { type: 'email-change.changed', ...account, token: 't', at: now },
    'email-change.reverted': { type: 'email-change.reverted', ...account, at: now },
    'sign-in.new-device': {
      type: 'sign-in.new-device',
      ...account,
      sessionId: 'session',
      ipAddress: '203.0.113.7',
      deviceName: 'Firefox on Windows',
      endToken: 'token',
      at: now,
    },
    'two-factor.on': { type: 'two-factor.on', ...account, at: now },
    'two-factor.off': { type: 'two-factor.off', ...account, at: now },
    'two-factor.codes-renewed': { type: 'two-factor.codes-renewed', ...account, at: now },
    'two-factor.recovery-code-used': {
      type: 'two-factor.recovery-code-used',
      ...account,
      codesLeft: 9,
      at: now,
    },
    'two-factor.refused': { type: 'two-factor.refused', ...account, at: now },
    'passkey.added': { type: 'passkey.added', ...account, name: 'Bitwarden', at: now },
    'passkey.removed': { type: 'passkey.removed', ...account, name: 'Bitwarden', at: now },
    'payout-account.changed': {
      type: 'payout-account.changed',
      ...account,
      changeId: newId(),
      last4: '6789',
    },
    'password.changed': { type: 'password.changed', ...account, at: now },
    'sign-up.repeated': { type: 'sign-up.repeated', ...account, at: now },
  };
});
afterAll(() => app.close());
const found = new Map<MailedType, Mail[]>();

/** The mails about an event of this type. It happens once: some are sent again only when the first is read. */
async function mailsAbout(type: MailedType): Promise<Mail[]> {
  const known = found.get(type);
  if (known) return known;
  const { db } = app;
  await db.delete(outbox).where(eq(outbox.kind, mailKind));
  await enqueueMails(app.deps, events[type]);
  const rows = await db.select().from(outbox).where(eq(outbox.kind, mailKind));
  const mails = rows.map(({ payload }) => payload as Mail);
  expect(mails).not.toEqual([]);
  found.set(type, mails);
  return mails;
}

test.each(mailedEvents)('no mail about %s contains free text of somebody else', async (type) => {
  const { buyer, seller } = app;
  const own: Readonly<Record<string, string>> = {
    [buyer.email]: byBuyer,
    [seller.email]: bySeller,
  };
  for (const { to, subject, text, html } of await mailsAbout(type)) {
    const content = `${subject}\n${text}\n${html}`;
    for (const foreign of [byBuyer, bySeller].filter((author) => author !== own[to])) {
      expect(content, `${type} to ${to}`).not.toContain(foreign.slice(0, 60));
      expect(content, `${type} to ${to}`).not.toContain(foreign.slice(-12));
    }
  }
});

/** Nobody can stop the mails about who has the account, nor those about decisions about its owner. */
const isMandatory = (type: MailedType) =>
  'email' in events[type] ||
  ['moderation.decided', 'moderation.ended', 'appeal.decided', 'user.photo-removed'].includes(type);

test.each(mailedEvents)(
  'a mail about %s is stopped with one click, unless it is mandatory',
  async (type) => {
    for (const { to, unsubscribeUrl, text, html } of await mailsAbout(type)) {
      const stops = [unsubscribeUrl, text, html].map(
        (part) => part?.includes('/unsubscribe?') ?? false,
      );
      expect(stops, `${type} to ${to}`).toEqual(Array(3).fill(!isMandatory(type)));
    }
  },
);

async function blindOfferEvent(productId: string) {
  const blindOfferId = newId();
  await app.db.insert(blindOffers).values({
    id: blindOfferId,
    productId,
    sellerId: app.seller.id,
    buyerId: app.buyer.id,
    ceilingCents: 27_900,
    band: 'within-5',
    createdAt: new Date(),
  });
  return { type: 'blind-offer.missed', blindOfferId } as const;
}

/** An event about an offer for each of their mails. */
async function offerEvents(productId: string) {
  const { db, buyer, seller } = app;
  const insert = async (about: Partial<typeof offers.$inferInsert> = {}) => {
    const id = newId();
    await db.insert(offers).values({
      id,
      productId,
      sellerId: seller.id,
      buyerId: about.buyerId ?? buyer.id,
      madeBy: 'buyer',
      priceCents: 30_000,
      phone: '+33 6 12 34 56 78',
      location: byBuyer,
      createdAt: new Date(),
      expiresAt: new Date(),
      state: 'declined',
      closedAt: new Date(),
      ...about,
    });
    return id;
  };
  const other = await app.insertUser('buyer');
  const answered = await insert();
  const open = { state: 'open', closedAt: null } as const;
  await insert({ ...open, madeBy: 'seller', answersId: answered });
  const step = <T extends string>(type: T, offerId: string) => ({ [type]: { type, offerId } });
  return {
    ...step('offer.made', await insert({ ...open, buyerId: other.id })),
    ...step('offer.countered', answered),
    ...step('offer.declined', await insert()),
    ...step('offer.withdrawn', await insert()),
    ...step('offer.expired', await insert()),
    ...step('offer.voided', await insert({ buyerId: other.id })),
  } as Record<OfferMailType, { type: OfferMailType; offerId: string }>;
}
