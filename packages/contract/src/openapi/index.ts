import type { Endpoint } from '../endpoint.ts';
import * as contract from '../index.ts';
import type { AnyEndpointExample, DocumentedEndpointName } from './example.ts';
import { examples } from './examples/index.ts';

export { Deleted, Inserted, Modified } from '../common-schemas.ts';
export { errorExample, invalidRequestExample } from './error-examples.ts';
export {
  type AnyEndpointExample,
  type DocumentedEndpointName,
  responseHeaders,
  tags,
} from './example.ts';
export * as exampleFixtures from './examples/fixtures.ts';
export { examples } from './examples/index.ts';
export * as moderationFixtures from './examples/moderation.ts';
export * as possessionFixtures from './examples/possession-proofs.ts';
export { examplePush } from './examples/push-subscriptions.ts';
export { reviewId } from './examples/reviews.ts';
export * as riskFixtures from './examples/risk.ts';
export * as selfTestFixtures from './examples/self-tests.ts';

/** The endpoints in the OpenAPI document with their names and examples. */
export const documentedEndpoints = (Object.keys(examples) as DocumentedEndpointName[]).map(
  (name) => ({
    name,
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: not part of the browser bundle
    endpoint: contract[name] as Endpoint,
    example: examples[name] as AnyEndpointExample,
  }),
);
