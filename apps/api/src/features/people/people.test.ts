import {
  decideModeration,
  deleteUser,
  endPersonSessions,
  findAnything,
  getPerson,
  listAuditEntries,
  type StaffRole,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, type TestUser, unwrap } from '../../../test/test-app.ts';
import {
  deviceNumbers,
  deviceOwners,
  devices,
  listingImeis,
  payments,
  payouts,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { hashImei } from '../devices/index.ts';
import { createOrderFixture } from '../orders/order.fixture.ts';

let app: Awaited<ReturnType<typeof createOrderFixture>>;

beforeAll(async () => {
  app = await createOrderFixture();
});
afterAll(() => app.close());

const find = async (q: string, { token }: TestUser = app.admin) =>
  unwrap(await app.call(findAnything, { query: { q }, token }));
const kinds = async (q: string, who?: TestUser) =>
  (await find(q, who)).hits.map(({ kind, pageId }) => `${kind} ${pageId}`);
const read = async (id: string, { token }: TestUser = app.admin) =>
  unwrap(await app.call(getPerson, { params: { id }, token }));
const staff = (staffRole: StaffRole) => app.insertUser('buyer', { staffRole });
/** The actions of the audit log about somebody, oldest first, with their changes. */
async function audited(id: string) {
  const query = { q: id, kind: 'admin' as const };
  const { entries } = unwrap(await app.call(listAuditEntries, { query, token: app.admin.token }));
  return entries
    .toReversed()
    .map(({ action, changes }) => [action, ...changes.map(({ after }) => after)].join(' '));
}

test('an id leads to what it names, whole, without dashes or by its first digits', async () => {
  const { seller } = app;
  const id = await app.orderIn('paid');
  const [payment] = await app.db.select().from(payments).where(eq(payments.orderId, id));
  expect(await find(id)).toMatchObject({ exact: true, hits: [{ kind: 'order', pageId: id }] });
  expect(await kinds(id.replaceAll('-', '').toUpperCase())).toEqual([`order ${id}`]);
  // Ids of the same minute begin alike.
  expect(await kinds(id.slice(0, 20))).toContain(`order ${id}`);
  expect(await kinds(id.slice(0, 7))).not.toContain(`order ${id}`);
  expect(await kinds(payment?.id ?? '')).toEqual([`payment ${id}`]);
  expect(await kinds(payment?.intentId ?? '')).toEqual([`payment ${id}`]);
  expect(await kinds(seller.id)).toEqual([`person ${seller.id}`]);
  expect(await find(newId())).toEqual({ hits: [], exact: true });
});

test('a payout is found by the ids of the provider, and leads to its person', async () => {
  const { id: userId } = await app.insertUser('seller');
  await app.db.insert(payouts).values({
    id: newId(),
    userId,
    provider: 'sandbox',
    accountId: 'acct_9',
    amountCents: 500,
    transferId: 'tr_find1',
    providerPayoutId: 'po_find1',
  });
  expect(await kinds('po_find1')).toEqual([`payout ${userId}`]);
  expect(await kinds('tr_find1')).toEqual([`payout ${userId}`]);
});

test('people are found by a part of name or address, whose special characters match themselves', async () => {
  const { id } = await app.insertUser('buyer', {
    name: 'Zoë 50%_off Quill',
    email: 'zoe.quill@mail.com',
  });
  for (const q of ['QUILL', '50%_o', 'zoe.qu', ' quill ']) {
    expect(await kinds(q), q).toEqual([`person ${id}`]);
  }
  expect(await kinds('50_')).toEqual([]);
  expect(await kinds('q')).toEqual([]);
});

test('who searches by the whole e-mail address or an IMEI is recorded, once an hour, without it', async () => {
  const owner = await app.insertUser('seller');
  const imei = '490154203237518';
  const imeiHash = hashImei(app.settings, imei);
  const [deviceId, productId] = [newId(), await app.insertProduct(owner)];
  await app.db.insert(devices).values({ id: deviceId });
  await app.db.insert(deviceOwners).values({ deviceId, userId: owner.id, source: 'listing' });
  await app.db.insert(deviceNumbers).values({ imeiHash, deviceId, tac: imei.slice(0, 8) });
  await app.db.insert(listingImeis).values({ productId, imeiHash, imeiEncrypted: 'x' });
  expect(await kinds('49-015420-323751-8')).toEqual([
    `person ${owner.id}`,
    `listing ${productId}`,
    `device ${deviceId}`,
  ]);
  expect(await audited(owner.id)).toEqual(['person.searched IMEI']);
  const other = await app.insertUser('buyer');
  expect(await kinds(other.email.toUpperCase())).toEqual([`person ${other.id}`]);
  expect(await kinds(other.email)).toEqual([`person ${other.id}`]);
  expect(await audited(other.id)).toEqual(['person.searched e-mail']);
  expect(await find(other.email)).toMatchObject({ exact: true });
});

test('moderators find and read no orders and no money, support no payouts and no reports', async () => {
  const { seller } = app;
  const orderId = await app.orderIn('completed');
  const [moderator, support] = [await staff('moderator'), await staff('support')];
  const [payment] = await app.db.select().from(payments).where(eq(payments.orderId, orderId));
  const payoutId = newId();
  await app.db.insert(payouts).values({
    id: payoutId,
    userId: seller.id,
    provider: 'sandbox',
    accountId: 'acct_1',
    amountCents: 500,
  });
  for (const q of [orderId, payment?.intentId ?? '', payoutId]) {
    expect(await kinds(q, moderator), q).toEqual([]);
  }
  expect(await kinds(orderId, support)).toEqual([`order ${orderId}`]);
  expect(await kinds(payment?.intentId ?? '', support)).toEqual([`payment ${orderId}`]);
  expect(await kinds(payoutId, support)).toEqual([]);
  const of = async (who: TestUser) => {
    const { sections, signIn, money, audit } = await read(seller.id, who);
    return { names: sections.map(({ name }) => name), rest: [signIn, money, audit] };
  };
  expect(await of(moderator)).toEqual({
    names: [
      'listings',
      'reviews-received',
      'reviews-written',
      'reports-about',
      'reports-by',
      'decisions',
    ],
    rest: [null, null, null],
  });
  expect(await of(support)).toEqual({
    names: ['listings', 'purchases', 'sales', 'disputes', 'reviews-received', 'reviews-written'],
    rest: [null, null, null],
  });
});

test('the page of a person has orders of both sides, the balance and the audit log, and is recorded once an hour', async () => {
  app.seller = await app.insertUser('seller');
  app.buyer = await app.insertUser('buyer');
  const completed = await app.orderIn('completed');
  const disputed = await app.orderIn('unpaid');
  const seller = await read(app.seller.id);
  const sales = seller.sections.find(({ name }) => name === 'sales');
  expect(sales?.total).toBe(2);
  expect(sales?.entries.map(({ _id, state }) => [_id, state])).toEqual([
    [disputed, 'unpaid'],
    [completed, 'completed'],
  ]);
  expect(seller.money?.balance).toBe(345 - 17.25);
  const buyer = await read(app.buyer.id);
  expect(buyer.sections.find(({ name }) => name === 'purchases')?.total).toBe(2);
  await read(app.buyer.id);
  expect(await audited(app.buyer.id)).toEqual(['person.opened']);
  expect((await read(app.buyer.id)).audit?.map(({ action }) => action)).toEqual(['person.opened']);
});

test('an admin ends the sessions of a person, which is recorded', async () => {
  const { id, uid } = await app.insertUser('buyer');
  const { token } = app.admin;
  unwrap(await app.call(endPersonSessions, { params: { id }, token }));
  expect(app.endedAccounts).toContain(uid);
  expect(await audited(id)).toEqual(['user.signed-out']);
  const unknown = await app.call(endPersonSessions, { params: { id: newId() }, token });
  expect(resultCode(unknown)).toBe('user.not-found');
});

test('a deleted person is found and read; there is nothing to sign out of', async () => {
  const { id, email } = await app.insertUser('seller');
  const { token } = app.admin;
  unwrap(await app.call(deleteUser, { params: { id }, token }));
  expect((await find(email)).hits).toMatchObject([
    { _id: id, detail: `${email}, seller, deleted` },
  ]);
  expect((await read(id)).deletedAt).not.toBeNull();
  expect(resultCode(await app.call(endPersonSessions, { params: { id }, token }))).toBe(
    'user.not-found',
  );
});

test('an admin suspends a person whom nobody reported; a moderator, or a dismissal, needs a report', async () => {
  const { id } = await app.insertUser('seller');
  const about = {
    target: { kind: 'person', id },
    rule: 'no-spam',
    message: 'Because of many messages.',
  } as const;
  const decide = async (kind: 'suspend' | 'dismiss', { token }: TestUser) =>
    resultCode(await app.call(decideModeration, { body: { ...about, kind, days: 3 }, token }));
  expect(await decide('dismiss', app.admin)).toBe('moderation.nothing-open');
  expect(await decide('suspend', await staff('moderator'))).toBe('moderation.nothing-open');
  expect(await decide('suspend', app.admin)).toBe('ok');
  const person = await read(id);
  expect(person.suspended).toBe(true);
  expect(person.sections.find(({ name }) => name === 'decisions')?.total).toBe(1);
  expect(person.money?.heldBy).not.toBeNull();
});
