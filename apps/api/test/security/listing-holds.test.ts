import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { moderationDecisions, products, reports, users } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Listings that avoid the review of risky ones, and moderators who decide about the people with whom they
 * trade.
 */

let app: ListeningServer;
let seller: TestUser;

beforeAll(async () => {
  app = await createListeningServer();
  await app.runJobs('update-prices');
  seller = await app.insertUser('seller');
  // No part of the risk score by themselves.
  await app.db.update(users).set({ createdAt: sql`now() - interval '90 days'` });
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const hiddenReasonsOf = async (id: string) => {
  const [row] = await app.db.select().from(products).where(eq(products.id, id));
  return row?.hiddenReasons;
};

describe('a listing is held for review in the request that makes it risky', () => {
  const phrase = 'gift cards only';
  beforeAll(async () => {
    const body = { list: 'payment', phrase, weight: 5, holds: true } as const;
    unwrap(await app.call(contract.addWord, { body, token: app.admin.token }));
  });

  test.each([
    [
      'a photo, when photos are put in order',
      'PUT',
      '/photos/order',
      (id: string) => ({ photos: [{ _id: id, alt: `Front: ${phrase}` }] }),
    ],
    [
      'a note on a defect',
      'PUT',
      '/defects',
      () => ({
        defects: [
          {
            part: 'screen',
            kind: 'scratch',
            visibleFrom: 'closer-than-20cm',
            side: 'front',
            x: 0.5,
            y: 0.5,
            note: `One scratch, ${phrase}`,
          },
        ],
      }),
    ],
    ['a colour', 'PATCH', '', () => ({ colour: phrase })],
    ['a carrier', 'PATCH', '', () => ({ networkLock: 'carrier-locked', carrier: phrase })],
  ] as const)('by a listed phrase as the text of %s', async (_what, method, path, bodyFor) => {
    const id = await app.insertProduct(seller);
    const changed = await app.send(method, `/api/listings/${id}${path}`, seller, bodyFor(id));
    expect(changed.status, changed.text).toBe(200);
    expect(await hiddenReasonsOf(id)).toEqual(['review']);
    expect((await app.send('GET', `/api/products/${id}`)).status).toBe(404);
  });

  test('by details that make it a dear model for a low price', async () => {
    const { holdListingsAbove } = app.settings;
    Object.assign(app.settings, { holdListingsAbove: 20 });
    const about = { name: 'A phone', resalePriceCents: 8_000, modelId: null, storageGb: null };
    const id = await app.insertProduct(seller, about);
    await app.runJobs('dispatch-outbox');
    expect(await hiddenReasonsOf(id)).toEqual([]);
    const details = { model: 'galaxy-s24', storageGb: 128 };
    const changed = await app.send('PATCH', `/api/listings/${id}`, seller, details);
    expect(changed.json, changed.text).toMatchObject({ hidden: true });
    expect(await hiddenReasonsOf(id)).toEqual(['review']);
    Object.assign(app.settings, { holdListingsAbove });
  });

  test('by the text of a bought phone that is listed again', async () => {
    const { orderId } = await app.payOrder();
    await app.move(orderId, 'meet', 'accept');
    await app.db.update(users).set({ role: 'seller' }).where(eq(users.id, app.buyer.id));
    const resale = {
      resalePrice: 300,
      number: '+33 6 12 34 56 78',
      location: 'Lyon',
      description: `As good as new, ${phrase}.`,
    };
    const listed = await app.send('POST', `/api/orders/${orderId}/resale`, app.buyer, resale);
    expect(listed.status, listed.text).toBe(200);
    expect(await hiddenReasonsOf(listed.json.insertedId)).toEqual(['review']);
    await app.db.update(users).set({ role: 'buyer' }).where(eq(users.id, app.buyer.id));
  });
});

describe('who trades with a person does not decide about them:', () => {
  const suspend = async (personId: string, { token }: TestUser) => {
    // Anybody reports a person, also without an account.
    await app.db
      .insert(reports)
      .values({ id: newId(), userId: personId, reporter: `address:${newId()}` });
    const body = {
      target: { kind: 'person', id: personId },
      kind: 'suspend',
      rule: 'respect',
      message: 'Not like this.',
      days: 7,
    } as const;
    return resultCode(await app.call(contract.decideModeration, { body, token }));
  };

  test.each(['buyer', 'seller'] as const)(
    'a moderator who is the %s of a paid order does not suspend the other party, which would refund it',
    async (party) => {
      const partner = await app.insertUser('seller');
      const own = party === 'seller' ? partner : app.buyer;
      const other = party === 'seller' ? app.buyer : partner;
      const { orderId } = await app.payOrder({ of: partner });
      await app.db
        .update(users)
        .set({ role: 'buyer', staffRole: 'moderator' })
        .where(eq(users.id, own.id));
      expect(await suspend(other.id, own)).toBe('moderation.person-protected');
      expect(await app.stateOf(orderId)).toBe('paid');
      await app.db.update(users).set({ staffRole: null }).where(eq(users.id, own.id));
      const uninvolved = await app.insertUser('buyer', { staffRole: 'moderator' });
      if (party === 'buyer') expect(await suspend(other.id, uninvolved)).toBe('ok');
    },
  );

  test('a moderator does not uphold the appeal of somebody from whom they wait for a phone', async () => {
    const partner = await app.insertUser('seller');
    const { orderId } = await app.payOrder({ of: partner });
    await app.move(orderId, 'meet');
    const uninvolved = await app.insertUser('buyer', { staffRole: 'moderator' });
    expect(await suspend(partner.id, uninvolved)).toBe('ok');
    const [decision] = await app.db
      .select()
      .from(moderationDecisions)
      .where(eq(moderationDecisions.personId, partner.id));
    const appeal = { params: { id: decision?.id ?? '' }, body: { text: 'It was not me.' } };
    const appealed = await app.call(contract.appealDecision, { ...appeal, token: partner.token });
    const params = { id: unwrap(appealed).insertedId };
    const body = { upheld: true, answer: 'You are right.' };
    const uphold = async ({ token }: TestUser) =>
      resultCode(await app.call(contract.decideAppeal, { params, body, token }));
    await app.db.update(users).set({ staffRole: 'moderator' }).where(eq(users.id, app.buyer.id));
    expect(await uphold(app.buyer)).toBe('moderation.person-protected');
    await app.db.update(users).set({ staffRole: null }).where(eq(users.id, app.buyer.id));
    expect(await uphold(app.admin)).toBe('ok');
  });

  test('once the order has ended, it is a decision like any other', async () => {
    const partner = await app.insertUser('seller');
    const { orderId } = await app.payOrder({ of: partner });
    await app.move(orderId, 'meet', 'accept');
    const moderator = { staffRole: 'moderator' } as const;
    await app.db.update(users).set(moderator).where(eq(users.id, app.buyer.id));
    expect(await suspend(partner.id, app.buyer)).toBe('ok');
    await app.db.update(users).set({ staffRole: null }).where(eq(users.id, app.buyer.id));
  });
});
