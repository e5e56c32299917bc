import { type ApiClient, createApiClient } from '@redial/contract';
import { apiBase, browserFetch } from '../api.ts';
import { clearSession, marketplaceToken, renewToken } from './session.ts';
import { currentSession } from './session-store.ts';

const authenticatedCall: ApiClient = createApiClient({
  baseUrl: apiBase,
  fetch: browserFetch,
  getToken: marketplaceToken,
});

/**
 * Calls the API from the browser as the person signed in, or anonymously. When the server no longer
 * takes the token, it is renewed once; if that does not help, the session ends, and the guards lead
 * to the sign-in page.
 */
export const call: ApiClient = async (endpoint, input) => {
  const first = await authenticatedCall(endpoint, input);
  if (first.ok || first.error.status !== 401 || currentSession().status === 'signed-out') {
    return first;
  }
  const token = await renewToken();
  const second = token ? await authenticatedCall(endpoint, { ...input, token }) : first;
  if (!second.ok && second.error.status === 401) clearSession();
  return second;
};
