import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import {
  identityKnownDevices,
  identityUsers,
  payoutAccounts,
  removedSellerMarks,
  riskAssessments,
  users,
} from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { assessListing } from './assess-listing.ts';

let app: TestApp;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  other = await app.insertUser('admin');
});
afterAll(() => app.close());

/** A seller with an account on a device, whose payouts go to a bank account. */
async function sellerWith(marks: { device?: string; bank?: string }, role = 'seller' as const) {
  const seller = await app.insertUser(role);
  const [row] = await app.db.select().from(users).where(eq(users.id, seller.id));
  if (!row) throw new Error('no user');
  if (marks.device) {
    const { identityUid: userId, email, name } = row;
    await app.db
      .insert(identityUsers)
      .values({ id: userId, email, name, emailVerified: true })
      .onConflictDoNothing();
    await app.db.insert(identityKnownDevices).values({ userId, device: 'x', mark: marks.device });
  }
  if (marks.bank) {
    await app.db
      .insert(payoutAccounts)
      .values({ userId: seller.id, provider: 'sandbox', bankMark: marks.bank });
  }
  return seller;
}

/** The part of the score of a listing of the seller. */
async function partOf(seller: TestUser) {
  const id = await app.insertProduct(seller);
  await inTransaction(app.db, (tx) => assessListing(tx, id));
  const [row] = await app.db
    .select()
    .from(riskAssessments)
    .where(eq(riskAssessments.productId, id));
  return row?.parts.find(({ code }) => code === 'removed-seller');
}

async function ban({ id }: TestUser) {
  const target = { kind: 'person', id } as const;
  await app.insertProduct({ id } as TestUser);
  unwrap(await app.call(contract.createReport, { body: { target, reason: 'fraud' } }));
  const body = { target, kind: 'ban', rule: 'no-deception', message: 'Because.' } as const;
  return unwrap(await app.call(contract.decideModeration, { body, token: admin.token })).insertedId;
}

test('who has the device or the bank account of a banned seller gets the part, with its weight', async () => {
  const banned = await sellerWith({ device: 'd1', bank: 'b1' });
  const [sameDevice, sameBank, both, neither] = [
    await sellerWith({ device: 'd1', bank: 'b2' }),
    await sellerWith({ device: 'd2', bank: 'b1' }),
    await sellerWith({ device: 'd1', bank: 'b1' }),
    // The hash of a device is never compared with that of a bank account.
    await sellerWith({ device: 'b1', bank: 'd1' }),
  ];
  expect(await partOf(both)).toBeUndefined();
  const decisionId = await ban(banned);
  const weight = contract.riskWeights['removed-seller'];
  const detail = (what: string) => `Same ${what} as a seller who was removed.`;
  expect(await partOf(sameDevice)).toMatchObject({ weight, detail: detail('device') });
  expect(await partOf(sameBank)).toMatchObject({ detail: detail('bank account') });
  expect(await partOf(both)).toMatchObject({ detail: detail('device and bank account') });
  expect(await partOf(neither)).toBeUndefined();
  expect(await partOf(banned), 'not because of oneself').toBeUndefined();

  // An appeal that is upheld takes it back.
  const appeal = { params: { id: decisionId }, body: { text: 'No.' }, token: banned.token };
  const { insertedId } = unwrap(await app.call(contract.appealDecision, appeal));
  const params = { id: insertedId };
  const body = { upheld: true, answer: 'You are right.' };
  unwrap(await app.call(contract.decideAppeal, { params, body, token: other.token }));
  expect(await partOf(both)).toBeUndefined();
});

test('a seller whom an admin deletes is recognized, and one who deletes the own account is not', async () => {
  const deleted = await sellerWith({ device: 'd3' });
  const left = await sellerWith({ device: 'd4' });
  const params = { id: deleted.id };
  unwrap(await app.call(contract.deleteUser, { params, token: admin.token }));
  const { token, email } = left;
  unwrap(await app.call(contract.deleteOwnAccount, { body: { email }, token }));
  expect(await partOf(await sellerWith({ device: 'd3' }))).toBeDefined();
  expect(await partOf(await sellerWith({ device: 'd4' }))).toBeUndefined();
});

test('the seller reads nothing that says with whom the account has something in common', () => {
  expect(contract.riskExplanations['removed-seller']).not.toMatch(/device|bank|removed|banned/i);
});

test('the marks of a removed seller are deleted after a year', async () => {
  const banned = await sellerWith({ device: 'd5', bank: 'b5' });
  await ban(banned);
  const isKept = async (days: number) => {
    await app.db
      .update(removedSellerMarks)
      .set({ removedAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(removedSellerMarks.userId, banned.id));
    await app.runJobs('purge-contact-data');
    return app.db.$count(removedSellerMarks, eq(removedSellerMarks.userId, banned.id));
  };
  expect(await isKept(364)).toBe(2);
  expect(await isKept(366)).toBe(0);
});

test('the bank account is stored as a keyed hash of what the provider says', async () => {
  const details = {
    holderName: 'Rana Ahmed',
    accountNumber: '000123456789',
    routingNumber: '110000000',
  };
  const marks: (string | null | undefined)[] = [];
  for (const holderName of ['Rana Ahmed', 'rana ahmed ', 'Somebody Else']) {
    const { token, id } = await app.insertUser('seller');
    unwrap(
      await app.call(contract.setUpPayoutAccount, { body: { ...details, holderName }, token }),
    );
    const [row] = await app.db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, id));
    marks.push(row?.bankMark);
  }
  expect(marks[0]).toMatch(/^[\w-]{43}$/);
  expect(marks[1]).toBe(marks[0]);
  expect(marks[2]).not.toBe(marks[0]);
  const { rows } = await app.db.execute<{ fingerprint: string }>(
    sql`select fingerprint from sandbox_cards.accounts where fingerprint is not null`,
  );
  expect(rows.map(({ fingerprint }) => fingerprint)).not.toContain(marks[0]);
});
