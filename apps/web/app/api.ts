import { type Call, createClient } from '@redial/contract';
import type { RouterContextProvider } from 'react-router';
import { webContext } from './context.ts';

/** Base host of the API as the browser sees it; empty for the page's own origin. */
export const apiBase: string = import.meta.env.VITE_API_URL ?? '';

/** Calls the API from the browser without a token; `session/call.ts` has the one with it. */
export const publicCall: Call = createClient({
  baseUrl: apiBase,
  fetch: (request) => fetch(request),
});

/** Calls the API from a server loader, as an anonymous reader and without a network between. */
export function serverCall(context: Readonly<RouterContextProvider>): Call {
  const { api, publicUrl } = context.get(webContext);
  return createClient({ baseUrl: publicUrl, fetch: api });
}
