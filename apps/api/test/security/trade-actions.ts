import {
  acceptDisputeProposal,
  acceptOrder,
  addDisputeProposal,
  cancelSale,
  chooseHandover,
  confirmHandover,
  confirmReceipt,
  confirmReturn,
  createPaymentIntent,
  decideDispute,
  type Endpoint,
  openDispute,
  recordPayment,
  relistProduct,
  requestCancellation,
  requestPayout,
  resolutionKinds,
  setReturnAddress,
  setUpPayoutAccount,
  shipOrder,
  shipReturn,
} from '@redial/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  disputePhotos,
  disputeProposals,
  disputes,
  orderDeadlines,
  orders,
  payments,
  sandboxDisputes,
  sandboxEvents,
} from '../../src/db/schema/index.ts';
import { codeOf } from '../../src/features/handover/codes.ts';
import { syncChargeback } from '../../src/features/payments/sync-chargeback.ts';
import { syncRefunds } from '../../src/features/payments/sync-refunds.ts';
import { advancePayouts } from '../../src/features/payouts/advance-payouts.ts';
import { newId } from '../../src/platform/ids.ts';
import { CardPaymentsUnavailable } from '../../src/ports/card-payments.ts';
import type { TestApp, TestUser } from '../test-app.ts';
import { postWebhook } from './fixtures.ts';

type OrderRow = typeof orders.$inferSelect;

/** The users of an order, and a number that selects the variant of a step. */
export interface Step {
  readonly app: TestApp;
  readonly users: readonly TestUser[];
  readonly admin: TestUser;
  readonly how: number;
}

const address = {
  name: 'Ben Buyer',
  line1: 'Rue de la Part-Dieu 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};
/** Account numbers of the sandbox: one that works, one that fails at once, one that fails later. */
const accountNumbers = ['000123456789', '000111111116', '000111111113'];

/** Calls an endpoint. Any declared error is fine; an undeclared one fails the test. */
async function request<E extends Endpoint>(
  { app }: Step,
  endpoint: E,
  input: Parameters<typeof app.call<E>>[1],
) {
  const result = await app.call(endpoint, input);
  if (!result.ok && result.error.code === 'server.internal') {
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${result.error.message}`);
  }
  return result;
}

const tokenOf = ({ users }: Step, id: string): string =>
  users.find((user) => user.id === id)?.token ?? 'the user is gone';

/** Lets the open deadlines of an order be due, and fires them. */
async function passDeadlines({ app }: Pick<Step, 'app'>, orderId: string): Promise<void> {
  await app.db
    .update(orderDeadlines)
    .set({ dueAt: sql`now()` })
    .where(and(eq(orderDeadlines.orderId, orderId), isNull(orderDeadlines.closedAt)));
  await app.runJobs('fire-deadlines');
}

/** Enters the other one's handover code, as one party or as both. */
async function enterCodes(step: Step, order: OrderRow, parties: readonly ('buyer' | 'seller')[]) {
  for (const party of parties) {
    const other = party === 'buyer' ? 'seller' : 'buyer';
    const body = { code: codeOf(step.app.settings, order.id, other) };
    const token = tokenOf(step, party === 'buyer' ? order.buyerId : order.sellerId);
    await request(step, confirmHandover, { params: { id: order.id }, body, token });
  }
}

async function findDisputeId({ app }: Step, orderId: string): Promise<string> {
  const [row] = await app.db
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.orderId, orderId));
  return row?.id ?? orderId;
}

/** One party proposes how the dispute ends. */
async function propose(step: Step, order: OrderRow): Promise<void> {
  const id = await findDisputeId(step, order.id);
  const body = resolution(step);
  const token = tokenOf(step, step.how % 2 ? order.buyerId : order.sellerId);
  await request(step, addDisputeProposal, { params: { id }, body, token });
}

const resolution = ({ how }: Step) => {
  const kind = resolutionKinds[how % resolutionKinds.length] ?? 'release';
  return kind === 'partial-refund' ? { kind, refund: 10 + how } : { kind };
};

/** The party that did not make the open proposal accepts it. */
export async function acceptOpenProposal(step: Step, order: OrderRow): Promise<void> {
  const id = await findDisputeId(step, order.id);
  const [proposal] = await step.app.db
    .select()
    .from(disputeProposals)
    .where(and(eq(disputeProposals.disputeId, id), eq(disputeProposals.state, 'open')));
  if (!proposal) return propose(step, order);
  const token = tokenOf(step, proposal.party === 'buyer' ? order.sellerId : order.buyerId);
  const params = { id, proposalId: proposal.id };
  await request(step, acceptDisputeProposal, { params, token });
}

export async function decide(step: Step, order: OrderRow): Promise<void> {
  const id = await findDisputeId(step, order.id);
  const body = { ...resolution(step), reason: 'The photos show it.' };
  await request(step, decideDispute, { params: { id }, body, token: step.admin.token });
}

/** The steps that the parties, the admin and the clock can take next, for each state of an order. */
const nextSteps: Partial<
  Record<OrderRow['state'], readonly ((step: Step, order: OrderRow) => Promise<unknown>)[]>
> = {
  unpaid: [payByCard],
  paid: [
    shipAfterChoice,
    shipAfterChoice,
    (step, order) => enterCodes(step, order, ['buyer', 'seller']),
    async (step, order) => {
      await enterCodes(step, order, [step.how % 2 ? 'buyer' : 'seller']);
      await passDeadlines(step, order.id);
    },
    (step, { id, sellerId }) =>
      request(step, cancelSale, { params: { id }, body: {}, token: tokenOf(step, sellerId) }),
    async (step, { id, buyerId, sellerId }) => {
      const body = { reason: 'changed-mind' } as const;
      const token = tokenOf(step, buyerId);
      await request(step, requestCancellation, { params: { id }, body, token });
      if (step.how % 2) await passDeadlines(step, id);
      const answer = { params: { id }, body: {}, token: tokenOf(step, sellerId) };
      await request(step, cancelSale, answer);
    },
    (step, { id }) => passDeadlines(step, id),
  ],
  in_transit: [
    (step, { id, buyerId }) =>
      request(step, confirmReceipt, { params: { id }, token: tokenOf(step, buyerId) }),
    (step, order) => dispute(step, order, 'not-received'),
    (step, { id }) => passDeadlines(step, id),
  ],
  delivered: [
    (step, { id, buyerId }) =>
      request(step, acceptOrder, { params: { id }, token: tokenOf(step, buyerId) }),
    (step, order) => dispute(step, order, 'does-not-work'),
    (step, order) => dispute(step, order, 'does-not-work'),
    (step, { id }) => passDeadlines(step, id),
  ],
  disputed: [
    propose,
    acceptOpenProposal,
    acceptOpenProposal,
    decide,
    decide,
    (step, { id }) => passDeadlines(step, id),
  ],
  returning: [
    async (step, order) => {
      await shipBack(step, order);
      await endReturn(step, order, {});
    },
    async (step, order) => {
      await shipBack(step, order);
      const photos = [await insertPhoto(step, order)];
      await endReturn(step, order, { problem: { text: 'The screen is broken.', photos } });
    },
    async (step, order) => {
      await giveAddress(step, order);
      await passDeadlines(step, order.id);
    },
    (step, { id }) => passDeadlines(step, id),
  ],
  completed: [payOutAll, payOutAll, openChargeback, refundInDashboard],
  refunded: [
    (step, { productId, sellerId }) =>
      request(step, relistProduct, { params: { productId }, token: tokenOf(step, sellerId) }),
  ],
};

/** Takes an order one legal step further. */
export async function advanceOrder(step: Step, orderId: string): Promise<void> {
  const [order] = await step.app.db.select().from(orders).where(eq(orders.id, orderId));
  const steps = order && nextSteps[order.state];
  const next = steps?.[step.how % steps.length];
  if (order && next) await next(step, order);
}

async function payByCard(step: Step, { id: orderId, buyerId, priceCents }: OrderRow) {
  const { app, users } = step;
  const price = priceCents / 100;
  const token = tokenOf(step, buyerId);
  const body = { price, orderId };
  const asked = await request(step, createPaymentIntent, { body, token });
  if (!asked.ok) return;
  const { clientSecret } = asked.value;
  await app.pay(clientSecret);
  const email = users.find(({ id }) => id === buyerId)?.email ?? '';
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  await request(step, recordPayment, { body: { price, transactionId, email, orderId }, token });
}

async function shipAfterChoice(step: Step, { id, buyerId, sellerId }: OrderRow): Promise<void> {
  const chosen = { method: 'ship', address } as const;
  const token = tokenOf(step, buyerId);
  await request(step, chooseHandover, { params: { id }, body: chosen, token });
  const body = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;
  await request(step, shipOrder, { params: { id }, body, token: tokenOf(step, sellerId) });
}

/** The buyer opens a dispute. */
export const dispute = (
  step: Step,
  { id, buyerId }: Pick<OrderRow, 'id' | 'buyerId'>,
  reason: 'not-received' | 'does-not-work',
) =>
  request(step, openDispute, {
    params: { id },
    body: { reason, text: 'It does not charge.' },
    token: tokenOf(step, buyerId),
  });

const giveAddress = (step: Step, { id, sellerId }: OrderRow) =>
  request(step, setReturnAddress, {
    params: { id },
    body: { address: '5 rue de la Paix\n69001 Lyon' },
    token: tokenOf(step, sellerId),
  });

async function shipBack(step: Step, order: OrderRow): Promise<void> {
  await giveAddress(step, order);
  const body = { carrier: 'ups', trackingNumber: '1Z999AA10123456784' } as const;
  const token = tokenOf(step, order.buyerId);
  await request(step, shipReturn, { params: { id: order.id }, body, token });
}

const endReturn = (step: Step, { id, sellerId }: OrderRow, body: object) =>
  request(step, confirmReturn, { params: { id }, body, token: tokenOf(step, sellerId) });

/** Inserts a photo that the seller has uploaded. @returns its id. */
async function insertPhoto({ app }: Step, { id: orderId, sellerId }: OrderRow): Promise<string> {
  const id = newId();
  const photo = { id, orderId, uploadedBy: sellerId, width: 960, height: 960 };
  await app.db.insert(disputePhotos).values(photo);
  return id;
}

/** A seller requests a payout of all that is available, to an account that works or does not. */
export async function payOutAll(
  step: Step,
  { sellerId }: Pick<OrderRow, 'sellerId'>,
): Promise<void> {
  const token = tokenOf(step, sellerId);
  const accountNumber = accountNumbers[step.how % accountNumbers.length] ?? '';
  const details = { holderName: 'A', accountNumber, routingNumber: '110000000' };
  await request(step, setUpPayoutAccount, { body: details, token });
  await request(step, requestPayout, { body: {}, token });
  await step.app.runJobs('dispatch-outbox');
}

async function findIntentId({ app }: Step, { paidPaymentId }: OrderRow): Promise<string> {
  const [payment] = await app.db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(eq(payments.id, paidPaymentId ?? '00000000-0000-0000-0000-000000000000'));
  return payment?.intentId ?? '';
}

/** The operator refunds a part or all in the provider's dashboard. */
export async function refundInDashboard(step: Step, order: OrderRow): Promise<void> {
  const intentId = await findIntentId(step, order);
  if (!intentId) return;
  const cents = step.how % 3 === 0 ? order.priceCents : 100 * (step.how + 1);
  await step.app.cards.refundInDashboard(intentId, cents).catch(() => undefined);
  // The provider may be down: then the daily comparison finds it.
  if (step.how % 2) await syncRefunds(step.app.deps, intentId).catch(requireUnavailable);
}

function requireUnavailable(error: unknown): void {
  if (!(error instanceof CardPaymentsUnavailable)) throw error;
}

/** The buyer's bank opens a chargeback, of the whole price or of a part. */
export async function openChargeback(step: Step, order: OrderRow): Promise<void> {
  const intentId = await findIntentId(step, order);
  if (!intentId) return;
  const { db } = step.app;
  const id = `dp_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const amountCents = step.how % 2 ? order.priceCents : 100 * (step.how + 1);
  const opened = await db
    .insert(sandboxDisputes)
    .values({
      id,
      intentId,
      amountCents,
      feeCents: 1500,
      reason: 'fraudulent',
      evidenceDueAt: new Date(Date.now() + 7 * 24 * 3600_000),
      createdAt: new Date(),
    })
    .onConflictDoNothing()
    .returning({ id: sandboxDisputes.id });
  if (opened.length === 0) return;
  await db.execute(sql`insert into sandbox_cards.balance_entries
    (id, kind, amount_cents, fee_cents, source_id, created_at)
    values (${`txn_${id}`}, 'dispute', ${-amountCents}, 1500, ${id}, now())`);
  await announce(step, id, intentId);
}

/** The bank decides an open chargeback; the webhook arrives now or never. */
export async function decideChargeback(step: Step, order: OrderRow): Promise<void> {
  const intentId = await findIntentId(step, order);
  const { db } = step.app;
  const ofIntent = eq(sandboxDisputes.intentId, intentId);
  for (const { id, status } of await db.select().from(sandboxDisputes).where(ofIntent)) {
    if (status === 'won' || status === 'lost') continue;
    await step.app.cards.decideDispute(id, step.how % 2 ? 'won' : 'lost');
    if (step.how % 3) await announce(step, id, intentId);
  }
}

async function announce({ app }: Step, id: string, intentId: string): Promise<void> {
  const { statusCode } = await postWebhook(app, {
    id: `evt_${crypto.randomUUID()}`,
    type: 'charge.dispute.updated',
    data: { object: { object: 'dispute', id, payment_intent: intentId } },
  });
  if (statusCode !== 200 && statusCode !== 503) throw new Error(`webhook answered ${statusCode}`);
}

/**
 * Banks and provider do what is due after a minute. Their events arrive out of order, some of them
 * twice, some the next time.
 */
export async function passProviderTime({ app, how }: Pick<Step, 'app' | 'how'>): Promise<void> {
  app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
  await app.cards.settleDue();
  const events = await app.db
    .select({ id: sandboxEvents.id, payload: sandboxEvents.payload })
    .from(sandboxEvents)
    .where(sql`${sandboxEvents.payload}::text not like '%payment_intent.%'`);
  for (const [index, { id, payload }] of events.toReversed().entries()) {
    if ((index + how) % 5 === 4) continue;
    const times = (index + how) % 4 === 0 ? 2 : 1;
    for (let time = 0; time < times; time++) {
      await postWebhook(app, payload);
    }
    await app.db.delete(sandboxEvents).where(eq(sandboxEvents.id, id));
  }
  await advancePayouts(app.deps, 0);
}

/** Each open chargeback is decided, and the provider reports it. */
export async function decideAllChargebacks(app: TestApp): Promise<void> {
  const open = await app.db
    .select()
    .from(sandboxDisputes)
    .where(inArray(sandboxDisputes.status, ['needs_response', 'under_review']));
  for (const [index, { id }] of open.entries()) {
    await app.cards.decideDispute(id, index % 2 ? 'won' : 'lost');
  }
  for (const { id } of await app.db.select({ id: sandboxDisputes.id }).from(sandboxDisputes)) {
    await syncChargeback(app.deps, id);
  }
}
