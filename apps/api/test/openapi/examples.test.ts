import { type DocumentedEndpointName, documentedEndpoints } from '@redial/contract/openapi';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExampleApp, type ExampleApp, sendExample } from './example-app.ts';
import { exampleSetups } from './example-fixtures.ts';

let app: ExampleApp;

beforeEach(async () => {
  app = await createExampleApp();
});
afterEach(() => app.close());

const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);

/** What another run answers differently: ids, tokens and addresses that are made anew. */
const madeAnew = new Set(['insertedId', 'token', 'clientSecret', 'url']);

/** An answer with what is made anew told by its type alone. */
const settled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, part) => (madeAnew.has(key) ? typeof part : part));

/** The rows of docs/conformance.md that a call's answer shows. */
const rows: Partial<Record<DocumentedEndpointName, string>> = {
  getAdminFlag: '[3.5, 7.2]',
  getSellerFlag: '[3.5, 7.3]',
  createUser: '[7.4]',
  exchangeToken: '[7.5]',
  listProducts: '[3.7, 3.8, 3.9, 3.10, 3.12, 3.13, 7.6]',
  listCategoryProducts: '[7.7]',
  listReportedProducts: '[3.17, 7.8]',
  reportProduct: '[7.9]',
  listAdvertisedProducts: '[7.10]',
  resolveReport: '[7.11]',
  placeOrder: '[7.12]',
  listOrders: '[3.14, 7.13]',
  getOrder: '[7.14]',
  cancelOrder: '[7.15]',
  listMyProducts: '[7.16]',
  addProduct: '[7.17]',
  deleteProduct: '[7.18]',
  advertiseProduct: '[7.19]',
  listBuyers: '[3.3, 7.20]',
  listSellers: '[3.4, 7.21]',
  deleteUser: '[7.22]',
  verifySeller: '[7.23]',
  createPaymentIntent: '[7.24]',
  recordPayment: '[3.15, 7.25]',
  uploadImage: '[7.31]',
};

const told = documentedEndpoints.map((one) => ({ ...one, row: rows[one.name] ?? '' }));

test.each(told)('$row $name answers what its example says', async ({ name, call, example }) => {
  const change = await exampleSetups[name](app);
  const answer = await sendExample(app, call, example, change);
  expect(answer.statusCode, answer.payload).toBe(200);
  const body = answer.json();
  const strict = ajv.compile(closed(call.response));
  expect(strict(body), ajv.errorsText(strict.errors)).toBe(true);
  expect(settled(withoutOrder(body))).toEqual(settled(withoutOrder(example.answer)));
  for (const header of example.headers ?? []) {
    if (header !== 'Link') expect(answer.headers, header).toHaveProperty(header.toLowerCase());
  }
});

/** An order of the scene has an id of its own. */
const withoutOrder = (body: unknown): unknown => {
  const plain = (one: unknown) =>
    typeof one === 'object' && one !== null && 'productName' in one ? { ...one, _id: '' } : one;
  return Array.isArray(body) ? body.map(plain) : plain(body);
};

/** A schema that takes no property beyond those it names: an answer has exactly its fields. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_key, part) =>
    part?.type === 'object' ? { ...part, additionalProperties: false } : part,
  );
}

const tagged = documentedEndpoints.filter(({ example }) => example.headers?.includes('ETag'));

test.each(tagged)('$name answers 304 to who has its ETag', async ({ call, example }) => {
  const { headers } = await sendExample(app, call, example);
  const again = await sendExample(app, call, example, {
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.payload).toBe('');
});

const paged = documentedEndpoints.filter(({ example }) => example.headers?.includes('Link'));

test.each(paged)('$name leads on to the next page by its Link', async ({ call, example }) => {
  await app.phone('0199f2c0-1a00-7000-8000-0000000000d5');
  const { headers } = await sendExample(app, call, example, { query: { limit: 1 } });
  expect(headers['x-total-count']).toBe('2');
  const next = /^<http:\/\/localhost:3000(.+)>; rel="next"$/.exec(String(headers.link))?.[1];
  const further = await app.server.inject({ url: String(next) });
  expect(further.json()).toHaveLength(1);
  expect(further.headers).not.toHaveProperty('link');
});
