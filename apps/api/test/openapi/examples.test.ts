import { accountEvents, type Endpoint, moderationEvents } from '@redial/contract';
import {
  type DocumentedEndpointName,
  documentedEndpoints,
  exampleFixtures,
} from '@redial/contract/openapi';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../src/db/schema/index.ts';
import { createExampleApp, type ExampleApp, sendExample } from './example-app.ts';
import { setUpExample } from './fixtures/index.ts';

let app: ExampleApp;

beforeEach(async () => {
  app = await createExampleApp();
});
afterEach(() => app.close());

const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);

/** Properties with generated values, which differ from run to run. */
const generated = new Set([
  'insertedId',
  'token',
  'clientSecret',
  'url',
  'uid',
  'orderId',
  'transactionId',
  'placedAt',
  'requestedAt',
  'paidAt',
  'expiresAt',
  'at',
  'changedAt',
  'checkedAt',
  'dueAt',
  'photo',
  'photoUrl',
  'month',
]);

/** Replaces generated values by their types. */
const withoutGenerated = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, part) => (generated.has(key) ? typeof part : part));

/** The rows of docs/conformance.md that the response of an endpoint covers. */
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

const withRows = documentedEndpoints.map((documented) => ({
  ...documented,
  row: rows[documented.name] ?? '',
}));

test.each(withRows)(
  '$row $name returns the response of its example',
  async ({ name, endpoint, example }) => {
    const overrides = await setUpExample(app, name, endpoint);
    const before = (await findAuditEntries()).length;
    const response = await sendExample(app, endpoint, example, overrides);
    expect(response.statusCode, response.payload).toBe(200);
    expect(await findAuditEntries(before)).toEqual(expectedAuditEntries(endpoint));
    const isText = String(response.headers['content-type']).startsWith('text/');
    const body = isText ? response.payload : response.json();
    const validate = ajv.compile(withoutAdditionalProperties(endpoint.response));
    expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
    expect(withoutGenerated(withoutOrderId(body))).toEqual(
      withoutGenerated(withoutOrderId(example.response)),
    );
    for (const header of example.headers ?? []) {
      if (header !== 'Link') expect(response.headers, header).toHaveProperty(header.toLowerCase());
    }
  },
);

/** Actions in the audit log with their actors. @param skip how many of the oldest are left out. */
async function findAuditEntries(skip = 0) {
  const { action, actorId, actorRole, network } = auditEntries;
  const columns = { action, actorId, actorRole, network };
  return (await app.db.select(columns).from(auditEntries).orderBy(auditEntries.id)).slice(skip);
}

/** What the request of an example adds to the audit log: exactly what its endpoint declares. */
function expectedAuditEntries({ audit: action }: Endpoint) {
  if (!action) return [];
  if (moderationEvents.some((event) => event === action)) {
    return [{ action, actorId: null, actorRole: 'unknown', network: null }];
  }
  const network = '127.0.0.0/24';
  return accountEvents.some((event) => event === action)
    ? [{ action, actorId: expect.any(String), actorRole: 'owner', network }]
    : [{ action, actorId: exampleFixtures.admin._id, actorRole: 'admin', network }];
}

/** Removes the generated ids of orders and messages. */
const withoutOrderId = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_key, item) =>
    typeof item === 'object' &&
    item !== null &&
    ['productName', 'timeline', 'clientId'].some((key) => key in item)
      ? { ...item, _id: '' }
      : item,
  );

/** Forbids additional properties, so that a response must have exactly the declared fields. */
function withoutAdditionalProperties(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_key, part) =>
    part?.type === 'object' ? { ...part, additionalProperties: false } : part,
  );
}

const withETag = documentedEndpoints.filter(({ example }) => example.headers?.includes('ETag'));

test.each(withETag)('$name returns 304 for a matching ETag', async ({ endpoint, example }) => {
  const { headers } = await sendExample(app, endpoint, example);
  const revalidated = await sendExample(app, endpoint, example, {
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(revalidated.statusCode).toBe(304);
  expect(revalidated.payload).toBe('');
});

const paginated = documentedEndpoints.filter(({ example }) => example.headers?.includes('Link'));

test.each(paginated)('$name links to the next page', async ({ endpoint, example }) => {
  await app.insertExampleProduct('0199f2c0-1a00-7000-8000-0000000000d5');
  const { headers } = await sendExample(app, endpoint, example, { query: { limit: 1 } });
  expect(headers['x-total-count']).toBe('2');
  const next = /^<http:\/\/localhost:3000(.+)>; rel="next"$/.exec(String(headers.link))?.[1];
  const lastPage = await app.server.inject({ url: String(next) });
  expect(lastPage.json()).toHaveLength(1);
  expect(lastPage.headers).not.toHaveProperty('link');
});
