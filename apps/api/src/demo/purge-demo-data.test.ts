import { randomUUID } from 'node:crypto';
import { demoAdmin, demoBuyer, demoModerator, demoSeller, demoSupport } from '@redial/demo-data';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradeSettings } from '../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { createSandboxAccount } from '../adapters/identity/sandbox-google/accounts.ts';
import { findSandboxLinks } from '../adapters/identity/sandbox-google/find-sandbox-links.ts';
import * as schema from '../db/schema/index.ts';
import { auditChain } from '../features/audit/index.ts';
import { findLastBlock, sealChain } from '../platform/sealing/index.ts';
import { loadDemoData } from './load-demo-data.ts';
import { hasDemoData, purgeDemoData } from './purge-demo-data.ts';

const { identityAccounts, identitySessions, identityUsers, orders, outbox, payments } = schema;
const { auditEntries, products, reports, users } = schema;
let database: TestDatabase;
const deletedFiles = new Set<string>();
const imageStore = {
  put: async () => undefined,
  get: async () => Buffer.alloc(1),
  delete: async (name: string) => void deletedFiles.add(name),
};
const hasDemo = async () => hasDemoData(database.db, await findSandboxLinks(database.db));
const purge = async () =>
  purgeDemoData({ db: database.db, imageStore }, await findSandboxLinks(database.db));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Inserts an account at the embedded identity provider. */
async function insertAccount(
  email: string,
  providers: Readonly<Record<string, string>>,
): Promise<string> {
  const id = randomUUID();
  await database.db.insert(identityUsers).values({ id, name: 'Account', email });
  for (const [providerId, accountId] of Object.entries(providers)) {
    const account = { id: randomUUID(), userId: id, providerId, accountId };
    await database.db.insert(identityAccounts).values(account);
  }
  const session = { id: randomUUID(), token: randomUUID(), userId: id };
  await database.db
    .insert(identitySessions)
    .values({ ...session, expiresAt: new Date('2030-01-01') });
  return id;
}

async function insertUser(role: 'buyer' | 'seller', uid: string, email: string): Promise<string> {
  const id = randomUUID();
  await database.db
    .insert(users)
    .values({ id, identityUid: uid, email, emailKey: email, name: 'Real', role });
  return id;
}

/** A product of a seller, with an order of a buyer. */
async function insertOrder(sellerId: string, buyerId: string) {
  const [sample] = await database.db.select().from(products).limit(1);
  if (!sample) throw new Error('there is no product to copy');
  const { search: _search, titleId: _titleId, ...columns } = sample;
  const productId = randomUUID();
  await database.db
    .insert(products)
    .values({ ...columns, id: productId, sellerId, status: 'Sold', isPaid: false });
  const id = randomUUID();
  await database.db.insert(orders).values({
    id,
    productId,
    sellerId,
    buyerId,
    productName: sample.name,
    imageUrl: sample.imageUrl,
    priceCents: sample.resalePriceCents,
    phone: '+1 202-555-0199',
    location: 'Lyon',
    expiresAt: new Date('2030-01-01'),
  });
  return { id, productId };
}

test('an empty database has no demo data', async () => {
  expect(await hasDemo()).toBe(false);
});

test.each([
  [demoAdmin.email],
  [demoModerator.email],
  [demoSupport.email],
  [demoSeller.email],
  [demoBuyer.email],
])('the account %s alone counts as demo data', async (email) => {
  const uid = await insertAccount(email, { credential: email });
  expect(await hasDemo()).toBe(true);
  await database.db.delete(identityUsers).where(eq(identityUsers.id, uid));
  expect(await hasDemo()).toBe(false);
});

test('purging removes the demo data and keeps everything else', async () => {
  const { db } = database;
  await loadDemoData({
    db,
    imageStore,
    trade: tradeSettings,
    imeiSecret: 'a secret of the tests for the numbers of devices',
    publicUrl: 'http://redial.test',
    clock: { now: () => new Date('2026-11-21T10:00:00Z') },
    accounts: {
      createAccount: async ({ email }) => ({
        uid: await insertAccount(email, { credential: email }),
      }),
    },
    onProgress: () => undefined,
  });
  const byEmail = async (email: string) => {
    const [user] = await db.select().from(users).where(eq(users.emailKey, email));
    return user?.id ?? '';
  };
  const subjectOf = (email: string) => createSandboxAccount('', email).sub;
  const realUid = await insertAccount('real@mail.com', { credential: 'real', google: '1234' });
  const both = await insertAccount('both@mail.com', {
    credential: 'both',
    google: subjectOf('both@mail.com'),
  });
  const sandbox = await insertAccount('nobody@mail.com', { google: subjectOf('nobody@mail.com') });
  const real = await insertUser('seller', realUid, 'real@mail.com');
  const bothUser = await insertUser('buyer', both, 'both@mail.com');
  await insertUser('buyer', sandbox, 'nobody@mail.com');
  const kept = await insertOrder(real, bothUser);
  const bought = await insertOrder(real, await byEmail(demoBuyer.email));
  const sold = await insertOrder(await byEmail(demoSeller.email), bothUser);
  await db.insert(outbox).values([
    { kind: 'mail.send', dedupe: 'demo', payload: { to: demoBuyer.email } },
    { kind: 'mail.send', dedupe: 'real', payload: { orderId: kept.id } },
  ]);
  const people = { buyerId: bothUser, sellerId: real };
  const chatId = randomUUID();
  await db.insert(schema.conversations).values([
    { id: chatId, productId: kept.productId, ...people },
    {
      id: randomUUID(),
      productId: sold.productId,
      ...people,
      sellerId: await byEmail(demoSeller.email),
    },
  ]);
  expect(await hasDemo()).toBe(true);
  const entry = {
    action: 'seller.verified',
    actorRole: 'admin',
    targetType: 'user',
    targetId: real,
    changes: {},
  } as const;
  await db.insert(auditEntries).values([
    { ...entry, actorId: await byEmail(demoAdmin.email) },
    { ...entry, actorId: bothUser },
  ]);
  await sealChain({ db }, auditChain);
  expect(await findLastBlock(db, 'audit')).toMatchObject({ number: 1 });

  const purged = await purge();
  expect((await db.select().from(schema.conversations)).map(({ id }) => id)).toEqual([chatId]);
  expect(purged.users).toBeGreaterThan(15);
  expect(deletedFiles.size).toBeGreaterThanOrEqual(purged.images * 8);
  const photos = [...deletedFiles].filter((name) => name.endsWith('-dispute.jpg'));
  expect(photos).toHaveLength(2);
  expect([...deletedFiles].filter((name) => name.endsWith('-message.jpg'))).toHaveLength(1);
  expect(await db.select().from(schema.messagePhotos)).toEqual([]);
  expect(await hasDemo()).toBe(false);
  expect((await db.select().from(users)).map(({ email }) => email).sort()).toEqual([
    'both@mail.com',
    'real@mail.com',
  ]);
  expect((await db.select().from(identityUsers)).map(({ email }) => email).sort()).toEqual([
    'both@mail.com',
    'real@mail.com',
  ]);
  // Sessions that sandbox Google may have opened are over.
  expect((await db.select().from(identitySessions)).map(({ userId }) => userId)).toEqual([realUid]);
  expect((await db.select().from(orders)).map(({ id }) => id)).toEqual([kept.id]);
  expect(await db.select().from(payments)).toEqual([]);
  expect(await db.select().from(reports)).toEqual([]);
  expect((await db.select().from(outbox)).map(({ dedupe }) => dedupe)).toEqual(['real']);
  const log = await db.select().from(auditEntries);
  expect(log.map(({ actorId }) => actorId)).toEqual([bothUser]);
  expect(await findLastBlock(db, 'audit')).toBeUndefined();
  const left = await db.select().from(products);
  expect(left.map(({ id, status }) => [id, status]).sort()).toEqual(
    [
      [kept.productId, 'Sold'],
      [bought.productId, 'Available'],
    ].sort(),
  );
  expect(left.map(({ id }) => id)).not.toContain(sold.productId);
  // Real orders still cannot be deleted.
  await expect(db.delete(orders).where(eq(orders.id, kept.id))).rejects.toMatchObject({
    cause: { code: '23514' },
  });
  expect(await purge()).toEqual({ users: 0, images: 0 });
  const { rows } = await db.execute(sql`select coalesce(sum(n), 0)::int as n from product_counts`);
  expect(rows[0]).toEqual({ n: 2 });
}, 180_000);
