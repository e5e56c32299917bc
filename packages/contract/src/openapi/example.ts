import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type * as contract from '../index.ts';

type Contract = typeof contract;

/** The calls that the OpenAPI document shows, by the name of their endpoint; webhooks are the provider's. */
export type DocumentedEndpointName = {
  [K in keyof Contract]: Contract[K] extends Endpoint
    ? Contract[K]['access'] extends 'webhook'
      ? never
      : K
    : never;
}[keyof Contract];

/** The groups of the document, with what it says of them. */
export const tags = {
  Accounts: 'Who somebody is, and what an admin does about people',
  Catalogue: 'The phones on offer, as everybody sees them',
  Selling: 'What sellers do with their own phones',
  Orders: 'A phone that is held for its buyer until it is paid',
  Payments: 'A card payment, believed only after asking the card provider',
  Moderation: 'Reported phones',
  Images: 'The image host for product pictures',
  Installation: 'What a browser must know of this installation',
} as const;

/** Headers of a successful answer that a caller may need. */
export const responseHeaders = {
  Link: '`<address of the next page>; rel="next"`, where a limit was given and there is a next page',
  'X-Total-Count':
    'How many products there are in all, where a limit was given; left out where filters leave more than are counted at every look',
  ETag: 'Sent back as `If-None-Match`, it saves an answer that has not changed',
} as const;

/** What a refused call says, where that is more exact than the title of its code. */
export interface ErrorDetail {
  readonly detail: string;
  readonly field?: string;
}

/** What the OpenAPI document tells of a call beyond the endpoint itself: words, and one real exchange. */
export type EndpointExample<E extends Endpoint> = {
  readonly tag: keyof typeof tags;
  /** What the call does, in sentences. */
  readonly description: string;
  readonly headers?: readonly (keyof typeof responseHeaders)[];
  readonly answer: ResponseOf<E>;
  readonly problems?: Partial<Record<ErrorCode, ErrorDetail>>;
} & (keyof ParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<E> }) &
  (E['query'] extends object ? { readonly query: QueryOf<E> } : { readonly query?: undefined }) &
  (E['body'] extends object ? { readonly body: BodyOf<E> } : { readonly body?: undefined });

/** One example for each of some calls; a call that is missing does not compile. */
export type EndpointExamples<Name extends DocumentedEndpointName> = {
  readonly [K in Name]: Contract[K] extends Endpoint ? EndpointExample<Contract[K]> : never;
};
