import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { createTestIdentity } from '../test-identity.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const always = {
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

test.each([
  ['a list', '/allproducts?limit=1', 200],
  ['a missing product', '/allproduct/018f0000-0000-7000-8000-000000000000', 404],
  ['an unknown path', '/nowhere', 404],
  ['a request without a token', '/buyers', 401],
])('%s has the security headers', async (_name, url, status) => {
  const { statusCode, headers } = await app.server.inject({ url });
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject(always);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers['permissions-policy']).toBeUndefined();
  expect(headers.server).toBeUndefined();
  expect(headers['x-powered-by']).toBeUndefined();
});

test('every 401 says how to authenticate, also those of the identity provider', async () => {
  const identity = await createTestIdentity();
  const web = await createTestApp({ server: { providerRoutes: [identity.routes] } });
  const signIn = { email: 'nobody@mail.com', password: 'Wrong#2022' };
  const requests = [
    { url: '/buyers' },
    { url: '/buyers', headers: { authorization: 'Bearer forged' } },
    { url: '/identity/token' },
    { url: '/identity/sessions' },
    { url: '/identity/sign-in/email', method: 'POST', payload: signIn },
  ] as const;
  for (const request of requests) {
    const { statusCode, headers } = await web.server.inject(request);
    expect([statusCode, headers['www-authenticate']], request.url).toEqual([401, 'Bearer']);
  }
  const { headers } = await web.server.inject({ url: '/nowhere' });
  expect(headers['www-authenticate']).toBeUndefined();
  await web.close();
  await identity.close();
});

test('a response to a malformed URL cannot be used as a document', async () => {
  const { statusCode, headers } = await app.server.inject({ url: '/allproducts/%' });
  expect(statusCode).toBe(400);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('images may be embedded by other origins', async () => {
  const url = '/images/018f0000-0000-7000-8000-000000000000-960.jpg';
  const { headers } = await app.server.inject({ url });
  expect(headers).toMatchObject({ ...always, 'cross-origin-resource-policy': 'cross-origin' });
});

test('the documentation page has its own content security policy, and a permissions policy', async () => {
  const { headers } = await app.server.inject({ url: '/docs/' });
  expect(headers).toMatchObject(always);
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['permissions-policy']).toMatch(/^accelerometer=\(\), .*\bcamera=\(\), /);
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
  expect(headers['permissions-policy']).toMatch(/payment=\(\)$/);
});

test('Strict-Transport-Security is sent only with an https URL', async () => {
  const headersOf = async (publicUrl: string) => {
    const other = await createTestApp({ settings: { publicUrl } });
    const { headers } = await other.server.inject({ url: '/nowhere' });
    await other.close();
    return headers['strict-transport-security'];
  };
  expect(await headersOf('https://redial.test')).toBe('max-age=63072000; includeSubDomains');
  expect(await headersOf('http://redial.test')).toBeUndefined();
});

test('camera, microphone, location and motion are for the page of the self-test alone', async () => {
  const web = await createTestApp({
    server: { renderPage: async (_request, reply) => reply.type('text/html').send('<p>A page') },
  });
  const policyOf = async (url: string) =>
    String((await web.server.inject({ url })).headers['permissions-policy']);
  const features = ['camera', 'microphone', 'geolocation', 'accelerometer', 'gyroscope'];
  const selfTest = await policyOf('/self-test/a-token-that-is-long-enough?x=1');
  for (const feature of features) expect(selfTest).toContain(`${feature}=(self)`);
  expect(selfTest).toContain('usb=()');
  for (const url of ['/', '/self-test', '/self-test/a/b', '/products/x', '/x?/self-test/a']) {
    for (const feature of features) expect(await policyOf(url), url).toContain(`${feature}=()`);
  }
  await web.close();
});

test('with Stripe, its frames may request payments', async () => {
  const cardPayments = {
    ...app.deps.cardPayments,
    clientConfig: { provider: 'stripe', publishableKey: 'pk_test_1' } as const,
  };
  const other = await createTestApp({ payments: cardPayments });
  const { headers } = await other.server.inject({ url: '/docs/' });
  await other.close();
  expect(headers['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://hooks.stripe.com")',
  );
});
