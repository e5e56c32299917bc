import {
  appealDecision,
  createReport,
  decideAppeal,
  decideModeration,
  listModerationDecisions,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const moderator = () => app.insertUser('buyer', { staffRole: 'moderator' });

async function ban({ token }: TestUser, { id }: TestUser) {
  const target = { kind: 'person', id } as const;
  await app.call(createReport, { body: { target, reason: 'fraud' } });
  const body = { target, kind: 'ban', rule: 'no-deception', message: 'Because.' } as const;
  return app.call(decideModeration, { body, token });
}

test('a moderator decides, and the appeal is for somebody else who moderates', async () => {
  const first = await moderator();
  const seller = await app.insertUser('seller');
  const { insertedId: id } = unwrap(await ban(first, seller));
  const appeal = { params: { id }, body: { text: 'Not true.' }, token: seller.token };
  const { insertedId } = unwrap(await app.call(appealDecision, appeal));
  const judge = async ({ token }: TestUser) => {
    const body = { upheld: true, answer: 'Looked at.' };
    return resultCode(await app.call(decideAppeal, { params: { id: insertedId }, body, token }));
  };
  // Nobody else moderates yet.
  const second = await moderator();
  expect(await judge(first)).toBe('appeal.own-decision');
  const write = app.db.execute(sql`update moderation_appeals
    set state = 'rejected', answer = 'No', decided_by = ${first.id}, decided_at = now()
    where id = ${insertedId}`);
  await expect(write).rejects.toMatchObject({ cause: { code: '23514' } });
  expect(await judge(second)).toBe('ok');
});

test('a suspended moderator does not count: the admin who suspended the only one is notified of the appeal and decides', async () => {
  const alone = await createTestApp();
  onTestFinished(() => alone.close());
  const admin = await alone.insertUser('admin');
  const { id, token } = await alone.insertUser('buyer', { staffRole: 'moderator' });
  const target = { kind: 'person', id } as const;
  const decision = { target, kind: 'ban', rule: 'no-deception', message: 'Because.' } as const;
  const decided = await alone.call(decideModeration, { body: decision, token: admin.token });
  const params = { id: unwrap(decided).insertedId };
  const appeal = await alone.call(appealDecision, { params, body: { text: 'Not true.' }, token });
  await alone.runJobs('dispatch-outbox');
  const mails = alone.sentMails.filter(({ to }) => to === admin.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['An appeal waits for a decision']);
  const judged = await alone.call(decideAppeal, {
    params: { id: unwrap(appeal).insertedId },
    body: { upheld: true, answer: 'Looked at.' },
    token: admin.token,
  });
  expect(resultCode(judged)).toBe('ok');
});

test('moderators decide neither about staff nor about admins nor about themselves; admins decide about staff', async () => {
  const deciding = await moderator();
  const support = await app.insertUser('buyer', { staffRole: 'support' });
  const admin = await app.insertUser('admin');
  for (const person of [support, admin, deciding]) {
    expect(resultCode(await ban(deciding, person))).toBe('moderation.person-protected');
  }
  // Nobody has reported them.
  expect(resultCode(await ban(admin, support))).toBe('ok');
});

test('a moderator does not see that a balance is held', async () => {
  const deciding = await moderator();
  const admin = await app.insertUser('admin');
  const seller = await app.insertUser('seller');
  const { insertedId } = unwrap(await ban(deciding, seller));
  const held = async ({ token }: TestUser) =>
    unwrap(await app.call(listModerationDecisions, { query: {}, token })).find(
      ({ _id }) => _id === insertedId,
    )?.balanceHeld;
  expect([await held(admin), await held(deciding)]).toEqual([true, false]);
});
