import path from 'node:path';
import { appealStates, decisionStates } from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  moderationDecisions,
  offers,
  orders,
  payments,
  products,
  stateTransitions,
} from '../src/db/schema/index.ts';
import { postCapture } from '../src/features/ledger/index.ts';
import {
  appealTransitions,
  decisionTransitions,
} from '../src/features/moderation/state-machine.ts';
import { offerTransitions } from '../src/features/offers/state-machine.ts';
import { deadlineKinds, entryDeadlines } from '../src/features/orders/deadlines.ts';
import {
  isPaidState,
  orderTransitions,
  saleStatuses,
} from '../src/features/orders/state-machine.ts';
import { transitionOrder } from '../src/features/orders/transitions.ts';
import { paymentTransitions } from '../src/features/payments/state-machine.ts';
import { newId } from '../src/platform/ids.ts';
import type { TransitionTable } from '../src/platform/state-machine.ts';
import { inTransaction } from '../src/platform/transaction.ts';
import { createTestApp, type TestApp, type TestUser, tradeSettings } from './test-app.ts';

type OrderState = (typeof orders.state.enumValues)[number];
type PaymentState = (typeof payments.state.enumValues)[number];

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

const machines = {
  order: { table: orderTransitions, states: orders.state.enumValues, initial: 'unpaid' },
  payment: { table: paymentTransitions, states: payments.state.enumValues, initial: 'open' },
  offer: { table: offerTransitions, states: offers.state.enumValues, initial: 'open' },
  decision: { table: decisionTransitions, states: decisionStates, initial: 'in-force' },
  appeal: { table: appealTransitions, states: appealStates, initial: 'open' },
} satisfies Record<
  string,
  { table: TransitionTable<string>; states: readonly string[]; initial: string }
>;

/** Every pair of different states, and whether a transition table has it. */
const pairsOf = <S extends string>(table: TransitionTable<S>, states: readonly S[]) =>
  states.flatMap((from) =>
    states
      .filter((to) => to !== from)
      .map((to) => ({
        from,
        to,
        allowed: Object.values(table).some((row) => row.from.includes(from) && row.to === to),
      })),
  );

/** Inserts an order in a state, with the payment that paid it if the state needs one. */
async function insertOrder(state: OrderState): Promise<{ orderId: string; productId: string }> {
  const productId = await app.insertProduct(seller, { ...saleStatuses[state] });
  const orderId = newId();
  const paidPaymentId = isPaidState(state) ? newId() : null;
  await inTransaction(app.db, async (tx) => {
    await tx.insert(orders).values({
      id: orderId,
      productId,
      sellerId: seller.id,
      buyerId: buyer.id,
      productName: 'iPhone 13',
      imageUrl: '/images/x.jpg',
      priceCents: 34_500,
      phone: '+33 6 12 34 56 78',
      location: 'Here',
      expiresAt: sql`now()`,
      state,
      paidPaymentId,
    });
    if (!paidPaymentId) return;
    await insertPayment(orderId, 'succeeded', tx, paidPaymentId);
    await postCapture(tx, { orderId, paymentId: paidPaymentId, cents: 34_500 });
  });
  return { orderId, productId };
}

async function insertPayment(
  orderId: string,
  state: PaymentState,
  db: Pick<TestApp['db'], 'insert'> = app.db,
  id = newId(),
): Promise<string> {
  await db.insert(payments).values({
    id,
    provider: 'sandbox',
    orderId,
    buyerId: buyer.id,
    amountCents: 34_500,
    state,
  });
  return id;
}

/** The outcome of an update: `changed`, or the database's message. */
const outcomeOf = (update: Promise<unknown>): Promise<string> =>
  update.then(
    () => 'changed',
    ({ cause }: Error) => (cause as Error).message,
  );

describe.each(Object.entries(machines))('the %s state machine', (machine, definition) => {
  const { states, initial } = definition;
  const table: TransitionTable<string> = definition.table;

  test('reaches every state from the initial one', () => {
    const reached = new Set<string>([initial]);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of Object.values(table)) {
        if (from.some((state) => reached.has(state))) reached.add(to);
      }
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('is the same in the database', async () => {
    const rows = await app.db
      .select({ from: stateTransitions.fromState, to: stateTransitions.toState })
      .from(stateTransitions)
      .where(eq(stateTransitions.machine, machine as keyof typeof machines));
    const pairs = pairsOf(table, states as readonly string[]).filter(({ allowed }) => allowed);
    const text = (all: { from: string; to: string }[]) =>
      all.map(({ from, to }) => `${from} → ${to}`).sort();
    expect(text(rows)).toEqual(text(pairs));
  });
});

test.each(pairsOf(orderTransitions, orders.state.enumValues))(
  'the database allows an order from $from to $to: $allowed',
  async ({ from, to, allowed }) => {
    const { orderId } = await insertOrder(from);
    const paidPaymentId = isPaidState(to)
      ? await insertPayment(orderId, from === 'unpaid' ? 'succeeded' : 'open')
      : null;
    const outcome = await outcomeOf(
      app.db.update(orders).set({ state: to, paidPaymentId }).where(eq(orders.id, orderId)),
    );
    expect(outcome).toBe(allowed ? 'changed' : `illegal order transition ${from} -> ${to}`);
  },
);

test.each(pairsOf(paymentTransitions, payments.state.enumValues))(
  'the database allows a payment from $from to $to: $allowed',
  async ({ from, to, allowed }) => {
    const { orderId } = await insertOrder('unpaid');
    const id = await insertPayment(orderId, from);
    const outcome = await outcomeOf(
      app.db.update(payments).set({ state: to }).where(eq(payments.id, id)),
    );
    expect(outcome).toBe(allowed ? 'changed' : `illegal payment transition ${from} -> ${to}`);
  },
);

test.each(pairsOf(offerTransitions, offers.state.enumValues))(
  'the database allows an offer from $from to $to: $allowed',
  async ({ from, to, allowed }) => {
    const { orderId, productId } = await insertOrder('unpaid');
    const rowOf = (state: typeof from) => ({
      state,
      closedAt: state === 'open' ? null : new Date(),
      orderId: state === 'accepted' ? orderId : null,
    });
    const id = newId();
    await app.db.insert(offers).values({
      id,
      productId,
      sellerId: seller.id,
      buyerId: buyer.id,
      madeBy: 'buyer',
      priceCents: 30_000,
      phone: '+33 6 12 34 56 78',
      location: 'Here',
      createdAt: new Date(),
      expiresAt: new Date(),
      ...rowOf(from),
    });
    const outcome = await outcomeOf(app.db.update(offers).set(rowOf(to)).where(eq(offers.id, id)));
    expect(outcome).toBe(allowed ? 'changed' : `illegal offer transition ${from} -> ${to}`);
  },
);

test.each(pairsOf(decisionTransitions, decisionStates))(
  'the database allows a decision from $from to $to: $allowed',
  async ({ from, to, allowed }) => {
    const id = newId();
    const closedAt = (state: string) =>
      state === 'ended' || state === 'reversed' ? new Date() : null;
    await app.db.insert(moderationDecisions).values({
      id,
      kind: 'ban',
      state: from,
      targetKind: 'person',
      personId: seller.id,
      title: 'Rana',
      message: 'Because of the rules.',
      evidence: { reasons: [] },
      closedAt: closedAt(from),
    });
    const update = app.db
      .update(moderationDecisions)
      .set({ state: to, closedAt: closedAt(to) })
      .where(eq(moderationDecisions.id, id));
    expect(await outcomeOf(update)).toBe(
      allowed ? 'changed' : `illegal decision transition ${from} -> ${to}`,
    );
  },
);

const applied = Object.keys(orderTransitions).flatMap((transition) =>
  orders.state.enumValues.map((from) => ({
    transition: transition as keyof typeof orderTransitions,
    from,
  })),
);

test.each(applied)(
  'an order that is $from and the transition $transition: order and product follow the table',
  async ({ transition, from }) => {
    const { orderId, productId } = await insertOrder(from);
    const { to, ...row } = orderTransitions[transition];
    const allowed = row.from.some((state) => state === from);
    const paymentId =
      transition === 'pay' && from === 'unpaid'
        ? await insertPayment(orderId, 'succeeded')
        : undefined;
    const changed = await inTransaction(app.db, (tx) =>
      transitionOrder(tx, orderId, transition, {
        settings: app.settings,
        ...(paymentId ? { paymentId } : {}),
      }),
    );
    expect(changed).toBe(allowed);
    const [now] = await app.db
      .select({ state: orders.state, status: products.status, isPaid: products.isPaid })
      .from(orders)
      .innerJoin(products, and(eq(products.id, productId), eq(products.id, orders.productId)))
      .where(eq(orders.id, orderId));
    const state = allowed ? to : from;
    expect(now).toEqual({ state, ...saleStatuses[state] });
  },
);

test('docs/orders.md shows the transition tables', async () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/orders.md');
  await expect(documentOf()).toMatchFileSnapshot(file);
});

/** What deadlines without a transition of their own do, unless they remind. */
const effects: Partial<Record<string, string>> = {
  'dispute-response': 'the admins are asked to decide',
  'dispute-end': 'resolveWithRefund if the seller has the phone, else an admin decides',
  review: 'the reviews that were written are published',
};

/** Each kind of deadline: its states, the transition that it applies, and when it is due. */
function deadlineRows(): string[] {
  const entries = [
    ['pay', 'paid'],
    ['ship', 'in_transit'],
    ['receive', 'delivered'],
    ['meet', 'delivered'],
    ['resolveWithReturn', 'returning'],
    ['accept', 'completed'],
  ] as const;
  return Object.entries(deadlineKinds).map(([kind, { states, ...row }]) => {
    const hours = entries.flatMap(([transition, to]) => {
      const started: Partial<Record<string, number>> = entryDeadlines(
        { to, transition },
        tradeSettings,
      );
      const due = started[kind];
      if (due === undefined) return [];
      return [transition === 'meet' ? `${due} after a meeting` : String(due)];
    });
    const then = 'transition' in row ? row.transition : (effects[kind] ?? 'a reminder');
    return `| ${kind} | ${states.join(', ')} | ${then} | ${hours.join(', ')} |`;
  });
}

/** The text of docs/orders.md. */
function documentOf(): string {
  const rows = (table: TransitionTable<string>) =>
    Object.entries(table).map(
      ([name, { from, to, actor, event }]) =>
        `| ${name} | ${from.join(', ')} | ${to} | ${actor} | ${event ? `\`${event}\`` : ''} |`,
    );
  const header = ['| transition | from | to | actor | event |', '|---|---|---|---|---|'];
  return [
    '# Orders, payments and offers',
    '',
    'Generated from the code by `apps/api/test/state-machines.test.ts`; `vitest -u` writes it anew.',
    '',
    'A transition is one conditional update. Its domain event, its row in the order’s history and the product’s status change in the same transaction (`apps/api/src/features/orders/transitions.ts`, `apps/api/src/features/payments/transitions.ts`). Triggers in the database refuse every other transition.',
    '',
    '## Order',
    '',
    'Initial state: `unpaid`. Data: `apps/api/src/features/orders/state-machine.ts`.',
    '',
    ...header,
    ...rows(orderTransitions),
    '',
    'The product shows the state of its latest order; a product without an order is like one whose order is closed.',
    '',
    '| order | `status` | `isPaid` |',
    '|---|---|---|',
    ...Object.entries(saleStatuses).map(
      ([state, { status, isPaid }]) => `| ${state} | ${status} | ${isPaid} |`,
    ),
    '',
    '### Deadlines',
    '',
    'A job fires each once when it is due; leaving the states voids it. Hours are those of the default settings, from entering the state; deadlines without hours start with an action of a party. Both parties see the deadlines with their consequences on the order page. Data: `apps/api/src/features/orders/deadlines.ts`.',
    '',
    '| deadline | while | then | hours |',
    '|---|---|---|---|',
    ...deadlineRows(),
    '',
    '## Payment',
    '',
    'Initial state: `open`. Data: `apps/api/src/features/payments/state-machine.ts`. A payment that succeeds pays its order in the same transaction.',
    '',
    ...header,
    ...rows(paymentTransitions),
    '',
    '## Offer',
    '',
    'Initial state: `open`, for 48 hours. Data: `apps/api/src/features/offers/state-machine.ts`. A counter-offer is an offer of its own. An accepted offer has an order, placed in the same transaction. An offer of a seller to everyone who favourites a phone is an offer of its own for each recipient; the first one who accepts orders the phone, and the others are void once it is paid.',
    '',
    ...header,
    ...rows(offerTransitions),
    '',
    '## Decisions and appeals of moderation',
    '',
    'A decision begins as `in-force`, an appeal as `open`. Data: `apps/api/src/features/moderation/state-machine.ts`. Upholding an appeal reverses its decision in the same transaction. A trigger refuses that the admin who decided first decides about the appeal, where there is another admin.',
    '',
    ...header,
    ...rows(decisionTransitions),
    ...rows(appealTransitions),
    '',
  ].join('\n');
}
