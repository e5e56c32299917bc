import * as contract from '@redial/contract';
import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { moderationDecisions, users } from '../../db/schema/index.ts';

let app: TestApp;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  other = await app.insertUser('admin');
});
afterAll(() => app.close());

async function decide({ id }: TestUser, kind: 'suspend' | 'ban') {
  const target = { kind: 'person', id } as const;
  await app.insertProduct({ id } as TestUser);
  unwrap(await app.call(contract.createReport, { body: { target, reason: 'fraud' } }));
  const days = kind === 'suspend' ? { days: 7 } : {};
  const body = { target, kind, rule: 'no-deception', message: 'Because.', ...days } as const;
  return unwrap(await app.call(contract.decideModeration, { body, token: admin.token })).insertedId;
}

const deleteAccount = async ({ token, email }: TestUser) =>
  unwrap(await app.call(contract.deleteOwnAccount, { body: { email }, token }));

/** Signs up with an address, in another spelling, as a new identity. */
async function signUpAgain(email: string) {
  const { idToken } = app.createIdentity({ email: email.toUpperCase() });
  const body = { name: 'Again', email, role: 'seller' as const };
  return resultCode(await app.call(contract.createUser, { body, token: idToken }));
}

test.each(['suspend', 'ban'] as const)(
  'who deletes the account during a %s cannot sign up again with the address',
  async (kind) => {
    const seller = await app.insertUser('seller');
    await decide(seller, kind);
    await deleteAccount(seller);
    expect(await signUpAgain(seller.email)).toBe('account.removed');
    const [row] = await app.db.select().from(users).where(eq(users.id, seller.id));
    expect(row?.email).toBe(`deleted-${seller.id}@account.invalid`);
    expect(row?.emailKey, 'a keyed hash').toMatch(/^suspended-[\w-]{43}@account\.invalid$/);
  },
);

test('after a suspension the address can be used again, and the next suspension keeps it again', async () => {
  const email = 'second-chance@mail.com';
  for (const time of ['first', 'second']) {
    const seller = await app.insertUser('seller', { email });
    const decision = await decide(seller, 'suspend');
    await deleteAccount(seller);
    expect(await signUpAgain(email), time).toBe('account.removed');
    await app.db
      .update(moderationDecisions)
      .set({ until: sql`now()` })
      .where(eq(moderationDecisions.id, decision));
    await app.runJobs('end-suspensions');
  }
  expect(await signUpAgain(email)).toBe('ok');
});

test('after an appeal that is upheld the address can be used again', async () => {
  const seller = await app.insertUser('seller');
  const { token, email } = seller;
  const params = { id: await decide(seller, 'ban') };
  const appeal = await app.call(contract.appealDecision, { params, body: { text: 'No.' }, token });
  await deleteAccount(seller);
  expect(await signUpAgain(email)).toBe('account.removed');
  const answer = { upheld: true, answer: 'You are right.' };
  const { insertedId: id } = unwrap(appeal);
  unwrap(
    await app.call(contract.decideAppeal, { params: { id }, body: answer, token: other.token }),
  );
  expect(await signUpAgain(email)).toBe('ok');
});

test('an account that was given such an address later can be suspended and deleted, too', async () => {
  const first = await app.insertUser('seller');
  await decide(first, 'ban');
  await deleteAccount(first);
  const second = await app.insertUser('seller', { email: first.email });
  await decide(second, 'ban');
  await deleteAccount(second);
  expect(await signUpAgain(first.email)).toBe('account.removed');
});

test('the address of a banned user who deleted the account is forgotten after a year', async () => {
  const seller = await app.insertUser('seller');
  await decide(seller, 'ban');
  await deleteAccount(seller);
  const isKept = async (days: number) => {
    await app.db
      .update(users)
      .set({ removedAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(users.id, seller.id));
    await app.runJobs('purge-contact-data');
    return app.db.$count(users, and(eq(users.id, seller.id), like(users.emailKey, 'suspended-%')));
  };
  expect(await isKept(364)).toBe(1);
  expect(await isKept(366)).toBe(0);
  expect(await signUpAgain(seller.email)).toBe('ok');
});
