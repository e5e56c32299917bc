import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { possessionProofs, products, riskAssessments, users } from '../../src/db/schema/index.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { insertPossessionProof } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Names that pose as Redial, and moderators who decide about the listings of people with whom they trade.
 */

let app: ListeningServer;
beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('the name of a person', () => {
  const rename = async (name: string, { token }: TestUser) =>
    resultCode(await app.call(contract.updateProfile, { body: { name }, token }));

  test.each([
    'Redial',
    'Redial Support',
    'REDIAL-Team',
    'The Redialers',
    'Rеdiаl payments',
    'Ｒｅｄｉａｌ',
    'R e d i a l',
    'Re dial',
    'Red1al',
    'RediaI Security',
    'Redıal',
    'ʀᴇᴅɪᴀʟ',
    'ᎡEDIAL',
    'Ꮢedial support',
    'ReԀial',
    'ɌEDIAL',
    'Support',
    'Customer Service',
    'Adm1n',
    'Trust & Safety Team',
  ])('is not "%s"', async (name) => {
    const user = await app.insertUser('buyer');
    expect(await rename(name, user)).toBe('validation.failed');
    const { email, idToken: token } = app.createIdentity();
    const body = { name, email, role: 'seller' } as const;
    const { insertedId: id } = unwrap(await app.call(contract.createUser, { body, token }));
    const [created] = await app.db
      .select()
      .from(users)
      .where(eq(users.id, `${id}`));
    expect(created?.name).toBe('New user');
  });

  test.each([
    'Ada Admin',
    'Fredia Lopez',
    'Ed Iallo',
    'Red Ialdo',
    'Support Mbeki',
    '李雷',
    'Élodie',
    'Thế',
    'Işıl',
  ])('may be "%s"', async (name) =>
    expect(await rename(name, await app.insertUser('buyer'))).toBe('ok'),
  );

  test('stays as it is while the person is suspended', async () => {
    const user = await app.insertUser('seller');
    await app.db.update(users).set({ suspended: true }).where(eq(users.id, user.id));
    expect(await rename('Somebody Else', user)).toBe('account.suspended');
  });
});

describe('who trades with a seller', () => {
  test.each([
    [
      'a listing of theirs that is held',
      async (productId: string, { token }: TestUser) => {
        await app.db
          .update(products)
          .set({ hiddenReasons: ['review'] })
          .where(eq(products.id, productId));
        await app.db
          .insert(riskAssessments)
          .values({ productId, score: 65, parts: [], assessedAt: new Date(), heldAt: new Date() })
          .onConflictDoUpdate({ target: riskAssessments.productId, set: { heldAt: new Date() } });
        const body = { released: true, reason: 'Fine' };
        const params = { id: productId };
        return resultCode(await app.call(contract.decideHeldListing, { params, body, token }));
      },
    ],
    [
      'a photo that proves possession',
      async (productId: string, { token }: TestUser) => {
        await app.db.delete(possessionProofs).where(eq(possessionProofs.productId, productId));
        const params = { id: await insertPossessionProof(app, productId) };
        const body = { accepted: true };
        return resultCode(await app.call(contract.decidePossessionProof, { params, body, token }));
      },
    ],
  ] as const)('does not decide about %s', async (_what, decide) => {
    const partner = await app.insertUser('seller');
    const { orderId } = await app.payOrder({ of: partner });
    const moderator = { staffRole: 'moderator' } as const;
    await app.db.update(users).set(moderator).where(eq(users.id, app.buyer.id));
    const other = await app.insertProduct(partner);
    expect(await decide(other, app.buyer)).toBe('moderation.person-protected');
    await app.move(orderId, 'meet', 'accept');
    expect(await decide(other, app.buyer)).toBe('ok');
    await app.db.update(users).set({ staffRole: null }).where(eq(users.id, app.buyer.id));
  });
});
