import {
  answerDecision,
  appealDecision,
  type DecisionKind,
  decideAppeal,
  decideModeration,
  editProduct,
  getModerationQueue,
  listOwnDecisions,
  riskWeights,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { moderationDecisions, outbox, reports } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createRiskCalls } from './risk.fixture.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  await app.runJobs('update-prices');
});
afterAll(() => app.close());

const { knownSeller, list, isPublic, review, decide } = createRiskCalls(() => ({ app, admin }));

/** The items of the moderation queue about a listing. */
const queuedOf = async (id: string) =>
  unwrap(await app.call(getModerationQueue, { token: admin.token })).items.filter(
    ({ target }) => target.id === id,
  );
const decideInQueue = (id: string, kind: DecisionKind, { token } = admin) =>
  app.call(decideModeration, {
    body: {
      target: { kind: 'listing', id },
      kind,
      ...(kind === 'dismiss' ? {} : { rule: 'honest-listing', message: 'Not this phone.' }),
      ...(kind === 'suspend' ? { days: 1 } : {}),
    },
    token,
  });
const isHeld = async (seller: TestUser, id: string) => (await review(seller, id)).held;
const fileReport = (id: string) =>
  app.db.insert(reports).values({ id: newId(), productId: id, reporter: `user:${newId()}` });

test('held listings wait once in the queue, the highest score first, with all parts', async () => {
  const seller = await knownSeller();
  const reported = await list(seller);
  await fileReport(reported.id);
  await fileReport(reported.id);
  const held = await list(seller, { resalePrice: 99 }, true);
  await fileReport(held.id);
  const higher = { resalePrice: 99, description: 'Write to rana@mail.com' };
  const highest = await list(seller, higher, true);
  const { items } = unwrap(await app.call(getModerationQueue, { token: admin.token }));
  const own = items.filter(({ people }) => people.some(({ _id }) => _id === seller.id));
  expect(own.map(({ target, held }) => [target.id, held])).toEqual([
    [highest.id, true],
    [held.id, true],
    [reported.id, false],
  ]);
  const risk = own[0]?.listing?.risk;
  expect(risk?.score).toBe(75);
  expect(risk?.parts.map(({ code, weight }) => [code, weight])).toEqual(
    Object.entries(riskWeights),
  );
  expect(risk?.parts.filter(({ applies }) => applies)).toHaveLength(3);
});

test('dismissing a held listing in the queue releases it, and its seller is notified once', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  unwrap(await decideInQueue(id, 'dismiss'));
  await app.runJobs();
  expect(await isPublic(id)).toBe(true);
  expect(await isHeld(seller, id)).toBe(false);
  expect(resultCode(await decide(id, true))).toBe('risk.not-held');
  const mails = await app.db
    .select({ subject: sql<string>`payload ->> 'subject'` })
    .from(outbox)
    .where(sql`payload ->> 'to' = ${seller.email}`);
  expect(mails.filter(({ subject }) => subject.startsWith('On offer: '))).toHaveLength(1);
});

test('a held listing that is hidden in the queue is not held again for the same parts', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  unwrap(await decideInQueue(id, 'hide'));
  await app.runJobs();
  expect(await queuedOf(id)).toEqual([]);
  expect(await isHeld(seller, id)).toBe(false);
  expect(await isPublic(id)).toBe(false);
});

test('deciding in the list of risky listings ends whatever else waits about a listing', async () => {
  const seller = await knownSeller();
  const { id, body } = await list(seller, {}, true);
  await fileReport(id);
  unwrap(await decideInQueue(id, 'changes'));
  const { decisions } = unwrap(await app.call(listOwnDecisions, { token: seller.token }));
  const params = { id: decisions[0]?._id ?? '' };
  unwrap(await app.call(answerDecision, { params, token: seller.token }));
  const edited = { params: { id }, body: { ...body, resalePrice: 99 }, token: seller.token };
  unwrap(await app.call(editProduct, edited));
  await fileReport(id);
  expect(await queuedOf(id)).toMatchObject([{ held: true, answered: true, reportCount: 1 }]);
  unwrap(await decide(id, true));
  await app.runJobs();
  expect(await queuedOf(id)).toEqual([]);
  expect(await isPublic(id)).toBe(true);
});

test('an upheld appeal against a refusal puts the listing on offer, and it is not held again', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  unwrap(await decide(id, false));
  const { decisions } = unwrap(await app.call(listOwnDecisions, { token: seller.token }));
  const params = { id: decisions[0]?._id ?? '' };
  const appealed = { params, body: { text: 'It is my own photo.' }, token: seller.token };
  const { insertedId } = unwrap(await app.call(appealDecision, appealed));
  const other = await app.insertUser('admin');
  const body = { upheld: true, answer: 'You are right.' };
  unwrap(await app.call(decideAppeal, { params: { id: insertedId }, body, token: other.token }));
  await app.runJobs();
  expect(await isPublic(id)).toBe(true);
});

test('a held listing of a suspended seller leaves the queue, and is held again when the suspension ends', async () => {
  const seller = await knownSeller();
  const { id } = await list(seller, { resalePrice: 99 }, true);
  unwrap(await decideInQueue(id, 'suspend'));
  await app.runJobs();
  expect(await queuedOf(id)).toEqual([]);
  await app.db
    .update(moderationDecisions)
    .set({ until: sql`now()` })
    .where(eq(moderationDecisions.productId, id));
  await app.runJobs('end-suspensions');
  // In the transaction that ends the suspension: not even for moments do others see it.
  expect(await queuedOf(id)).toMatchObject([{ held: true }]);
  expect(await isPublic(id)).toBe(false);
  await app.runJobs();
  expect(await isPublic(id)).toBe(false);
});

test('of a decision in the queue and one in the list at once, one counts', async () => {
  for (const _ of Array(3)) {
    const seller = await knownSeller();
    const { id } = await list(seller, { resalePrice: 99 }, true);
    const other = await app.insertUser('admin');
    const results = await Promise.all([decideInQueue(id, 'remove'), decide(id, true, other)]);
    expect(results.map(resultCode).filter((code) => code === 'ok')).toHaveLength(1);
    expect(await queuedOf(id)).toEqual([]);
    const stored = eq(moderationDecisions.productId, id);
    expect(await app.db.$count(moderationDecisions, stored)).toBe(1);
  }
});
