import * as schema from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { past, type UserData } from './user-data.ts';

/** An order of the user, with payment, dispute, return and review. @returns its id and its product. */
export async function insertOrder({ app, user, other }: UserData) {
  const { db } = app;
  const productId = await app.insertProduct(other);
  const orderId = newId();
  await db.insert(schema.orders).values({
    id: orderId,
    productId,
    sellerId: other.id,
    buyerId: user.id,
    productName: 'Galaxy S23 256 GB, Cream',
    imageUrl: '/images/ordered-1.jpg',
    priceCents: 12_345,
    phone: '+33 7 00 11 22 33',
    location: 'Gare de Lyon',
    placedAt: past(70),
    expiresAt: past(69),
    changedAt: past(57),
    handover: 'ship',
    refundedCents: 2_300,
    chargebackOpenedAt: past(56),
  });
  await db.insert(schema.shippingAddresses).values({
    orderId,
    address: {
      name: 'Selma Seller',
      line1: 'Rue de la Part-Dieu 4',
      postalCode: '69003',
      city: 'Lyon',
      country: 'France',
    },
    changedAt: past(53),
  });
  const paymentId = newId();
  await db.insert(schema.payments).values({
    id: paymentId,
    provider: 'sandbox',
    intentId: 'pi_export',
    orderId,
    buyerId: user.id,
    amountCents: 12_345,
    createdAt: past(68),
    changedAt: past(67),
  });
  await db.insert(schema.refunds).values({
    id: newId(),
    orderId,
    paymentId,
    amountCents: 2_300,
    providerRefundId: 're_export',
    dedupe: 'refund of the export',
    createdAt: past(55),
    changedAt: past(54),
  });
  await db.insert(schema.orderEvents).values({
    orderId,
    paymentId,
    details: { carrier: 'DHL' },
    kind: 'order.placed',
    amountCents: 12_345,
    at: past(66),
  });
  await db.insert(schema.payoutAccounts).values({
    userId: user.id,
    provider: 'sandbox',
    accountId: 'acct_export',
    status: 'details-needed',
    requirements: ['Enter your name.'],
    last4: '6780',
    createdAt: past(53),
    changedAt: past(52),
  });
  await db.insert(schema.payouts).values({
    id: newId(),
    userId: user.id,
    provider: 'sandbox',
    accountId: 'acct_export',
    amountCents: 4_560,
    state: 'failed',
    failureCode: 'account_closed',
    providerPayoutId: 'po_export',
    requestedAt: past(51),
    arrivesAt: past(50),
    settledAt: past(49),
    changedAt: past(48),
  });
  const disputeId = newId();
  await db.insert(schema.disputes).values({
    id: disputeId,
    orderId,
    reason: 'not-as-described',
    text: 'The screen has a crack.',
    defects: [{ part: 'screen', kind: 'crack' }],
    openedAt: past(52),
  });
  await db.insert(schema.disputeMessages).values({
    id: newId(),
    disputeId,
    party: 'buyer',
    text: 'Did you see it?',
    at: past(51),
  });
  await db.insert(schema.disputeProposals).values({
    id: newId(),
    disputeId,
    party: 'buyer',
    kind: 'partial-refund',
    refundCents: 2_300,
    at: past(50),
  });
  await db.insert(schema.disputePhotos).values({
    id: newId(),
    orderId,
    uploadedBy: user.id,
    disputeId,
    width: 960,
    height: 720,
    at: past(49),
  });
  await db.insert(schema.returns).values({
    orderId,
    address: 'the address of another user',
    carrier: 'UPS',
    trackingNumber: '1Z999',
    shippedAt: past(48),
  });
  await db.insert(schema.reviews).values({
    id: newId(),
    orderId,
    party: 'buyer',
    authorId: user.id,
    subjectId: other.id,
    stars: 4,
    text: 'As described, a little late.',
    asDescribed: 5,
    communication: 3,
    handover: 2,
    createdAt: past(47),
    changedAt: past(46),
    publishedAt: past(45),
    reply: 'Sorry, the train was late.',
    repliedAt: past(44),
    removedAt: past(43),
    removedBy: other.id,
    removalReason: 'It names a third person.',
  });
  await db.insert(schema.meetings).values({
    id: newId(),
    orderId,
    proposedBy: 'buyer',
    place: 'Gare de Lyon, main hall',
    at: past(47),
    timeZone: 'Europe/Paris',
    createdAt: past(46),
  });
  await db.insert(schema.selfTests).values({
    id: newId(),
    productId,
    orderId,
    party: 'buyer',
    createdBy: user.id,
    productName: 'Galaxy S23',
    results: [{ test: 'battery', outcome: 'passed', values: { levelPct: 71 } }],
    jws: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
    at: past(10),
  });
  return { orderId, productId };
}
