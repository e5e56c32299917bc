import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { outbox, reports, users } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { revokeStaffRole } from '../accounts/staff-roles.ts';

let app: TestApp;
let admin: TestUser;
let moderator: TestUser;
let support: TestUser;
let buyer: TestUser;
let seller: TestUser;

// Staff of earlier tests would get notifications, too.
beforeEach(async () => {
  await app?.close();
  app = await createTestApp();
  admin = await app.insertUser('admin');
  moderator = await app.insertUser('buyer', { staffRole: 'moderator' });
  support = await app.insertUser('buyer', { staffRole: 'support' });
  buyer = await app.insertUser('buyer');
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

const everybody = () => [admin, moderator, support, buyer, seller];
const dispatch = () => app.runJobs('dispatch-outbox');

async function listKinds({ token }: TestUser): Promise<readonly string[]> {
  const list = unwrap(await app.call(contract.listNotifications, { query: {}, token }));
  return list.notifications.map(({ kind }) => kind);
}
const listAll = () => Promise.all(everybody().map(listKinds));
const mailsTo = ({ email }: TestUser) =>
  app.sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);

type Target = contract.NewReport['target'];

async function report(target?: Target): Promise<Target> {
  const reported = target ?? { kind: 'listing', id: await app.insertProduct(seller) };
  const { token } = await app.insertUser('buyer');
  unwrap(
    await app.call(contract.createReport, { body: { target: reported, reason: 'fraud' }, token }),
  );
  await dispatch();
  return reported;
}

const dismiss = async (target: Target, { token }: TestUser) =>
  unwrap(await app.call(contract.decideModeration, { body: { target, kind: 'dismiss' }, token }));

test('a report is announced to admins and moderators, and to nobody else', async () => {
  await report();
  expect(await listAll()).toEqual([['moderation'], ['moderation'], [], [], []]);
  const [notification] = unwrap(
    await app.call(contract.listNotifications, { query: {}, token: moderator.token }),
  ).notifications;
  expect(notification).toMatchObject({
    title: 'New in the moderation queue',
    text: 'A listing was reported. Nothing else waits for a decision.',
    path: '/dashboard/moderation',
  });
  expect(everybody().map((user) => mailsTo(user).length)).toEqual([1, 1, 0, 0, 0]);
});

test('a flood of reports is one notification until somebody has decided', async () => {
  const first = await report();
  await report(first);
  const others = [await report(), await report({ kind: 'person', id: seller.id })];
  expect(await listKinds(moderator)).toEqual(['moderation']);
  expect(mailsTo(moderator)).toHaveLength(1);
  // Deciding marks it as read, for the moderator who has seen the queue.
  await dismiss(first, moderator);
  const count = async ({ token }: TestUser) =>
    unwrap(await app.call(contract.countUnreadNotifications, { token })).unread;
  expect([await count(moderator), await count(admin)]).toEqual([0, 1]);
  // Another report of what waits already is nothing new; of another target, it is.
  for (const other of others) await report(other);
  expect(await count(moderator)).toBe(1);
  await report();
  expect([await count(moderator), await count(admin)]).toEqual([1, 1]);
});

test('of a queue that is long, a report says at least how many cases wait', async () => {
  const reported = await app.insertPeople('buyer', 1000);
  await app.db
    .insert(reports)
    .values(
      reported.flatMap((userId) =>
        ['address:1', 'address:2'].map((reporter) => ({ id: newId(), userId, reporter })),
      ),
    );
  await report();
  const { notifications } = unwrap(
    await app.call(contract.listNotifications, { query: {}, token: moderator.token }),
  );
  expect(notifications).toHaveLength(1);
  const [, cases] =
    /^A listing was reported[.] At least ([\d,]+) cases wait for a decision[.]$/.exec(
      notifications[0]?.text ?? '',
    ) ?? [];
  // A thousand rows are counted, of which up to two are of one person.
  expect(Number(cases?.replace(',', ''))).toBeGreaterThanOrEqual(500);
  expect(Number(cases?.replace(',', ''))).toBeLessThanOrEqual(1000);
});

test('a report of what was announced before is nothing new', async () => {
  const target = await report();
  const token = moderator.token;
  unwrap(await app.call(contract.readNotifications, { body: { upTo: 1e9 }, token }));
  await report(target);
  expect(await listKinds(moderator)).toHaveLength(1);
  // What was decided and is reported again is.
  await dismiss(target, admin);
  await report(target);
  expect(await listKinds(moderator)).toHaveLength(2);
});

test('concurrent reports are one notification', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => app.insertProduct(seller)));
  for (const id of ids) {
    const body = { target: { kind: 'listing', id }, reason: 'fraud' } as const;
    unwrap(await app.call(contract.createReport, { body, token: buyer.token }));
  }
  await Promise.all([dispatch(), dispatch(), dispatch()]);
  expect(await listKinds(moderator)).toEqual(['moderation']);
});

test('an unread notification holds back others for a day, a mail alone for an hour', async () => {
  const kinds = [{ kind: 'moderation', inApp: false, mail: 'now', push: false }] as const;
  const settings = { body: { kinds: [...kinds] }, token: admin.token };
  unwrap(await app.call(contract.changeNotificationSettings, settings));
  const age = (hours: number) =>
    app.db.execute(
      sql`update notifications set created_at = created_at - make_interval(hours => ${hours})`,
    );
  await report();
  await report();
  await age(2);
  await report();
  expect([mailsTo(admin).length, mailsTo(moderator).length]).toEqual([2, 1]);
  await age(23);
  await report();
  expect([mailsTo(admin).length, mailsTo(moderator).length]).toEqual([3, 2]);
  expect(await listKinds(admin)).toEqual([]);
});

test('nothing is announced that was decided meanwhile', async () => {
  const id = await app.insertProduct(seller);
  const body = { target: { kind: 'listing', id }, reason: 'fraud' } as const;
  unwrap(await app.call(contract.createReport, { body, token: buyer.token }));
  await dismiss(body.target, admin);
  await dispatch();
  expect(await listAll()).toEqual([[], [], [], [], []]);
});

test('an appeal is announced to those who can decide about it', async () => {
  await app.db.execute(sql`update users set verified = true where id = ${seller.id}`);
  const target = await report({ kind: 'person', id: seller.id });
  const decision = { target, kind: 'unverify', rule: 'no-deception', message: 'No.' } as const;
  const { insertedId } = unwrap(
    await app.call(contract.decideModeration, { body: decision, token: moderator.token }),
  );
  await dispatch();
  app.sentMails.splice(0);
  const appeal = { params: { id: insertedId }, body: { text: 'I did not.' } };
  unwrap(await app.call(contract.appealDecision, { ...appeal, token: seller.token }));
  await dispatch();
  expect(everybody().map(mailsTo)).toEqual([['An appeal waits for a decision'], [], [], [], []]);
});

test('a dispute that nobody has answered is announced to admins and support', async () => {
  const event = {
    type: 'dispute.escalated',
    disputeId: newId(),
    at: new Date().toISOString(),
  } as const;
  await inTransaction(app.db, (tx) => emit(tx, event));
  await dispatch();
  expect(await listAll()).toEqual([['escalations'], [], ['escalations'], [], []]);
});

test('who has lost the role, or is suspended, gets nothing more', async () => {
  const daily = { kind: 'moderation', inApp: true, mail: 'daily', push: true } as const;
  const body = { kinds: [daily] };
  unwrap(await app.call(contract.changeNotificationSettings, { body, token: moderator.token }));
  await report();
  expect(await listKinds(moderator)).toHaveLength(1);
  expect(await revokeStaffRole(app.deps, 'operator', { id: moderator.id })).toBe('changed');
  const suspended = await app.insertUser('buyer', { staffRole: 'moderator' });
  await app.db.update(users).set({ suspended: true }).where(eq(users.id, suspended.id));
  await app.db.execute(sql`update notifications set read_at = now()`);
  await report();
  await app.runJobs('send-digests');
  const rows = await app.db.execute<{ userId: string }>(
    sql`select user_id as "userId" from notifications where read_at is null`,
  );
  expect(rows.rows).toEqual([{ userId: admin.id }]);
  const mails = await app.db.select({ payload: outbox.payload }).from(outbox);
  expect(JSON.stringify(mails)).not.toContain(moderator.email);
});

test('the settings show each role its own kinds', async () => {
  const staffKinds = ['moderation', 'escalations', 'operation'];
  const shown = await Promise.all(
    everybody().map(async ({ token }) =>
      unwrap(await app.call(contract.getNotificationSettings, { token }))
        .kinds.map(({ kind }) => kind as string)
        .filter((kind) => staffKinds.includes(kind)),
    ),
  );
  expect(shown).toEqual([staffKinds, ['moderation'], ['escalations'], [], []]);
});

test.each(['held', 'answered'])('a listing that is %s is announced', async (cause) => {
  const id = await app.insertProduct(seller);
  if (cause === 'held') {
    await app.db.execute(sql`update products set hidden_reasons = '{review}' where id = ${id}`);
    const event = { type: 'listing.held', productId: id, at: new Date().toISOString() } as const;
    await inTransaction(app.db, (tx) => emit(tx, event));
  } else {
    const target = await report({ kind: 'listing', id });
    const decision = { target, kind: 'changes', rule: 'honest-listing', message: 'Mend.' } as const;
    const { insertedId } = unwrap(
      await app.call(contract.decideModeration, { body: decision, token: moderator.token }),
    );
    const answer = { params: { id: insertedId }, token: seller.token };
    expect(resultCode(await app.call(contract.answerDecision, answer))).toBe('ok');
  }
  await dispatch();
  const { notifications } = unwrap(
    await app.call(contract.listNotifications, { query: {}, token: moderator.token }),
  );
  expect(notifications[0]?.text).toMatch(
    cause === 'held' ? /^A listing is held for review/ : /^A seller has changed a listing/,
  );
});
