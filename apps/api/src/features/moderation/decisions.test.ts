import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import {
  moderationAppeals,
  moderationDecisions,
  notifications,
  orders,
  products,
  users,
} from '../../db/schema/index.ts';
import { isCheckViolation } from '../../platform/database-errors.ts';
import { newId } from '../../platform/ids.ts';
import { createTradeFixture, type TradeFixture } from '../disputes/trade.fixture.ts';

let app: TradeFixture;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTradeFixture();
  admin = await app.insertUser('admin', { name: 'First' });
  other = await app.insertUser('admin', { name: 'Second' });
});
afterAll(() => app.close());

type Target = contract.NewDecision['target'];

const message = 'The photos show another phone.';
const report = async (
  target: contract.NewReport['target'],
  reason: contract.NewReport['reason'] = 'misleading',
) => {
  const { token } = await app.insertUser('buyer');
  const body = { target, reason, text: 'Written by the reporter' };
  unwrap(await app.call(contract.createReport, { body, token }));
};
const decide = (
  target: Target,
  kind: contract.DecisionKind,
  about: Partial<contract.NewDecision> = {},
  as = admin,
) =>
  app.call(contract.decideModeration, {
    body: {
      target,
      kind,
      ...(kind === 'dismiss' ? {} : { rule: 'honest-listing', message }),
      ...(kind === 'suspend' ? { days: 7 } : {}),
      ...about,
    },
    token: as.token,
  });
/** Reports something and decides about it. @returns the decision's id */
async function reportAndDecide(target: contract.NewReport['target'], kind: contract.DecisionKind) {
  await report(target);
  return unwrap(await decide(target, kind)).insertedId;
}
const queue = async (
  query: { kind?: contract.ModeratedKind; reason?: contract.ReportReason } = {},
) => unwrap(await app.call(contract.getModerationQueue, { query, token: admin.token }));
const itemOf = async (id: string) => (await queue()).items.find(({ target }) => target.id === id);
const isListed = async (id: string) =>
  unwrap(await app.call(contract.listProducts, {})).some(({ _id }) => _id === id);
const ownOf = async ({ token }: TestUser) =>
  unwrap(await app.call(contract.listOwnDecisions, { token }));
const appeal = (id: string, { token }: TestUser) =>
  app.call(contract.appealDecision, { params: { id }, body: { text: 'It is not true.' }, token });
const judge = (id: string, upheld: boolean, { token }: TestUser) =>
  app.call(contract.decideAppeal, {
    params: { id },
    body: { upheld, answer: 'Looked at.' },
    token,
  });
const stateOf = async (id: string) => {
  const [order] = await app.db
    .select({ state: orders.state })
    .from(orders)
    .where(eq(orders.id, id));
  return order?.state;
};
const order = async (productId: string, { token }: TestUser) =>
  app.call(contract.placeOrder, {
    body: { productId, phone: '+33 6 12 34 56 78', location: 'Here' },
    token,
  });

test('the queue has one item per target, the most reported first, and filters by kind and reason', async () => {
  const seller = await app.insertUser('seller', { name: 'Rana' });
  const often = await app.insertProduct(seller, { name: 'Often' });
  const once = await app.insertProduct(seller, { name: 'Once' });
  await report({ kind: 'listing', id: once }, 'counterfeit');
  await report({ kind: 'listing', id: often });
  await report({ kind: 'listing', id: often }, 'spam');
  await report({ kind: 'person', id: seller.id }, 'fraud');
  const { items, total } = await queue();
  const own = items.filter(({ people }) => people.some(({ _id }) => _id === seller.id));
  expect(own.map(({ title, reportCount }) => [title, reportCount])).toEqual([
    ['Often', 2],
    ['Once', 1],
    ['Rana', 1],
  ]);
  expect(total).toBe(items.length);
  expect(own[0]?.reports.map(({ reason, text, by }) => ({ reason, text, by }))).toEqual([
    { reason: 'spam', text: 'Written by the reporter', by: 'user' },
    { reason: 'misleading', text: 'Written by the reporter', by: 'user' },
  ]);
  expect(own[0]?.listing).toMatchObject({ hidden: false, removed: false });
  const people = await queue({ kind: 'person' });
  expect(people.items.map(({ target }) => target.id)).toEqual([seller.id]);
  const fakes = await queue({ reason: 'counterfeit' });
  expect(fakes.items.map(({ target }) => target.id)).toEqual([once]);
});

test('a listing that is held for review waits in the queue, and dismissing it lists it', async () => {
  const seller = await app.insertUser('seller');
  const id = await app.insertProduct(seller, { hiddenReasons: ['review'] });
  expect(await itemOf(id)).toMatchObject({ held: true, reportCount: 0 });
  unwrap(await decide({ kind: 'listing', id }, 'dismiss'));
  expect(await itemOf(id)).toBeUndefined();
  expect(await isListed(id)).toBe(true);
});

test('of two admins who decide at once, one finds nothing open', async () => {
  const id = await app.insertProduct(await app.insertUser('seller'));
  await report({ kind: 'listing', id });
  const results = await Promise.all([
    decide({ kind: 'listing', id }, 'hide'),
    decide({ kind: 'listing', id }, 'remove', {}, other),
  ]);
  expect(results.map(resultCode).sort()).toEqual(['moderation.nothing-open', 'ok']);
});

test('a decision is complete: it fits its target, names a rule, says something and who it is about', async () => {
  const seller = await app.insertUser('seller');
  const id = await app.insertProduct(seller);
  const target = { kind: 'listing', id } as const;
  await report(target);
  const code = async (...input: Parameters<typeof decide>) => resultCode(await decide(...input));
  expect(await code({ kind: 'person', id: seller.id }, 'remove')).toBe('validation.failed');
  expect(await code(target, 'hide', { message: ' ' })).toBe('validation.failed');
  expect(
    resultCode(
      await app.call(contract.decideModeration, {
        body: { target, kind: 'suspend', rule: 'respect', message },
        token: admin.token,
      }),
    ),
  ).toBe('validation.failed');
  expect(await itemOf(id)).toBeDefined();
});

test('admins decide neither about each other nor about what is their own', async () => {
  const id = await app.insertProduct(await app.insertUser('seller'));
  await report({ kind: 'listing', id });
  await app.db.update(products).set({ sellerId: other.id }).where(eq(products.id, id));
  for (const as of [admin, other]) {
    const decided = await decide({ kind: 'listing', id }, 'ban', {}, as);
    expect(resultCode(decided)).toBe('moderation.person-protected');
  }
});

test('requested changes hide a listing until an admin accepts them', async () => {
  const seller = await app.insertUser('seller');
  const id = await app.insertProduct(seller);
  const decisionId = await reportAndDecide({ kind: 'listing', id }, 'changes');
  expect(await isListed(id)).toBe(false);
  const answer = () =>
    app.call(contract.answerDecision, { params: { id: decisionId }, token: seller.token });
  const twice = await Promise.all([answer(), answer()]);
  expect(twice.map(resultCode).sort()).toEqual(['decision.not-open', 'ok']);
  expect(await itemOf(id)).toMatchObject({ answered: true });
  unwrap(await decide({ kind: 'listing', id }, 'dismiss'));
  expect(await isListed(id)).toBe(true);
  expect((await ownOf(seller)).decisions).toMatchObject([{ kind: 'changes', state: 'ended' }]);
});

test('the person reads rule and text in a mail and in the notification centre, and nobody else’s words', async () => {
  const seller = await app.insertUser('seller');
  const id = await app.insertProduct(seller, { name: 'Mi 11' });
  await app.runJobs();
  app.sentMails.splice(0);
  await reportAndDecide({ kind: 'listing', id }, 'remove');
  await app.runJobs();
  const mails = app.sentMails.filter(({ to }) => to === seller.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Taken down: Mi 11']);
  expect(mails[0]?.text).toContain(message);
  expect(mails[0]?.text).toContain(contract.marketplaceRules['honest-listing']);
  expect(mails[0]?.text).not.toContain('Written by the reporter');
  const [notified] = await app.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, seller.id));
  expect(notified).toMatchObject({ title: 'Taken down: Mi 11', body: message });
});

test('a suspension hides all listings, ends unpaid orders, refunds paid ones, and ends by itself', async () => {
  const paid = await app.payOrder();
  const handedOver = await app.payOrder();
  await app.move(handedOver.orderId, 'meet');
  const { seller, buyer } = app;
  const offered = await app.insertProduct(seller);
  const reserved = await app.insertProduct(seller);
  const unpaid = unwrap(await order(reserved, buyer)).insertedId;
  await reportAndDecide({ kind: 'person', id: seller.id }, 'suspend');
  await app.runJobs();
  expect(await isListed(offered)).toBe(false);
  expect(resultCode(await app.call(contract.getProduct, { params: { id: offered } }))).toBe(
    'product.not-found',
  );
  expect(await stateOf(unpaid)).toBe('expired');
  expect(await stateOf(paid.orderId)).toBe('refunded');
  expect(await stateOf(handedOver.orderId)).toBe('delivered');

  // What is under way goes on, and nothing new begins.
  const open = await app.insertProduct(await app.insertUser('seller'));
  expect(resultCode(await order(open, seller))).toBe('account.suspended');
  const accepted = await app.call(contract.acceptOrder, {
    params: { id: handedOver.orderId },
    token: buyer.token,
  });
  expect(resultCode(accepted)).toBe('ok');
  const late = await app.insertProduct(seller);
  expect(await isListed(late)).toBe(false);
  const own = await ownOf(seller);
  expect(own.suspension?.until).toBe(own.decisions[0]?.until);
  expect(own.decisions[0]).toMatchObject({ rule: 'honest-listing', message, days: 7 });

  await app.db.execute(
    sql`update moderation_decisions set until = now() where person_id = ${seller.id}`,
  );
  await app.runJobs('end-suspensions');
  expect(await isListed(offered)).toBe(true);
  expect(await isListed(late)).toBe(true);
  expect((await ownOf(seller)).suspension).toBeNull();
  expect(resultCode(await order(open, seller))).toBe('ok');
});

test('a suspension that another one outlasts leaves the account suspended', async () => {
  const seller = await app.insertUser('seller');
  const first = await reportAndDecide({ kind: 'person', id: seller.id }, 'suspend');
  await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
  await app.db
    .update(moderationDecisions)
    .set({ until: new Date() })
    .where(eq(moderationDecisions.id, first));
  await app.runJobs('end-suspensions');
  expect((await ownOf(seller)).decisions).toMatchObject([
    { state: 'in-force' },
    { state: 'ended' },
  ]);
  expect((await ownOf(seller)).suspension).toMatchObject({ until: null });
});

test('the balance of a suspended seller is held while sales are open, or until an admin releases it', async () => {
  const seller = await app.insertUser('seller');
  const { orderId } = await app.payOrder({ of: seller });
  await app.move(orderId, 'meet');
  const id = await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
  const isHeld = async () =>
    unwrap(await app.call(contract.getBalance, { token: seller.token })).held;
  expect(await isHeld()).toBe(true);
  const release = () =>
    app.call(contract.releaseHeldBalance, {
      params: { id },
      body: { reason: 'The buyer is satisfied' },
      token: admin.token,
    });
  const twice = await Promise.all([release(), release()]);
  expect(twice.map(resultCode).sort()).toEqual(['decision.balance-not-held', 'ok']);
  expect(await isHeld()).toBe(false);

  const later = await app.insertUser('seller');
  const sale = await app.payOrder({ of: later });
  await app.move(sale.orderId, 'meet');
  await reportAndDecide({ kind: 'person', id: later.id }, 'ban');
  const token = later.token;
  expect(unwrap(await app.call(contract.getBalance, { token })).held).toBe(true);
  await app.move(sale.orderId, 'accept');
  expect(unwrap(await app.call(contract.getBalance, { token })).held).toBe(false);
});

test('a suspended person writes to others only about orders under way', async () => {
  const { buyer } = app;
  const seller = await app.insertUser('seller');
  const { orderId } = await app.payOrder({ of: seller });
  await app.move(orderId, 'meet');
  const opened = await app.call(contract.openConversation, {
    body: { orderId },
    token: buyer.token,
  });
  const conversationId = unwrap(opened).insertedId;
  await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
  const write = () =>
    app.call(contract.sendMessage, {
      params: { id: conversationId },
      body: { clientId: newId(), text: 'Hello' },
      token: seller.token,
    });
  expect(resultCode(await write())).toBe('ok');
  await app.move(orderId, 'accept');
  expect(resultCode(await write())).toBe('account.suspended');
});

test('an appeal is made once, in time, and by the person decided about', async () => {
  const seller = await app.insertUser('seller');
  const id = await reportAndDecide({ kind: 'person', id: seller.id }, 'suspend');
  expect(resultCode(await appeal(id, await app.insertUser('seller')))).toBe('decision.not-found');
  const twice = await Promise.all([appeal(id, seller), appeal(id, seller)]);
  expect(twice.map(resultCode).sort()).toEqual(['appeal.exists', 'ok']);
  const late = await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
  await app.db
    .update(moderationDecisions)
    .set({ decidedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(moderationDecisions.id, late));
  expect(resultCode(await appeal(late, seller))).toBe('appeal.too-late');
});

test('another admin decides about an appeal, also when both try at once, and the database agrees', async () => {
  for (const _ of Array(5)) {
    const seller = await app.insertUser('seller');
    const id = await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
    const appealId = unwrap(await appeal(id, seller)).insertedId;
    const [own, others] = await Promise.all([
      judge(appealId, true, admin),
      judge(appealId, false, other),
    ]);
    expect(['appeal.own-decision', 'appeal.not-found']).toContain(resultCode(own));
    expect(resultCode(others)).toBe('ok');
    const [stored] = await app.db
      .select()
      .from(moderationAppeals)
      .where(eq(moderationAppeals.id, appealId));
    expect(stored).toMatchObject({ state: 'rejected', decidedBy: other.id });
  }
  const seller = await app.insertUser('seller');
  const id = await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
  const appealId = unwrap(await appeal(id, seller)).insertedId;
  const byFirst = app.db
    .update(moderationAppeals)
    .set({ state: 'rejected', decidedBy: admin.id, decidedAt: new Date(), answer: 'No' })
    .where(eq(moderationAppeals.id, appealId));
  expect(await byFirst.then(() => false, isCheckViolation)).toBe(true);
});

test('a single admin decides about the appeal, too', async () => {
  const seller = await app.insertUser('seller');
  const id = await reportAndDecide({ kind: 'person', id: seller.id }, 'ban');
  const appealId = unwrap(await appeal(id, seller)).insertedId;
  const others = await app.db
    .update(users)
    .set({ role: 'buyer' })
    .where(sql`role = 'admin' and id <> ${admin.id}`)
    .returning({ id: users.id });
  const decided = await judge(appealId, false, admin);
  for (const user of others) {
    await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  }
  expect(resultCode(decided)).toBe('ok');
});

test.each(['hide', 'remove', 'unverify', 'ban'] as const)(
  'an appeal that is upheld reverses: %s',
  async (kind) => {
    const seller = await app.insertUser('seller');
    await app.db.update(users).set({ verified: true }).where(eq(users.id, seller.id));
    const productId = await app.insertProduct(seller);
    const facts = async () => {
      const [row] = await app.db
        .select({ verified: users.verified, suspended: users.suspended })
        .from(users)
        .where(eq(users.id, seller.id));
      return { ...row, listed: await isListed(productId) };
    };
    const before = await facts();
    const id = await reportAndDecide({ kind: 'listing', id: productId }, kind);
    expect(await facts()).not.toEqual(before);
    const appealId = unwrap(await appeal(id, seller)).insertedId;
    unwrap(await judge(appealId, true, other));
    expect(await facts()).toEqual(before);
    expect((await ownOf(seller)).decisions).toMatchObject([
      { state: 'reversed', appeal: { state: 'upheld', answer: 'Looked at.' } },
    ]);
  },
);
