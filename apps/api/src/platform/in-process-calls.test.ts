import * as contract from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, createTestLog, type TestApp } from '../../test/test-app.ts';
import type { InProcessInput } from './in-process-calls.ts';

let app: TestApp;
let productId: string;
beforeAll(async () => {
  app = await createTestApp({ settings: { rateLimitScale: 1 } });
  const seller = await app.insertUser('seller', { name: 'Nora Niels' });
  productId = await app.insertProduct(seller);
});
afterAll(() => app.close());

type PublicRead = Pick<contract.Endpoint, 'method' | 'path'>;

const callInProcess = (endpoint: PublicRead, input: InProcessInput, ip = '192.0.2.1') =>
  app.server.inProcess.call(endpoint, input, { ip, log: createTestLog() });

/** The same as a request of a client. */
async function request(endpoint: contract.Endpoint, { params, query }: InProcessInput) {
  const { statusCode, headers, body } = await app.server.inject({
    url: contract.buildPath(endpoint, params, query),
  });
  return { status: statusCode, headers, body: JSON.parse(body) };
}

const unknownId = '00000000-0000-4000-8000-000000000000';

const compared: [string, contract.Endpoint, () => InProcessInput][] = [
  ['a product', contract.getProduct, () => ({ params: { id: productId } })],
  ['its similar phones', contract.listSimilarProducts, () => ({ params: { id: productId } })],
  ['its estimate', contract.estimateProduct, () => ({ params: { id: productId } })],
  ['its device', contract.getListingDevice, () => ({ params: { id: productId } })],
  ['a page of a list', contract.listProducts, () => ({ query: { limit: 24, maxPrice: 900 } })],
  [
    'a value that is not given',
    contract.listProducts,
    () => ({ query: { limit: 1, after: undefined } }),
  ],
  [
    'a category',
    contract.listCategoryProducts,
    () => ({ params: { categoryName: 'Xiaomi' }, query: { limit: 1 } }),
  ],
  ['facets', contract.getFacets, () => ({ query: { q: 'redmi' } })],
  ['settings', contract.getClientConfig, () => ({})],
  ['an unknown product', contract.getProduct, () => ({ params: { id: unknownId } })],
  ['a malformed id', contract.getProduct, () => ({ params: { id: '7' } })],
  ['a malformed query', contract.listProducts, () => ({ query: { limit: 'many' } })],
  [
    'an unknown category',
    contract.listCategoryProducts,
    () => ({ params: { categoryName: 'constructor' }, query: { limit: 1 } }),
  ],
];

test.each(compared)('%s is what a client gets', async (_name, endpoint, input) => {
  const [inProcess, http] = [
    await callInProcess(endpoint, input()),
    await request(endpoint, input()),
  ];
  expect(inProcess.status).toBe(http.status);
  expect(inProcess.body).toEqual(http.body);
  for (const name of [contract.paginationHeaders.total, contract.paginationHeaders.next]) {
    expect(inProcess.headers.get(name)).toBe(http.headers[name.toLowerCase()]?.toString() ?? null);
  }
});

test('the scopes of the response are those that its route declares', async () => {
  const { headers } = await callInProcess(contract.getProduct, { params: { id: productId } });
  expect(headers.get('surrogate-key')?.split(' ')).toContain(`product:${productId}`);
});

test('limits of the route count the client of the page', async () => {
  const input = { params: { token: 'a'.repeat(43) } };
  const statuses = new Set<number>();
  for (let n = 0; n < 31; n++) {
    statuses.add((await callInProcess(contract.getSelfTestLink, input)).status);
  }
  expect([...statuses].at(-1)).toBe(429);
  expect(statuses.size).toBe(2);
  const other = await callInProcess(contract.getSelfTestLink, input, '198.51.100.7');
  expect(other.status).not.toBe(429);
});

test('only public reads can be called', async () => {
  await expect(callInProcess(contract.listOrders, {})).rejects.toThrow('not a public read');
  await expect(
    callInProcess({ method: 'POST', path: contract.getProduct.path }, {}),
  ).rejects.toThrow('not a public read');
});
