import { expect, expectTypeOf, test } from 'vitest';
import { exchangeToken } from './accounts.ts';
import { adminActions } from './audit-actions.ts';
import { exportAuditLog } from './audit-log.ts';
import { listProducts } from './catalogue.ts';
import { buildPath, createApiClient } from './client.ts';
import { commonErrors } from './common-errors.ts';
import { Deleted, Inserted, Modified } from './common-schemas.ts';
import { getDataExport } from './data-export.ts';
import type { Endpoint, ErrorsOf } from './endpoint.ts';
import { allEndpoints, specifiedEndpoints } from './endpoints.ts';
import { type ErrorCode, errors, possibleErrors } from './errors.ts';
import { imageSizes } from './images.ts';
import * as contract from './index.ts';
import { cancelOrder, listOrders } from './orders.ts';
import { advertiseProduct, deleteProduct } from './selling.ts';
import type { StaffRole } from './staff.ts';
import { deleteUser, listBuyers, verifySeller } from './user-administration.ts';

test('the contract has the 24 endpoints of the specification without duplicates', () => {
  expect(specifiedEndpoints).toHaveLength(24);
  const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

const anyEndpoint = ['rate.limited', 'server.unavailable', 'server.internal'] as const;
const token = ['token.missing', 'token.invalid', 'account.removed'] as const;
const admin = [
  ...token,
  ...(['account.profile-missing', 'role.forbidden', 'account.second-factor-required'] as const),
] as const;
const body = ['request.invalid', 'body.too-large', 'body.unsupported'] as const;

type Exported = (typeof contract)[keyof typeof contract];

test('every declared error is in the error catalogue', () => {
  const declared = allEndpoints.flatMap((endpoint) => endpoint.errors);
  expect(declared.filter((code) => !(code in errors))).toEqual([]);
  expectTypeOf<Extract<Exported, Endpoint>['errors'][number]>().toExtend<ErrorCode>();
});

test('every error is defined by one module', () => {
  const byModule = Object.entries(contract).filter(([name]) => name.endsWith('Errors'));
  const codes = [commonErrors, ...byModule.map(([, defined]) => defined)].flatMap(Object.keys);
  expect(codes).toContain('order.not-found');
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('the type ErrorsOf and possibleErrors list the same error codes', () => {
  const buyers = [...admin, ...anyEndpoint] as const;
  expect(possibleErrors(listBuyers).toSorted()).toEqual(buyers.toSorted());
  expectTypeOf<ErrorsOf<typeof listBuyers>>().toEqualTypeOf<(typeof buyers)[number]>();

  const products = ['request.invalid', 'token.invalid', 'account.removed', ...anyEndpoint] as const;
  expect(possibleErrors(listProducts).toSorted()).toEqual(products.toSorted());
  expectTypeOf<ErrorsOf<typeof listProducts>>().toEqualTypeOf<(typeof products)[number]>();

  const exchange = [
    ...(['token.missing', 'token.invalid', 'identity.unavailable'] as const),
    ...(['account.not-owner', 'account.removed'] as const),
    ...body,
    ...anyEndpoint,
  ] as const;
  expect(possibleErrors(exchangeToken).toSorted()).toEqual(exchange.toSorted());
  expectTypeOf<ErrorsOf<typeof exchangeToken>>().toEqualTypeOf<(typeof exchange)[number]>();

  const dataExport = [
    ...token,
    ...(['account.profile-missing', 'session.step-up-required'] as const),
    ...anyEndpoint,
  ] as const;
  expect(possibleErrors(getDataExport).toSorted()).toEqual(dataExport.toSorted());
  expectTypeOf<ErrorsOf<typeof getDataExport>>().toEqualTypeOf<(typeof dataExport)[number]>();

  const deletion = [
    ...admin,
    ...(['session.step-up-required', 'user.not-found', 'user.is-admin'] as const),
    'moderation.person-protected',
    ...body,
    ...anyEndpoint,
  ] as const;
  expect(possibleErrors(deleteUser).toSorted()).toEqual(deletion.toSorted());
  expectTypeOf<ErrorsOf<typeof deleteUser>>().toEqualTypeOf<(typeof deletion)[number]>();
});

test('the errors of a result are those of the endpoint', async () => {
  const call = createApiClient({
    baseUrl: 'http://redial.test',
    fetch: async () =>
      Response.json({ code: 'user.is-admin', status: 409, message: '' }, { status: 409 }),
  });
  const result = await call(deleteUser, { params: { id: '' } });
  if (result.ok) throw new Error('unexpected success');
  expect(result.error.code === 'user.is-admin').toBe(true);
  // @ts-expect-error the endpoint does not declare this error
  expect(result.error.code === 'product.sold').toBe(false);
});

test('the errors of an endpoint that parses a body include an invalid, too large or unsupported body', () => {
  for (const endpoint of [cancelOrder, deleteProduct, advertiseProduct]) {
    expect(possibleErrors(endpoint)).toEqual(
      expect.arrayContaining(['request.invalid', 'body.too-large', 'body.unsupported']),
    );
  }
  expect(possibleErrors(listOrders)).not.toContain('body.too-large');
});

test('the errors of every endpoint that accepts a token include a removed account', () => {
  for (const endpoint of allEndpoints) {
    const acceptsToken = endpoint.access !== 'webhook';
    expect(possibleErrors(endpoint).includes('account.removed'), endpoint.path).toBe(acceptsToken);
  }
});

test('every action of admins requires a recent sign-in and is recorded in the audit log', () => {
  // A GET that changes something, as the specification requires of one, has the response of a change.
  const changes: readonly unknown[] = [Inserted, Modified, Deleted];
  // Copies of everything leave the marketplace as a file.
  const isFile = ({ path }: Endpoint) => path.endsWith('.csv');
  const actions = allEndpoints.filter(
    (endpoint) =>
      (endpoint.access === 'admin' || (endpoint.staff && endpoint.access !== 'public')) &&
      (endpoint.method !== 'GET' || changes.includes(endpoint.response) || isFile(endpoint)),
  );
  expect(actions).toEqual(expect.arrayContaining([verifySeller, exportAuditLog]));
  expect(actions.filter(({ access }) => access !== 'admin')).toEqual([]);
  const lacking = actions.filter(({ stepUp, audit }) => !(stepUp && audit));
  expect(lacking.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('every endpoint for admins names the staff roles that may call it, and money is in no list of moderators', () => {
  const unstated = allEndpoints.filter(
    ({ access, staff }) => (access === 'admin' || access === 'seller-or-admin') && !staff,
  );
  expect(unstated.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const money = /ledger|chargeback|payout|balance|receipt|refund|payment|dispute|order/;
  const paths = (role: StaffRole) =>
    allEndpoints
      .filter(({ staff }) => staff?.includes(role))
      .map(({ method, path }) => `${method} ${path}`);
  expect(paths('moderator').filter((path) => money.test(path))).toEqual([]);
  // Support changes one thing.
  expect(paths('support').filter((path) => !path.startsWith('GET'))).toEqual([
    'POST /api/disputes/:id/decision',
  ]);
});

test('staff act as admins only where the caller is a user', () => {
  const callers = allEndpoints.filter(({ staff }) => staff).map(({ access }) => access);
  expect(new Set(callers)).toEqual(new Set(['admin', 'seller-or-admin', 'user', 'public']));
});

test('each action and event of the audit log has a name of its own, and admins alone do the actions', () => {
  const recorded = allEndpoints.filter(({ audit }) => audit);
  for (const { access, stepUp, audit = '', path } of recorded) {
    const isAction = adminActions.some((action) => action === audit);
    if (isAction) expect([access, stepUp], path).toEqual(['admin', true]);
    else expect(access, path).not.toBe('admin');
  }
  const names = recorded.map(({ audit }) => audit);
  expect(names).toEqual([...new Set(names)]);
  // Without an endpoint of their own: commands of the operator, and what others may do, too.
  const commands = adminActions.filter((action) => !names.includes(action));
  expect(commands).toEqual([
    'person.searched',
    'conversation.read',
    'admin.granted',
    'admin.revoked',
    'second-factor.reset',
  ]);
});

test('buildPath escapes parameters and omits undefined query values', () => {
  expect(buildPath(cancelOrder, { orderId: 'a/b?c' })).toBe('/orders/delete/a%2Fb%3Fc');
  expect(buildPath(listOrders, {}, { email: 'a+b@c.com', page: undefined })).toBe(
    '/orders?email=a%2Bb%40c.com',
  );
});

test('a failed request or a response that is not a problem becomes a network error', async () => {
  const fetches = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response('<html>', { status: 502 })),
    () => Promise.resolve(new Response('{"odd": true}', { status: 500 })),
  ];
  for (const fetch of fetches) {
    const call = createApiClient({ baseUrl: 'http://redial.test', fetch });
    const result = await call(listOrders, { query: { email: 'a@b.co' } });
    expect(result).toMatchObject({ ok: false, error: { code: 'network.failed' } });
  }
});

test('imageSizes derives the sizes from the URL of a hosted image, and none for another host', () => {
  const id = '018f0000-0000-7000-8000-000000000000';
  const sizes = imageSizes(`http://redial.test/images/${id}-800.jpg`);
  expect(sizes?.map(({ width }) => width)).toEqual([320, 640, 800]);
  expect(sizes?.[0]?.webp).toBe(`http://redial.test/images/${id}-320.webp`);
  expect(imageSizes('https://elsewhere.example/phone.jpg')).toBeUndefined();
});
