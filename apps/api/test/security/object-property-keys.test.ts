import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { findViolations } from './invariants.ts';

/*
 * Names of properties that every JavaScript object has, wherever a request names something: in paths,
 * queries, texts and keys of bodies, headers and cookies.
 */

let app: TradeFixture;
beforeAll(async () => {
  app = await createTradeFixture({ settings: { rateLimitScale: 1e6 } });
});
afterAll(() => app.close());

const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}
interface Operation {
  readonly parameters?: readonly { in: string; name: string }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A body of a schema as JSON, with a word in place of each text; `keys` are added to each object. */
function write(
  document: Document,
  schema: Schema,
  word: string,
  keys: string[],
  depth = 0,
): string {
  const { $ref } = schema;
  if ($ref) {
    const named = document.components.schemas[`${$ref.split('/').at(-1)}`];
    return write(document, named ?? {}, word, keys, depth + 1);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return JSON.stringify(schema.enum[0]);
  const [first] = schema.anyOf ?? [];
  if (first) return write(document, first, word, keys, depth + 1);
  if (schema.type === 'object') {
    const fields = Object.entries(depth > 8 ? {} : (schema.properties ?? {})).map(
      ([name, field]) => `${JSON.stringify(name)}:${write(document, field, word, keys, depth + 1)}`,
    );
    // JSON.stringify would drop or apply some of these keys.
    return `{${[...fields, ...keys.map((key) => `${JSON.stringify(key)}:"${word}"`)].join(',')}}`;
  }
  if (schema.type === 'array') {
    return `[${write(document, schema.items ?? {}, word, keys, depth + 1)}]`;
  }
  if (schema.type === 'number' || schema.type === 'integer') return String(schema.minimum ?? 1);
  if (schema.type === 'boolean') return 'true';
  if (schema.format === 'uuid') return '"018f0000-0000-7000-8000-000000000000"';
  if (schema.format === 'date-time') return '"2030-01-01T00:00:00.000Z"';
  return JSON.stringify(word.padEnd(schema.minLength ?? 0, 'x'));
}

test('no name of a property of objects makes a call fail', { timeout: 120_000 }, async () => {
  const document: Document = (await app.server.inject({ url: '/openapi.json' })).json();
  const { orderId, productId } = await app.payOrder();
  const known: Record<string, string> = {
    id: productId,
    productId,
    orderId,
    listingId: productId,
    email: app.buyer.email,
    slug: 'iphone-13',
    categoryName: 'Iphone',
    proposalId: productId,
  };
  const callers = [app.buyer, app.seller, app.admin];
  let sent = 0;
  const send = async (method: string, url: string, payload?: string) => {
    const caller = callers[sent++ % callers.length] ?? app.buyer;
    const headers = { authorization: `Bearer ${caller.token}` };
    const body = payload === undefined ? {} : { payload };
    const { statusCode } = await app.server.inject({
      method: method as 'GET',
      url,
      headers: {
        ...headers,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...body,
    });
    expect(statusCode, `${method} ${url} ${payload ?? ''}`).toBeLessThan(500);
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    // Streams do not end, and callers without an account attack nothing.
    if (path === '/api/events' || path === '/api/account/delete') continue;
    for (const [lower, { parameters = [], requestBody }] of Object.entries(operations)) {
      const method = lower.toUpperCase();
      const fill = (name?: string, word = '') =>
        path.replaceAll(/\{(\w+)\}/g, (_, each: string) =>
          each === name ? encodeURIComponent(word) : `${known[each] ?? 'x'}`,
        );
      const schema = requestBody?.content['application/json']?.schema;
      const bodyOf = (word: string, keys: string[]) =>
        schema && write(document, schema, word, keys);
      for (const word of words) {
        for (const parameter of parameters) {
          if (parameter.in === 'path') {
            await send(method, fill(parameter.name, word), bodyOf('text', []));
          } else if (parameter.in === 'query') {
            await send(method, `${fill()}?${parameter.name}=${word}`, bodyOf('text', []));
          }
        }
        await send(method, `${fill()}?${word}=1&${word}[x]=2`, bodyOf(word, []));
        if (schema) await send(method, fill(), bodyOf('text', [word]));
      }
    }
  }
  expect(sent).toBeGreaterThan(2000);
  expect(await findViolations(app.db)).toEqual([]);
});

test('nor does one as a header, a cookie, or the name of a file', async () => {
  for (const word of words) {
    for (const headers of [
      { [word]: '1' },
      { cookie: `${word}=${word}` },
      { 'accept-language': word, accept: word, 'accept-encoding': word },
      { 'if-none-match': word, traceparent: word, origin: `http://${word}` },
      { authorization: `Bearer ${word}` },
    ]) {
      for (const url of ['/allproducts?limit=2', '/api/client-config', '/api/account/profile']) {
        const { statusCode } = await app.server.inject({ url, headers });
        expect(statusCode, `${url} ${JSON.stringify(headers)}`).toBeLessThan(500);
      }
    }
    for (const [field, file] of [
      [word, 'a.png'],
      ['image', word],
    ]) {
      const boundary = 'x'.repeat(30);
      const payload = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${file}"\r\ncontent-type: image/${word}\r\n\r\nGIF\r\n--${boundary}--\r\n`;
      const { statusCode } = await app.server.inject({
        method: 'POST',
        url: '/1/upload',
        headers: {
          authorization: `Bearer ${app.seller.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload,
      });
      expect([400, 415, 422], `${field} ${file}`).toContain(statusCode);
    }
  }
});
