import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { normalizeProviderName } from '../../src/adapters/identity/body-validation.ts';
import { products } from '../../src/db/schema/index.ts';
import { resultCode, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Texts that draw over the page around them: marks that are stacked on one letter, and characters that
 * turn the text around them or show nothing.
 */

let app: ListeningServer;
beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const stacked = [
  ['accents', `a${'\u0301'.repeat(9)}`],
  ['accents of which some are below', `a${'\u0301\u0316'.repeat(700)}`],
  ['enclosing signs', `a${'\u0489'.repeat(30)}`],
  ['accents with joiners between them', `a${'\u0301\u200d'.repeat(20)}`],
] as const;
const scratch = {
  part: 'back',
  kind: 'scratch',
  visibleFrom: '20-to-50cm',
  side: 'back',
  x: 0.5,
  y: 0.5,
  sizeMm: 5,
};
const listing = {
  name: 'iPhone 13',
  originalPrice: 799,
  resalePrice: 300,
  number: '+1 202-555-0117',
  location: 'Lyon',
  purchaseDate: 2022,
  yearsOfUse: '3 years',
  category: 'Iphone',
  condition: 'good',
  description: 'Works well.',
};
/** The highest stack that is written, in Tibetan, and texts with marks on many letters. */
const written = [
  '\u0f67\u0f90\u0fb5\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82',
  'בְּרֵאשִׁ֖ית בָּרָ֣א',
  'ที่นี่ น้ำ ผู้ซื้อ',
  'Việt Nam, e\u0302\u0301',
  '👩🏽‍🔧 👨‍👩‍👧‍👦 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
];

describe('marks that are stacked on a letter', () => {
  test.each(stacked)('are no text that others read: %s', async (_, text) => {
    const seller = await app.insertUser('seller');
    const buyer = await app.insertUser('buyer');
    const id = await app.insertProduct(seller);
    const refused = async (method: 'PUT' | 'PATCH' | 'POST', path: string, body: object) => {
      const { status, json } = await app.send(method, path, seller, body);
      expect([status, json.code], path).toEqual([422, 'validation.failed']);
    };
    await refused('PUT', '/api/account/profile', { name: `Nora ${text}`.slice(0, 60) });
    await refused('PATCH', `/api/listings/${id}`, { colour: text.slice(0, 30) });
    await refused('PUT', `/api/listings/${id}/defects`, {
      defects: [{ ...scratch, note: text.slice(0, 200) }],
    });
    const [image] = await app.db.select().from(products).where(eq(products.id, id));
    const img = `${image?.imageUrl}`;
    await refused('POST', `/api/listings/${id}/photos`, { img, alt: text.slice(0, 120) });
    await refused('PATCH', `/api/products/${id}`, { ...listing, img, description: text });
    await refused('PATCH', `/api/products/${id}`, {
      ...listing,
      img,
      name: `iPhone ${text.slice(0, 20)}`,
    });
    const { insertedId } = unwrap(
      await app.call(contract.openConversation, {
        body: { productId: id },
        token: buyer.token,
      }),
    );
    await refused('POST', `/api/conversations/${insertedId}/messages`, {
      clientId: crypto.randomUUID(),
      text,
    });
  });

  test.each(written)('are read where a language has them: "%s"', async (text) => {
    expect(contract.hasStackedMarks(text)).toBe(false);
    const seller = await app.insertUser('seller');
    const body = { name: text };
    expect(resultCode(await app.call(contract.updateProfile, { body, token: seller.token }))).toBe(
      'ok',
    );
  });
});

test('an account of a provider with such a name is called without the marks', () => {
  const name = `No${'\u0301'.repeat(60)}ra`;
  expect(normalizeProviderName(name, 'nora@mail.com')).toBe('Nora');
  expect(normalizeProviderName('Việt', 'nora@mail.com')).toBe('Việt');
});

test.each(['\u202eder', 'Red\u2028Blue', '\u3164', 'Re\u0007d'])(
  'a colour, a carrier and a note on a defect leave the text around them alone: %j',
  async (text) => {
    const seller = await app.insertUser('seller');
    const id = await app.insertProduct(seller);
    for (const [method, path, body] of [
      ['PATCH', `/api/listings/${id}`, { colour: text }],
      ['PATCH', `/api/listings/${id}`, { networkLock: 'carrier-locked', carrier: text }],
      ['PUT', `/api/listings/${id}/defects`, { defects: [{ ...scratch, note: text }] }],
    ] as const) {
      const { status, json } = await app.send(method, path, seller, body);
      expect([status, json.code], path).toEqual([422, 'validation.failed']);
    }
  },
);
