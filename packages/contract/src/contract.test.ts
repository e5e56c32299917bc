import { expect, test } from 'vitest';
import { buildPath, createApiClient } from './client.ts';
import { possibleErrors } from './endpoint.ts';
import { allEndpoints, specifiedEndpoints } from './endpoints.ts';
import { imageSizes } from './images.ts';
import { cancelOrder, listOrders } from './orders.ts';
import { advertiseProduct, deleteProduct } from './selling.ts';

test('the contract has the 24 calls of the specification, each once', () => {
  expect(specifiedEndpoints).toHaveLength(24);
  const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

test('a call whose body is read can answer that it is malformed, too large or of a wrong type', () => {
  for (const call of [cancelOrder, deleteProduct, advertiseProduct]) {
    expect(possibleErrors(call)).toEqual(
      expect.arrayContaining(['request.invalid', 'body.too-large', 'body.unsupported']),
    );
  }
  expect(possibleErrors(listOrders)).not.toContain('body.too-large');
});

test('every call that takes a marketplace token can answer that its account was removed', () => {
  for (const call of allEndpoints) {
    const taken = call.access !== 'webhook';
    expect(possibleErrors(call).includes('account.removed'), call.path).toBe(taken);
  }
});

test('parameters and queries are escaped into the path, undefined ones left out', () => {
  expect(buildPath(cancelOrder, { orderId: 'a/b?c' })).toBe('/orders/delete/a%2Fb%3Fc');
  expect(buildPath(listOrders, {}, { email: 'a+b@c.com', page: undefined })).toBe(
    '/orders?email=a%2Bb%40c.com',
  );
});

test('an answer that is no JSON, or none at all, becomes a problem and never throws', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response('<html>', { status: 502 })),
    () => Promise.resolve(new Response('{"odd": true}', { status: 500 })),
  ];
  for (const fetch of answers) {
    const call = createApiClient({ baseUrl: 'http://redial.test', fetch });
    const result = await call(listOrders, { query: { email: 'a@b.co' } });
    expect(result).toMatchObject({ ok: false, error: { code: 'network.failed' } });
  }
});

test('the sizes of a hosted picture follow from its address, another host’s has one size', () => {
  const id = '018f0000-0000-7000-8000-000000000000';
  const sizes = imageSizes(`http://redial.test/images/${id}-800.jpg`);
  expect(sizes?.map(({ width }) => width)).toEqual([320, 640, 800]);
  expect(sizes?.[0]?.webp).toBe(`http://redial.test/images/${id}-320.webp`);
  expect(imageSizes('https://elsewhere.example/phone.jpg')).toBeUndefined();
});
