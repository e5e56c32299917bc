import { type ApiClient, createApiClient } from '@redial/contract';
import type { RouterContextProvider } from 'react-router';
import { webContext } from './context.ts';

/** Base host of the API as the browser sees it; empty for the page's own origin. */
export const apiBase: string = import.meta.env.VITE_API_URL ?? '';

/** Milliseconds after which a call that has no answer is given up: longer than a slow line needs. */
const requestTimeoutMs = 30_000;

/** What goes out over the network: never waits for ever. */
export const browserFetch = (request: Request): Promise<Response> =>
  fetch(request, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeoutMs)]),
  });

/** Calls the API from the browser without a token; `session/call.ts` has the one with it. */
export const publicCall: ApiClient = createApiClient({ baseUrl: apiBase, fetch: browserFetch });

/** Calls the API from a server loader, as an anonymous reader and without a network between. */
export function createServerCall(context: Readonly<RouterContextProvider>): ApiClient {
  const { api, publicUrl } = context.get(webContext);
  return createApiClient({ baseUrl: publicUrl, fetch: api });
}
