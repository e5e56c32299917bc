import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notifications } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Messages and handover codes that are sent at once, or again and again.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a number in messages that are sent at once', () => {
  test('is hidden whenever its parts arrive in their order', async () => {
    const [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
    for (let round = 0; round < 5; round++) {
      const body = { productId: await app.insertProduct(seller) };
      const opened = await app.call(contract.openConversation, { body, token: buyer.token });
      const path = `/api/conversations/${unwrap(opened).insertedId}/messages`;
      const say = (text: string) => app.send('POST', path, buyer, { clientId: newId(), text });
      const sent = await Promise.all([say('my number is +1 202 555'), say('0142 if you like')]);
      expect(sent.map(({ status }) => status)).toEqual([200, 200]);
      const { messages } = (await app.send('GET', path, seller)).json;
      const read = messages.map(({ text }: { text: string }) => text).join('|');
      // Neither in this order, nor with the parts of one message only.
      expect(read).not.toMatch(/202 555.*\|.*0142/);
    }
  });
});

test.each([
  ['to and fro', [400, 150, 300, 150, 300, 150]],
  ['by cents', [400, 150, 149.99, 149.5, 149.01, 148.9]],
])(
  'a seller who changes a price %s notifies those who favourite the phone once',
  async (_how, prices) => {
    const [seller, fan] = [await app.insertUser('seller'), await app.insertUser('buyer')];
    const id = await app.insertProduct(seller);
    expect((await app.send('PUT', `/api/favourites/${id}`, fan)).status).toBe(200);
    for (const resalePrice of prices) {
      const changed = await app.send('PUT', `/api/listings/${id}/price`, seller, { resalePrice });
      expect(changed.status, changed.text).toBe(200);
      await app.runJobs('dispatch-outbox');
    }
    const sent = await app.db.select().from(notifications).where(eq(notifications.userId, fan.id));
    expect(sent.map(({ title }) => title)).toEqual(['A favourite is cheaper']);
  },
);

test('forty codes of a handover that are tried at once count as five', async () => {
  const { orderId } = await app.payOrder();
  const path = `/api/orders/${orderId}/handover-confirmation`;
  const tried = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      app.send('POST', path, app.seller, { code: String(100_000 + i) }),
    ),
  );
  const compared = tried.filter(({ status }) => status === 200);
  expect(compared.length).toBeLessThanOrEqual(5);
  for (const { json } of compared) expect(json).toMatchObject({ accepted: false, complete: false });
});
