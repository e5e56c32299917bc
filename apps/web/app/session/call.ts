import { type Call, createClient } from '@redial/contract';
import { apiBase, browserFetch } from '../api.ts';
import { end, marketplaceToken, renewToken } from './session.ts';
import { currentSession } from './session-store.ts';

const signed: Call = createClient({
  baseUrl: apiBase,
  fetch: browserFetch,
  getToken: marketplaceToken,
});

/**
 * Calls the API from the browser as the person signed in, or anonymously. When the server no longer
 * takes the token, it is renewed once; if that does not help, the session ends, and the guards lead
 * to the sign-in page.
 */
export const call: Call = async (endpoint, input) => {
  const first = await signed(endpoint, input);
  if (first.ok || first.problem.status !== 401 || currentSession().status === 'signed-out') {
    return first;
  }
  const token = await renewToken();
  const second = token ? await signed(endpoint, { ...input, token }) : first;
  if (!second.ok && second.problem.status === 401) end();
  return second;
};
