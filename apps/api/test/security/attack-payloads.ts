import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** The subset of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Existing values by field name, such as row ids and email addresses. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] });

/** Strings that are known to break software. */
export const attackText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202egnp.exe',
    '\u2066\u2069\u200f',
    'ﷺ'.repeat(50),
    '\u212aelvin@mail.com',
    "'; drop table users; --",
    '{{7*7}}',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '../../etc/passwd',
    '%00%ff%c0%80',
    '\r\nset-cookie: a=b',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '1e999',
    'W10',
    'urn:uuid:018f0000-0000-7000-8000-000000000000',
  ),
  fc.constantFrom(120, 300, 5000, 70_000).map((length) => 'é'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Values of unexpected types. */
export const attackValue: fc.Arbitrary<unknown> = fc.oneof(
  attackText,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    0.1 + 0.2,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 63,
    Number.MIN_VALUE,
    [],
    {},
    [[]],
    { $ne: null },
    { toString: 1 },
    { length: -1 },
    nested(50),
    nested(2000),
    JSON.parse('{"__proto__": {"role": "admin"}}'),
    JSON.parse('{"constructor": {"prototype": {"role": "admin"}}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that match a schema; existing values where the field name has some. */
export function validValue(schema: TSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const { type, format, pattern, properties, required = [], ...rest } = schema as Schema;
  const values = known[name];
  if (values && values.length > 0) {
    return fc.oneof(
      { arbitrary: fc.constantFrom(...values), weight: 5 },
      arbitraryFor(schema as Schema),
    );
  }
  if (type !== 'object')
    return arbitraryFor({ ...rest, ...(type ? { type } : {}), format, pattern } as Schema);
  return fc.record(
    Object.fromEntries(
      Object.entries(properties ?? {}).map(([key, one]) => [
        key,
        validValue(one as TSchema, known, key),
      ]),
    ),
    { requiredKeys: [...required] },
  );
}

function arbitraryFor(schema: Schema): fc.Arbitrary<unknown> {
  const { type, format, pattern, minLength = 0, maxLength = 60 } = schema;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (format === 'uuid') return fc.uuid();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  if (type === 'boolean') return fc.boolean();
  const bounds = { min: schema.minimum ?? -1000, max: schema.maximum ?? 200_000 };
  if (type === 'integer') return fc.integer(bounds);
  if (type === 'number') return fc.double({ ...bounds, noNaN: true });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) });
}

/**
 * An object that matches the schema, or has one wrong, missing or additional field, or is replaced.
 */
export function almostValidValue(schema: TSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const whole = validValue(schema, known);
  const keys = Object.keys((schema as Schema).properties ?? { none: 1 });
  const mutate = (change: (about: Record<string, unknown>, key: string, value: unknown) => void) =>
    fc.tuple(whole, fc.constantFrom(...keys), attackValue).map(([about, key, value]) => {
      const copy = { ...(about as Record<string, unknown>) };
      change(copy, key, value);
      return copy;
    });
  return fc.oneof(
    { arbitrary: whole, weight: 6 },
    {
      arbitrary: mutate((about, key, value) => void Object.assign(about, { [key]: value })),
      weight: 4,
    },
    { arbitrary: mutate((about, key) => void delete about[key]), weight: 1 },
    {
      arbitrary: mutate((about, _key, value) => {
        Object.assign(about, { role: 'admin', varified: true, isPaid: true, more: value });
      }),
      weight: 1,
    },
    { arbitrary: attackValue, weight: 1 },
  );
}

/** Bodies that are not JSON, or hardly. */
export const attackBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":',
    'null',
    '"text"',
    '\ufeff{}',
    '{"_id": 1e999}',
    '{"a": NaN}',
    "{'a': 1}",
    '{"__proto__": {"a": 1}}',
    '{"a": 1, "a": 2}',
    `${'['.repeat(20_000)}`,
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** Headers that are false, malformed or too long. */
export const attackHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 6 },
  {
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/xml' },
      { 'content-type': '\tapplication/json' },
      { 'content-type': ' application/json;charset=utf-7' },
      { 'content-type': 'application/json; charset="\u00ff"' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'a'.repeat(3000) },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'zstd, gzip' },
      { 'content-encoding': 'nonsense' },
      { 'content-length': '3' },
      { 'accept-encoding': 'br;q=2, *;q=nonsense' },
      { 'accept-encoding': 'identity;q=0, *;q=0' },
      { accept: 'text/html' },
      { 'if-none-match': '*' },
      { 'if-none-match': `"${'a'.repeat(2000)}"` },
      { range: 'bytes=0-0,-1' },
      { origin: 'https://evil.example' },
      { origin: 'null', 'access-control-request-method': 'DELETE' },
      { 'x-forwarded-for': "127.0.0.1, ' or 1=1" },
      { 'x-http-method-override': 'DELETE' },
      { host: 'evil.example' },
      { expect: '100-continue' },
      { cookie: `better-auth.session_token=${'a'.repeat(3000)}` },
      { authorization: 'Bearer' },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
      { authorization: `Bearer ${'a.'.repeat(4000)}` },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' },
      { 'redial-signature': 't=1,v1=00' },
    ),
    weight: 3,
  },
);
