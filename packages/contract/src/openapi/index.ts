import type { Endpoint } from '../endpoint.ts';
import * as contract from '../index.ts';
import { type DocumentedEndpointName, tags } from './example.ts';
import { examples } from './examples/index.ts';
import { type AnyEndpointExample, toOperation, toPathTemplate } from './operation.ts';
import { createSchemaRegistry } from './schemas.ts';

export { errorExample, invalidRequestExample } from './error-examples.ts';
export type { DocumentedEndpointName } from './example.ts';
export * as exampleFixtures from './examples/fixtures.ts';
export { examples } from './examples/index.ts';
export type { AnyEndpointExample } from './operation.ts';

/** The endpoints in the OpenAPI document with their names and examples. */
export const documentedEndpoints = (Object.keys(examples) as DocumentedEndpointName[]).map(
  (name) => ({
    name,
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: not part of the browser bundle
    endpoint: contract[name] as Endpoint,
    example: examples[name] as AnyEndpointExample,
  }),
);

/**
 * Builds the OpenAPI 3.1 document from the contract and its examples.
 *
 * @param publicUrl base URL of this installation.
 */
export function openApiDocument(publicUrl: string) {
  const schemas = createSchemaRegistry();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, endpoint, example } of documentedEndpoints) {
    const path = toPathTemplate(endpoint);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = toOperation(name, endpoint, example, schemas);
  }
  return {
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
    paths,
    components: { schemas: schemas.components, securitySchemes },
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
};
