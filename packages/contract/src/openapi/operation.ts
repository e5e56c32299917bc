import type { TObject } from 'typebox';
import { type Access, type Endpoint, possibleErrors } from '../endpoint.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { errorExample } from './error-examples.ts';
import { type EndpointExample, responseHeaders } from './example.ts';
import type { createSchemaRegistry } from './schemas.ts';

/** What an operation of the document is made of, whatever the types of its endpoint. */
export type AnyEndpointExample = Omit<
  EndpointExample<Endpoint>,
  'params' | 'query' | 'body' | 'answer'
> & {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly answer: unknown;
};

const accessDescriptions: Record<Access, string> = {
  public: 'everyone, signed in or not',
  'id-token': 'the holder of an ID token',
  session: 'whoever is signed in',
  user: 'whoever is signed in and has a user record',
  seller: 'sellers',
  admin: 'admins',
  'seller-or-admin': 'sellers and admins',
  webhook: 'the provider',
};

const security: Record<Access, object[]> = {
  public: [{}, { marketplaceToken: [] }],
  'id-token': [{ idToken: [] }],
  session: [{ marketplaceToken: [] }],
  user: [{ marketplaceToken: [] }],
  seller: [{ marketplaceToken: [] }],
  admin: [{ marketplaceToken: [] }],
  'seller-or-admin': [{ marketplaceToken: [] }],
  webhook: [{}],
};

type Schemas = ReturnType<typeof createSchemaRegistry>;

/** An endpoint and its example as an operation of OpenAPI. */
export function toOperation(
  name: string,
  call: Endpoint,
  example: AnyEndpointExample,
  schemas: Schemas,
) {
  const { tag, description, headers = [], answer } = example;
  const rule = call.accessRule ? `; ${call.accessRule}` : '';
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    description: `${description}\n\n**Who may call it**: ${accessDescriptions[call.access]}${rule}.`,
    security: security[call.access],
    parameters: toParameters(call, example, schemas),
    ...toRequestBody(call, example, schemas),
    responses: {
      200: {
        description: 'It is done, or here it is',
        headers: toHeaders(headers),
        content: {
          'application/json': { schema: schemas.schemaOf(call.response), example: answer },
        },
      },
      ...(headers.includes('ETag')
        ? { 304: { description: 'Nothing has changed since the `ETag` sent as `If-None-Match`' } }
        : {}),
      ...toErrorResponses(call, example, schemas),
    },
  };
}

/** The address of a call as OpenAPI writes it. */
export const toPathTemplate = ({ path }: Endpoint): string => path.replace(/:(\w+)/g, '{$1}');

function toParameters(
  { params, query }: Endpoint,
  example: AnyEndpointExample,
  { schemaOf }: Schemas,
) {
  const described = (place: 'path' | 'query', schema: TObject, values: object = {}) =>
    Object.entries<{ description?: string }>(schema.properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (schema.required as string[] | undefined)?.includes(name),
      description: property.description ?? parameterDescriptions[name],
      schema: schemaOf(property),
      ...(name in values ? { example: values[name as keyof typeof values] } : {}),
    }));
  return [
    ...(params ? described('path', params, example.params) : []),
    ...(query ? described('query', query, example.query) : []),
    ...(example.headers?.includes('ETag') ? [ifNoneMatch] : []),
  ];
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that one has',
  schema: { type: 'string' },
};

/** What a parameter is, where its schema says no more than its type. */
const parameterDescriptions: Partial<Record<string, string>> = {
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

function toRequestBody(call: Endpoint, { body }: AnyEndpointExample, { schemaOf }: Schemas) {
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

const toHeaders = (names: readonly (keyof typeof responseHeaders)[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: responseHeaders[name],
        schema: { type: name === 'X-Total-Count' ? 'integer' : 'string' },
      },
    ]),
  );

/** The refusals of a call by status, each code of the catalogue with its example. */
function toErrorResponses(
  call: Endpoint,
  { problems = {} }: AnyEndpointExample,
  { problem }: Schemas,
) {
  const byStatus = Object.groupBy(possibleErrors(call), (code) => errors[code].status);
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
                { summary: errors[code].title, value: errorExample(call, code, problems[code]) },
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
