import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type * as contract from '../index.ts';

type Contract = typeof contract;

/** Names of the endpoints in the OpenAPI document: all but the webhooks, which only providers call. */
export type DocumentedEndpointName = {
  [K in keyof Contract]: Contract[K] extends Endpoint
    ? Contract[K]['access'] extends 'webhook'
      ? never
      : K
    : never;
}[keyof Contract];

/** Tags that group the operations of the document, with their descriptions. */
export const tags = {
  Accounts: 'User accounts, tokens and their administration',
  Catalogue: 'Public product lists, search and product details',
  Selling: "A seller's own products",
  Models: 'The model catalogue, with prices and estimates',
  Devices: 'Phones recognized by their IMEIs: history, reports, checks',
  Orders: 'Orders, which reserve a product for its buyer until it is paid',
  Payments: 'Card payments, verified with the card provider',
  Payouts: "A seller's balance, and its payouts",
  Ledger: 'The double-entry ledger: checks, balances, journal',
  Handover: 'Meetings, handover codes and device checks of paid orders',
  Disputes: 'Disputes about orders, and returns',
  Favourites: 'Phones that a user keeps an eye on',
  Offers: 'Offers below the asking price, and their answers',
  'Saved searches': 'Searches whose new results their user is notified of',
  Reviews: 'Reviews of ended orders, and public profiles',
  Moderation: 'Reports, and what is decided about them',
  Conversations: 'Messages between the buyer and the seller of a listing',
  Notifications: 'The notification centre, and what is sent by mail',
  Images: 'The image host for product images',
  Configuration: 'Public configuration of this installation',
} as const;

/** Headers of successful responses, with their descriptions. */
export const responseHeaders = {
  Link: '`<URL of the next page>; rel="next"`, if the request has a limit and there is a next page',
  'X-Total-Count':
    'Total number of products, if the request has a limit; omitted if the filters match too many products to count',
  ETag: 'Sent as `If-None-Match`, it avoids the transfer of an unchanged response',
} as const;

/** Message and field of an error, if more specific than the title of its code. */
export interface ErrorDetail {
  readonly detail: string;
  readonly field?: string;
}

/** Documentation of an endpoint beyond the endpoint itself: a description and an example exchange. */
export type EndpointExample<E extends Endpoint> = {
  readonly tag: keyof typeof tags;
  /** What the endpoint does, in full sentences. */
  readonly description: string;
  readonly headers?: readonly (keyof typeof responseHeaders)[];
  readonly response: ResponseOf<E>;
  readonly errors?: Partial<Record<ErrorCode, ErrorDetail>>;
} & (keyof ParamsOf<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<E> }) &
  (E['query'] extends object ? { readonly query: QueryOf<E> } : { readonly query?: undefined }) &
  (E['body'] extends object ? { readonly body: BodyOf<E> } : { readonly body?: undefined });

/** Examples by endpoint name. A missing example is a compile error. */
export type EndpointExamples<Name extends DocumentedEndpointName> = {
  readonly [K in Name]: Contract[K] extends Endpoint ? EndpointExample<Contract[K]> : never;
};

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
