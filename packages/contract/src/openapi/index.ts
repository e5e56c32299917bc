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

/** Every call that the document shows, with its name and its example. */
export const documentedEndpoints = (Object.keys(examples) as DocumentedEndpointName[]).map(
  (name) => ({
    name,
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: no browser loads this
    call: contract[name] as Endpoint,
    example: examples[name] as AnyEndpointExample,
  }),
);

/**
 * The API as an OpenAPI 3.1 document, made of the contract and its examples.
 *
 * @param publicUrl address of this installation
 */
export function openApiDocument(publicUrl: string) {
  const schemas = createSchemaRegistry();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, call, example } of documentedEndpoints) {
    const path = toPathTemplate(call);
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = toOperation(name, call, example, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Redial',
      version: '0.1.0',
      summary: 'A marketplace for second-hand phones',
      description,
      contact: { name: 'Whoever runs this installation', url: publicUrl },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    // Relative to the document: true of every installation.
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: { schemas: schemas.components, securitySchemes },
  };
}

const description = `
Ids are UUIDs. Money is a number of US dollars with at most two decimals. Dates are ISO 8601.
Success is 200; a refusal is \`application/problem+json\` with a \`code\` to act on and a \`message\` to show.
`.trim();

const securitySchemes = {
  marketplaceToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'What `POST /jwt` answers',
  },
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An ID token of the identity provider',
  },
};
