import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import {
  type Access,
  categories,
  type Endpoint,
  type ErrorCode,
  errors,
  imageTypes,
  possibleErrors,
} from '@redial/contract';
import {
  type AnyEndpointExample,
  documentedEndpoints,
  errorExample,
  responseHeaders,
  tags,
} from '@redial/contract/openapi';
import type { FastifySchema } from 'fastify';
import type { TObject } from 'typebox';
import { copySchema, problemSchema, schemaComponents, withReferences } from './named-schemas.ts';

/**
 * Options of `@fastify/swagger`: the OpenAPI 3.1 document is generated from the registered routes,
 * and documented by the contract's examples.
 *
 * @param publicUrl base URL of this installation.
 */
export function openApiOptions(publicUrl: string): FastifyDynamicSwaggerOptions {
  return {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Redial',
        version: '0.1.0',
        summary: 'A marketplace for second-hand phones',
        description,
        contact: { name: 'The operator of this installation', url: publicUrl },
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
      },
      // Relative to the document, so that it is valid for every installation.
      servers: [{ url: '/', description: 'This installation' }],
      tags: Object.entries(tags).map(([name, tagDescription]) => ({
        name,
        description: tagDescription,
      })),
      components: { schemas: schemaComponents, securitySchemes },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: (route.config?.endpoint && schemas.get(route.config.endpoint)) ?? {
        ...schema,
        hide: true,
      },
    }),
  };
}

const description = `
Ids are UUIDs. Money is a number of US dollars with at most two decimals. Dates are ISO 8601.
Success is 200; errors are \`application/problem+json\` with a machine-readable \`code\` and a displayable \`message\`.
`.trim();

const securitySchemes = {
  marketplaceToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token returned by `POST /jwt`',
  },
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An ID token of the identity provider',
  },
} as const;

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

function securityOf(access: Access) {
  if (access === 'id-token') return [{ idToken: [] }];
  return access === 'public' ? [{}, { marketplaceToken: [] }] : [{ marketplaceToken: [] }];
}

type Documented = (typeof documentedEndpoints)[number];

/** Converts an endpoint and its example to the route schema that the plugin reads. */
function toDocumentedSchema({ name, endpoint, example }: Documented): FastifySchema {
  const { tag, description, headers = [], response } = example;
  const rule = endpoint.accessRule ? `; ${endpoint.accessRule}` : '';
  const hasETag = headers.includes('ETag');
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: `${description}\n\n**Access**: ${accessDescriptions[endpoint.access]}${rule}.`,
    security: securityOf(endpoint.access),
    ...(endpoint.params ? { params: withParameterExamples(endpoint.params, example.params) } : {}),
    ...(endpoint.query
      ? { querystring: withParameterExamples(endpoint.query, example.query) }
      : {}),
    ...(hasETag ? { headers: ifNoneMatch } : {}),
    ...toBody(endpoint, example),
    response: {
      200: {
        description: 'Success',
        headers: toHeaders(headers),
        content: {
          'application/json': { schema: withReferences(endpoint.response), example: response },
        },
      },
      ...(hasETag
        ? {
            304: {
              type: 'null',
              description: 'Unchanged since the `ETag` sent as `If-None-Match`',
            },
          }
        : {}),
      ...toErrorResponses(endpoint, example),
    },
  };
}

/** Adds examples, and descriptions where the schema has none, to the schemas of parameters. */
function withParameterExamples(schema: TObject, values: object = {}): object {
  const properties = Object.entries<{ description?: string }>(schema.properties).map(
    ([name, property]) => [
      name,
      {
        description: parameterDescriptions[name],
        ...withReferences(property),
        ...(name in values ? { examples: [values[name as keyof typeof values]] } : {}),
      },
    ],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const ifNoneMatch = {
  type: 'object',
  properties: {
    'If-None-Match': { type: 'string', description: 'The `ETag` of the cached response' },
  },
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

function toBody({ path, body }: Endpoint, example: AnyEndpointExample): FastifySchema {
  if (path === '/1/upload' || path === '/api/account/photo') {
    const image = { type: 'string', contentMediaType: 'application/octet-stream' };
    const form = { type: 'object', required: ['image'], properties: { image } };
    return {
      consumes: ['multipart/form-data'],
      body: { ...form, description: `The image: ${imageTypes.join(', ')}` },
    };
  }
  return body ? { body: { ...copySchema(body), examples: [example.body] } } : {};
}

const toHeaders = (names: readonly (keyof typeof responseHeaders)[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: responseHeaders[name],
        type: name === 'X-Total-Count' ? 'integer' : 'string',
      },
    ]),
  );

/** The error responses of an endpoint by status, with an example for each error code. */
function toErrorResponses(endpoint: Endpoint, { errors: details = {} }: AnyEndpointExample) {
  const byStatus = Object.groupBy(possibleErrors(endpoint), (code) => errors[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].title}`).join('; '),
        ...(status === '401' ? { headers: challenge } : {}),
        ...(status === '429' || status === '503' ? { headers: retryAfter } : {}),
        content: {
          'application/problem+json': {
            schema: problemSchema,
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

const challenge = {
  'WWW-Authenticate': { description: '`Bearer`: the request needs a valid token', type: 'string' },
};

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before retrying', type: 'integer' },
};

/**
 * Route schemas of the documented endpoints. Converting them collects the referenced components,
 * which the plugin copies before it reads the first route.
 */
const schemas = new Map(
  documentedEndpoints.map((documented) => [documented.endpoint, toDocumentedSchema(documented)]),
);
