import type { DocumentedEndpointName, EndpointExamples } from '../example.ts';
import { accountExamples } from './accounts.ts';
import { catalogueExamples } from './catalogue.ts';
import { orderExamples, paymentExamples } from './orders.ts';
import { imageExamples, installationExamples, moderationExamples } from './others.ts';
import { sellingExamples } from './selling.ts';

/** One example for every call, in the order of the document. A new call without one does not compile. */
export const examples = {
  ...accountExamples,
  ...catalogueExamples,
  ...sellingExamples,
  ...orderExamples,
  ...paymentExamples,
  ...moderationExamples,
  ...imageExamples,
  ...installationExamples,
} as const satisfies EndpointExamples<DocumentedEndpointName>;
