import {
  allEndpoints,
  createPaymentIntent,
  type Endpoint,
  type ErrorCode,
  errors,
  placeOrder,
} from '@redial/contract';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueToken } from '../../src/platform/tokens.ts';
import { createTestApp, type TestApp, unwrap } from '../test-app.ts';
import {
  almostValidValue,
  attackBody,
  attackHeaders,
  attackText,
  attackValue,
  type KnownValues,
  validValue,
} from './attack-payloads.ts';
import { contact, insertImage, postWebhook } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { logFigures, propertyParameters, scaledTimeout } from './property-settings.ts';

interface FuzzRequest {
  /** Method and path, as in the contract. */
  readonly name: string;
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

let app: TestApp;
const ajv = new Ajv({ strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const calls = new Map(
  allEndpoints.map((endpoint) => [
    nameOf(endpoint),
    { endpoint, validate: ajv.compile(endpoint.response) },
  ]),
);

beforeAll(async () => {
  app = await createTestApp({ settings: { rateLimitScale: 1e6 } });
});
afterAll(() => app.close());

/** Creates users of every role and existing values for the fields that refer to rows. */
async function createFixtures() {
  const buyer = await app.insertUser('buyer');
  const other = await app.insertUser('buyer');
  const seller = await app.insertUser('seller');
  const admin = await app.insertUser('admin');
  const phones = [];
  for (let i = 0; i < 4; i++) phones.push(await app.insertProduct(seller));
  const [productId = ''] = phones;
  const { token } = buyer;
  const placed = await app.call(placeOrder, { body: { productId, ...contact }, token });
  const { insertedId: orderId } = unwrap(placed);
  const asked = await app.call(createPaymentIntent, { body: { price: 345, orderId }, token });
  const { clientSecret } = unwrap(asked);
  await app.pay(clientSecret);
  const identity = app.createIdentity();
  const tokens: Record<string, string | undefined> = {
    nobody: undefined,
    buyer: buyer.token,
    'another buyer': other.token,
    seller: seller.token,
    'another seller': (await app.insertUser('seller')).token,
    admin: admin.token,
    'an identity': identity.idToken,
    'no record': await issueToken(app.deps, app.createIdentity()),
    garbage: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
  };
  const cursors = [
    ['newest', '2026-01-01T00:00:00.000Z', productId],
    ['newest', '+275760-09-13T00:00:00.000Z', productId],
    ['newest', '0000-01-01T00:00:00.000Z', productId],
    ['newest', 'Sat Nov 21', productId],
    ['newest', '2026', productId],
    ['price', 1.5, productId],
    ['price', 1e300, productId],
    ['relevance', -0, productId],
  ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'));
  const known: KnownValues = {
    _id: phones,
    productId: phones,
    id: [...phones, orderId, other.id],
    orderId: [orderId],
    email: [buyer, other, seller, admin, identity].map(({ email }) => email),
    price: [345, 345, 344.99],
    transactionId: [clientSecret.split('_secret_')[0]],
    img: [await insertImage(app, seller)],
    categoryName: ['Iphone', 'Samsung'],
    provider: ['sandbox'],
    phone: [contact.phone],
    resalePrice: [100, 0.5, 99.999],
    originalPrice: [500],
    purchaseDate: [2022],
    after: cursors,
    sort: ['newest', 'price', 'relevance'],
  };
  return { tokens, known };
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
const escaped = (value: unknown): string => encodeURIComponent(text(value).toWellFormed());

/** A request to an endpoint, mostly valid, with one thing wrong. */
function requestArbitrary(
  endpoint: Endpoint,
  known: KnownValues,
  callers: string[],
): fc.Arbitrary<FuzzRequest> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const parameter = (name: string) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...(known[name] ?? ['x'])).map(escaped), weight: 6 },
      { arbitrary: attackText.map(escaped), weight: 2 },
      fc.constantFrom('%', '%zz', '%00', '%C0%80', '..', '.', '%2e%2e%2f', ';', 'é', '//'),
    );
  const path = fc
    .tuple(...names.map(parameter))
    .map((values) =>
      names.reduce(
        (at, name, i) => at.replace(`:${name}`, values[i] ?? ''),
        endpoint.path as string,
      ),
    );
  const query = fc
    .oneof(
      {
        arbitrary: endpoint.query ? validValue(endpoint.query, known) : fc.constant({}),
        weight: 4,
      },
      {
        arbitrary: endpoint.query ? almostValidValue(endpoint.query, known) : attackValue,
        weight: 2,
      },
    )
    .map((value) =>
      Object.entries(Object(value))
        .map(([name, one]) => `${escaped(name)}=${escaped(one)}`)
        .join('&'),
    );
  const oddQuery = fc.constantFrom('%', '=&=&', 'email=a&email=b', 'limit[]=1', 'q=%00', '?', '#');
  const json = (value: unknown) => JSON.stringify(value) ?? '';
  const payload = fc.oneof(
    {
      arbitrary: (endpoint.body ? almostValidValue(endpoint.body, known) : attackValue).map(json),
      weight: 8,
    },
    { arbitrary: attackBody, weight: 2 },
  );
  const reads = endpoint.method === 'GET' ? fc.constant(undefined) : payload;
  return fc.record({
    name: fc.constant(nameOf(endpoint)),
    caller: fc.constantFrom(...callers),
    method: fc.oneof(
      { arbitrary: fc.constant<string>(endpoint.method), weight: 20 },
      fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'POST'),
    ),
    url: fc
      .tuple(path, fc.oneof({ arbitrary: query, weight: 8 }, oddQuery))
      .map(([at, search]) => (search ? `${at}?${search}` : at)),
    headers: attackHeaders,
    payload: reads,
  }) as fc.Arbitrary<FuzzRequest>;
}

/** Describes how a response violates the contract; `undefined` if it does not. */
function contractViolation(
  attempt: FuzzRequest,
  response: LightMyRequestResponse,
): string | undefined {
  const { name, method, headers } = attempt;
  const { endpoint, validate } = calls.get(name) ?? {};
  if (!endpoint || !validate) return 'is no call of the contract';
  const { statusCode: status } = response;
  if (status >= 500) return `answered ${status}: ${response.payload}`;
  if (method === 'HEAD' || status === 304) {
    return response.payload === '' ? undefined : 'has a body where none may be';
  }
  if (status === 204) return method === 'OPTIONS' ? undefined : 'answered 204';
  // A malformed CORS preflight is rejected without a problem body.
  if (method === 'OPTIONS' && status === 400) return undefined;
  const type = String(response.headers['content-type']);
  if (status >= 400) {
    if (type !== 'application/problem+json; charset=utf-8') return `refused as ${type}`;
    const { code, message, detail, status: bodyStatus } = response.json();
    if (errors[code as ErrorCode]?.status !== status || bodyStatus !== status)
      return `undeclared ${code}`;
    // An error that the endpoint does not declare is a 500.
    return typeof message === 'string' && message === detail ? undefined : 'no message';
  }
  if (status !== 200) return `answered ${status}`;
  if (method !== endpoint.method) return undefined;
  if (!type.startsWith('application/json')) return `answered ${type}`;
  // Compressed bodies are not inspected.
  if (response.headers['content-encoding']) return undefined;
  if (!validate(response.json())) return `answered ${ajv.errorsText(validate.errors)}`;
  const open = attempt.caller === 'nobody' && !headers.authorization;
  if (!open && !String(response.headers['cache-control']).includes('no-store')) {
    return 'may be kept by a cache';
  }
  return undefined;
}

test(
  'no input causes a 5xx; every refusal is a declared problem, every response matches its schema',
  async () => {
    const { numRuns, ...seeded } = propertyParameters(2000);
    const perCast = 200;
    const tally = new Map<number, number>();
    let slowest = 0;
    const started = performance.now();
    for (let done = 0; done < numRuns; done += perCast) {
      const { tokens, known } = await createFixtures();
      const callers = Object.keys(tokens);
      const anything = fc.oneof(
        ...allEndpoints.map((one) => requestArbitrary(one, known, callers)),
      );
      await fc.assert(
        fc.asyncProperty(anything, async (attempt) => {
          const { caller, method, url, headers, payload } = attempt;
          const token = tokens[caller];
          const began = performance.now();
          const response = await app.server.inject({
            method: method as NonNullable<InjectOptions['method']>,
            url,
            headers: {
              ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...headers,
            },
            ...(payload === undefined ? {} : { payload }),
          });
          slowest = Math.max(slowest, performance.now() - began);
          tally.set(response.statusCode, (tally.get(response.statusCode) ?? 0) + 1);
          const wrong = contractViolation(attempt, response);
          if (wrong) throw new Error(`${method} ${url.slice(0, 200)} by ${caller}: ${wrong}`);
        }),
        { ...seeded, numRuns: perCast, endOnFailure: false },
      );
      expect(await findViolations(app.db)).toEqual([]);
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    const counts = [...tally].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
    logFigures(
      `fuzz: ${numRuns} requests, ${seconds} s, slowest ${Math.round(slowest)} ms, ${counts.join(', ')}`,
    );
    expect(tally.get(200) ?? 0).toBeGreaterThan(numRuns / 50);
  },
  scaledTimeout(120),
);

test(
  'no correctly signed webhook causes a 5xx',
  async () => {
    const message = fc.oneof(
      fc.record({
        id: attackText,
        type: attackText,
        data: fc.record({
          object: fc.record({ object: fc.constant('payment_intent'), id: attackText }),
        }),
      }),
      attackValue,
      attackBody.map(String),
    );
    await fc.assert(
      fc.asyncProperty(message, async (one) => {
        const { statusCode, payload } = await postWebhook(app, one);
        if (![200, 400, 413].includes(statusCode)) throw new Error(`${statusCode}: ${payload}`);
      }),
      propertyParameters(200),
    );
    expect(await findViolations(app.db)).toEqual([]);
  },
  scaledTimeout(60),
);
