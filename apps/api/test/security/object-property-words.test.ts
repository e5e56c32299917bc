import * as contract from '@redial/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hideContactsIn } from '../../src/platform/contact-filter/index.ts';
import { createTestApp, resultCode, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { contact } from './fixtures.ts';
import { findViolations } from './invariants.ts';

/*
 * Words that name properties of every JavaScript object, as texts of people.
 */

const words = [
  'constructor',
  'The Constructor',
  'a constructor set, 3 parts',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__proto__',
] as const;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a word that every object has as a property', () => {
  test.each(words)('hides nothing in "%s"', (text) => {
    expect(hideContactsIn(text)).toBe(text);
  });

  test.each(words)('is a name under which a seller lists: "%s"', async (name) => {
    const seller = await app.insertUser('seller');
    const body = { name };
    unwrap(await app.call(contract.updateProfile, { body, token: seller.token }));
    const productId = await app.insertProduct(seller);
    expect(
      unwrap(await app.call(contract.getProduct, { params: { id: productId } })),
    ).toMatchObject({ sellerName: name });
    const page = await app.call(contract.listProducts, { query: { limit: 5 } });
    expect(resultCode(page)).toBe('ok');
    const params = { id: seller.id };
    expect(resultCode(await app.call(contract.getProfile, { params }))).toBe('ok');
  });

  test.each(words)('is a place where a buyer wants to meet: "%s"', async (location) => {
    const seller = await app.insertUser('seller');
    const buyer = await app.insertUser('buyer');
    const productId = await app.insertProduct(seller);
    const body = { ...contact, location, productId };
    const { insertedId } = unwrap(
      await app.call(contract.placeOrder, { body, token: buyer.token }),
    );
    const read = async ({ token }: TestUser) =>
      resultCode(
        await app.call(contract.getOrderDetails, { params: { id: `${insertedId}` }, token }),
      );
    expect(await read(seller)).toBe('ok');
    expect(await read(buyer)).toBe('ok');
    const { token } = seller;
    expect(resultCode(await app.call(contract.listSales, { query: {}, token }))).toBe('ok');
  });

  test.each(words)('is a message that both read: "%s"', async (text) => {
    const seller = await app.insertUser('seller');
    const buyer = await app.insertUser('buyer');
    const productId = await app.insertProduct(seller);
    const opened = { body: { productId }, token: buyer.token };
    const { insertedId } = unwrap(await app.call(contract.openConversation, opened));
    const params = { id: `${insertedId}` };
    const body = { clientId: crypto.randomUUID(), text };
    unwrap(await app.call(contract.sendMessage, { params, body, token: buyer.token }));
    for (const { token } of [seller, buyer]) {
      const { messages } = unwrap(
        await app.call(contract.listMessages, { params, query: {}, token }),
      );
      expect(messages).toMatchObject([{ text }]);
      expect(resultCode(await app.call(contract.listConversations, { token }))).toBe('ok');
    }
  });

  test.each(words)('names no country: "%s"', async (location) => {
    const match = unwrap(await app.call(contract.matchLocation, { query: { location } }));
    expect(match).not.toHaveProperty('country');
  });
});
