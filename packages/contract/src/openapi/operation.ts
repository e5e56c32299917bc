import type { TObject } from 'typebox';
import { type Access, type Endpoint, errorsOf } from '../endpoint.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { answerHeaders, type Example } from './example.ts';
import { problemExample } from './problems.ts';
import type { createSchemas } from './schemas.ts';

/** What an operation of the document is made of, whatever the types of its endpoint. */
export type AnyExample = Omit<Example<Endpoint>, 'params' | 'query' | 'body' | 'answer'> & {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly answer: unknown;
};

const who: Record<Access, string> = {
  everyone: 'everyone, signed in or not',
  identity: 'the holder of an ID token',
  token: 'whoever is signed in',
  person: 'whoever is signed in and has a user record',
  seller: 'sellers',
  admin: 'admins',
  'seller-or-admin': 'sellers and admins',
  signature: 'the provider',
};

const security: Record<Access, object[]> = {
  everyone: [{}, { marketplaceToken: [] }],
  identity: [{ idToken: [] }],
  token: [{ marketplaceToken: [] }],
  person: [{ marketplaceToken: [] }],
  seller: [{ marketplaceToken: [] }],
  admin: [{ marketplaceToken: [] }],
  'seller-or-admin': [{ marketplaceToken: [] }],
  signature: [{}],
};

type Schemas = ReturnType<typeof createSchemas>;

/** An endpoint and its example as an operation of OpenAPI. */
export function operationOf(name: string, call: Endpoint, example: AnyExample, schemas: Schemas) {
  const { tag, description, headers = [], answer } = example;
  const rule = call.rule ? `; ${call.rule}` : '';
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    description: `${description}\n\n**Who may call it**: ${who[call.access]}${rule}.`,
    security: security[call.access],
    parameters: parametersOf(call, example, schemas),
    ...bodyOf(call, example, schemas),
    responses: {
      200: {
        description: 'It is done, or here it is',
        headers: headersOf(headers),
        content: {
          'application/json': { schema: schemas.schemaOf(call.response), example: answer },
        },
      },
      ...(headers.includes('ETag')
        ? { 304: { description: 'Nothing has changed since the `ETag` sent as `If-None-Match`' } }
        : {}),
      ...refusalsOf(call, example, schemas),
    },
  };
}

/** The address of a call as OpenAPI writes it. */
export const templateOf = ({ path }: Endpoint): string => path.replace(/:(\w+)/g, '{$1}');

function parametersOf({ params, query }: Endpoint, example: AnyExample, { schemaOf }: Schemas) {
  const described = (place: 'path' | 'query', schema: TObject, values: object = {}) =>
    Object.entries<{ description?: string }>(schema.properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (schema.required as string[] | undefined)?.includes(name),
      description: property.description ?? descriptions[name],
      schema: schemaOf(property),
      ...(name in values ? { example: values[name as keyof typeof values] } : {}),
    }));
  return [
    ...(params ? described('path', params, example.params) : []),
    ...(query ? described('query', query, example.query) : []),
    ...(example.headers?.includes('ETag') ? [notChanged] : []),
  ];
}

const notChanged = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that one has',
  schema: { type: 'string' },
};

/** What a parameter is, where its schema says no more than its type. */
const descriptions: Partial<Record<string, string>> = {
  id: 'The `_id` of what the call is about',
  orderId: 'The `_id` of the order',
  email: 'The e-mail address of the person asked about',
  categoryName: '`Xiaomi`, `Samsung` or `Iphone`',
  brand: 'Only phones of this brand',
  condition: 'Only phones in this condition',
  minPrice: 'Dollars that a phone costs at least',
  maxPrice: 'Dollars that a phone costs at most',
  minYear: 'Bought in this year or later',
  sort: 'Newest first by default, with `q` the most relevant first',
};

function bodyOf(call: Endpoint, { body }: AnyExample, { schemaOf }: Schemas) {
  if (call.path === '/1/upload') {
    const image = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', required: ['image'], properties: { image } };
    const encoding = {
      image: { contentType: 'image/jpeg, image/png, image/webp, image/avif, image/heic' },
    };
    const content = { 'multipart/form-data': { schema, encoding } };
    return { requestBody: { required: true, description: 'The picture', content } };
  }
  if (!call.body) return {};
  const content = { 'application/json': { schema: schemaOf(call.body), example: body } };
  return { requestBody: { required: true, content } };
}

const headersOf = (names: readonly (keyof typeof answerHeaders)[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: answerHeaders[name],
        schema: { type: name === 'X-Total-Count' ? 'integer' : 'string' },
      },
    ]),
  );

/** The refusals of a call by status, each code of the catalogue with its example. */
function refusalsOf(call: Endpoint, { problems = {} }: AnyExample, { problem }: Schemas) {
  const byStatus = Object.groupBy(errorsOf(call), (code) => errors[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].title}`).join('; '),
        headers: status === '429' || status === '503' ? retryAfter : {},
        content: {
          'application/problem+json': {
            schema: problem(),
            examples: Object.fromEntries(
              codes.map((code: ErrorCode) => [
                code,
                { summary: errors[code].title, value: problemExample(call, code, problems[code]) },
              ]),
            ),
          },
        },
      },
    ]),
  );
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds after which to try again',
    schema: { type: 'integer' },
  },
};
