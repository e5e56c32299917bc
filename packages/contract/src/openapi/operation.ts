import type { TObject } from 'typebox';
import { categories } from '../catalogue.ts';
import { type Access, type Endpoint, possibleErrors } from '../endpoint.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { errorExample } from './error-examples.ts';
import { type EndpointExample, responseHeaders } from './example.ts';
import type { createSchemaRegistry } from './schemas.ts';

/** An example without the types of its endpoint. */
export type AnyEndpointExample = Omit<
  EndpointExample<Endpoint>,
  'params' | 'query' | 'body' | 'response'
> & {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly response: unknown;
};

const accessDescriptions: Record<Access, string> = {
  public: 'everyone, signed in or not',
  'id-token': 'the holder of an ID token',
  session: 'signed-in callers',
  user: 'signed-in callers with a user record',
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

/** Converts an endpoint and its example to an OpenAPI operation. */
export function toOperation(
  name: string,
  endpoint: Endpoint,
  example: AnyEndpointExample,
  schemas: Schemas,
) {
  const { tag, description, headers = [], response } = example;
  const rule = endpoint.accessRule ? `; ${endpoint.accessRule}` : '';
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: `${description}\n\n**Access**: ${accessDescriptions[endpoint.access]}${rule}.`,
    security: security[endpoint.access],
    parameters: toParameters(endpoint, example, schemas),
    ...toRequestBody(endpoint, example, schemas),
    responses: {
      200: {
        description: 'Success',
        headers: toHeaders(headers),
        content: {
          'application/json': { schema: schemas.schemaOf(endpoint.response), example: response },
        },
      },
      ...(headers.includes('ETag')
        ? { 304: { description: 'Unchanged since the `ETag` sent as `If-None-Match`' } }
        : {}),
      ...toErrorResponses(endpoint, example, schemas),
    },
  };
}

/** Converts the path of an endpoint to an OpenAPI path template. */
export const toPathTemplate = ({ path }: Endpoint): string => path.replace(/:(\w+)/g, '{$1}');

function toParameters(
  { params, query }: Endpoint,
  example: AnyEndpointExample,
  { schemaOf }: Schemas,
) {
  const describe = (place: 'path' | 'query', schema: TObject, values: object = {}) =>
    Object.entries<{ description?: string }>(schema.properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (schema.required as string[] | undefined)?.includes(name),
      description: property.description ?? parameterDescriptions[name],
      schema: schemaOf(property),
      ...(name in values ? { example: values[name as keyof typeof values] } : {}),
    }));
  return [
    ...(params ? describe('path', params, example.params) : []),
    ...(query ? describe('query', query, example.query) : []),
    ...(example.headers?.includes('ETag') ? [ifNoneMatch] : []),
  ];
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the cached response',
  schema: { type: 'string' },
};

/** Descriptions of parameters whose schemas have none. */
const parameterDescriptions: Partial<Record<string, string>> = {
  id: 'The `_id` of the record',
  orderId: 'The `_id` of the order',
  email: "The user's e-mail address",
  categoryName: categories.map((category) => `\`${category}\``).join(', '),
  brand: 'Only phones of this brand',
  condition: 'Only phones in this condition',
  minPrice: 'Minimum price in dollars',
  maxPrice: 'Maximum price in dollars',
  minYear: 'Bought in this year or later',
  sort: 'Default: newest first, or most relevant first with `q`',
};

function toRequestBody(endpoint: Endpoint, { body }: AnyEndpointExample, { schemaOf }: Schemas) {
  if (endpoint.path === '/1/upload') {
    const image = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', required: ['image'], properties: { image } };
    const encoding = {
      image: { contentType: 'image/jpeg, image/png, image/webp, image/avif, image/heic' },
    };
    const content = { 'multipart/form-data': { schema, encoding } };
    return { requestBody: { required: true, description: 'The image', content } };
  }
  if (!endpoint.body) return {};
  const content = { 'application/json': { schema: schemaOf(endpoint.body), example: body } };
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

/** The error responses of an endpoint by status, with an example for each error code. */
function toErrorResponses(
  endpoint: Endpoint,
  { errors: details = {} }: AnyEndpointExample,
  { problem }: Schemas,
) {
  const byStatus = Object.groupBy(possibleErrors(endpoint), (code) => errors[code].status);
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
                { summary: errors[code].title, value: errorExample(endpoint, code, details[code]) },
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
    description: 'Seconds to wait before retrying',
    schema: { type: 'integer' },
  },
};
