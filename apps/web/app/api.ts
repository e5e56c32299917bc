import { type ApiClient, createApiClient, parseApiError } from '@redial/contract';
import type { RouterContextProvider } from 'react-router';
import { webContext } from './context.ts';

/** Base URL of the API as seen by the browser; empty when it is the page's own origin. */
export const apiBase: string = import.meta.env.VITE_API_URL ?? '';

/** Milliseconds before a request is aborted; generous enough for slow connections. */
const requestTimeoutMs = 30_000;

/** `fetch` with a timeout. */
export const browserFetch = (request: Request): Promise<Response> =>
  fetch(request, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeoutMs)]),
  });

/** API client for the browser that sends no token. `session/call.ts` sends the session's token. */
export const publicCall: ApiClient = createApiClient({ baseUrl: apiBase, fetch: browserFetch });

/** API client for server loaders: anonymous, and in-process instead of over the network. */
export function createServerCall(context: Readonly<RouterContextProvider>): ApiClient {
  const { api } = context.get(webContext);
  return async (endpoint, input) => {
    const { status, headers, body } = await api(endpoint, input);
    return status === 200
      ? { ok: true, value: body as never, headers }
      : { ok: false, error: parseApiError(body, status) };
  };
}
