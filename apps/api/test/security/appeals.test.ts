import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/db/schema/index.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * What banned people publish, and what appeals bring back.
 */

let app: ListeningServer;
beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a banned person', () => {
  const ban = ({ id }: TestUser) =>
    app.db.update(users).set({ suspended: true }).where(eq(users.id, id));

  test('publishes no review and no reply, and does not become a seller', async () => {
    const endOrder = async () => {
      const { orderId: id } = await app.payOrder();
      await app.move(id, 'meet', 'accept');
      return id;
    };
    const [first, second] = [await endOrder(), await endOrder()];
    const write = (id: string, { token }: TestUser) =>
      app.call(contract.writeReview, {
        params: { id },
        body: { stars: 1, text: 'No.', points: { communication: 1 } },
        token,
      });
    const { insertedId: review } = unwrap(await write(first, app.buyer));
    unwrap(await write(first, app.seller));
    await ban(app.seller);
    await ban(app.buyer);
    const results = [
      await write(second, app.seller),
      await app.call(contract.replyToReview, {
        params: { id: review },
        body: { text: 'A lie.' },
        token: app.seller.token,
      }),
      await app.call(contract.becomeSeller, { token: app.buyer.token }),
    ];
    await app.db.update(users).set({ suspended: false });
    expect(results.map(resultCode)).toEqual([
      'account.suspended',
      'account.suspended',
      'account.suspended',
    ]);
  });
});

describe('an appeal that is upheld', () => {
  const reportAndDecide = async (
    target: contract.NewReport['target'],
    kind: contract.DecisionKind,
  ) => {
    const { token } = await app.insertUser('buyer');
    const report = { target, reason: 'misleading', text: 'Look' } as const;
    unwrap(await app.call(contract.createReport, { body: report, token }));
    return () =>
      app.call(contract.decideModeration, {
        body: { target, kind, rule: 'honest-listing', message: 'It is not.' },
        token: app.admin.token,
      });
  };
  const appeal = async (decisionId: string, { token }: TestUser) => {
    const { insertedId: id } = unwrap(
      await app.call(contract.appealDecision, {
        params: { id: decisionId },
        body: { text: 'It is not true.' },
        token,
      }),
    );
    const other = await app.insertUser('admin');
    unwrap(
      await app.call(contract.decideAppeal, {
        params: { id },
        body: { upheld: true, answer: 'Looked at.' },
        token: other.token,
      }),
    );
    await app.db.update(users).set({ role: 'buyer' }).where(eq(users.id, other.id));
  };
  const statusOf = async (id: string) =>
    resultCode(await app.call(contract.getProduct, { params: { id } }));
  const remove = async (id: string) =>
    unwrap(await app.call(contract.deleteProduct, { params: { id }, token: app.seller.token }));

  test('does not bring back what its seller had deleted', async () => {
    const id = await app.insertProduct(app.seller);
    const imei = app.newImei();
    await app.claim(id, imei);
    const decide = await reportAndDecide({ kind: 'listing', id }, 'remove');
    await remove(id);
    const next = await app.insertProduct(app.seller);
    await app.claim(next, imei);
    await appeal(unwrap(await decide()).insertedId, app.seller);
    expect(await statusOf(id)).toBe('product.not-found');
    expect(await statusOf(next)).toBe('ok');
  });

  test('does not bring back a phone that is listed again meanwhile, and claims its IMEI', async () => {
    const imei = app.newImei();
    const removed = await app.insertProduct(app.seller);
    await app.claim(removed, imei);
    const decide = await reportAndDecide({ kind: 'listing', id: removed }, 'remove');
    const { insertedId } = unwrap(await decide());
    const next = await app.insertProduct(app.seller);
    await app.claim(next, imei);
    await appeal(insertedId, app.seller);
    expect(await statusOf(removed)).toBe('product.not-found');

    const second = unwrap(await (await reportAndDecide({ kind: 'listing', id: next }, 'remove'))());
    const third = await app.insertProduct(app.seller);
    await app.claim(third, imei);
    await remove(third);
    await appeal(second.insertedId, app.seller);
    expect(await statusOf(next)).toBe('ok');
    const fourth = await app.insertProduct(app.seller);
    await expect(app.claim(fourth, imei)).rejects.toThrow('device.already-listed');
  });

  test('verifies nobody who was not: a badge that is not there cannot be taken away', async () => {
    const { seller } = app;
    const decide = await reportAndDecide({ kind: 'person', id: seller.id }, 'unverify');
    expect(resultCode(await decide())).toBe('validation.failed');
    await app.db.update(users).set({ verified: true }).where(eq(users.id, seller.id));
    await appeal(unwrap(await decide()).insertedId, seller);
    const [row] = await app.db.select().from(users).where(eq(users.id, seller.id));
    expect(row?.verified).toBe(true);
  });
});
