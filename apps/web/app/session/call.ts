import { type ApiClient, createApiClient } from '@redial/contract';
import { apiBase, browserFetch } from '../api.ts';
import { clearSession, marketplaceToken, renewToken } from './session.ts';
import { currentSession } from './session-store.ts';
import { confirmIdentity } from './step-up.ts';

const authenticatedCall: ApiClient = createApiClient({
  baseUrl: apiBase,
  fetch: browserFetch,
  getToken: marketplaceToken,
});

/**
 * API client for the signed-in user, or anonymous without a session. If a request requires a recent
 * sign-in, the user is asked to sign in again, and it is repeated.
 */
export const call: ApiClient = async (endpoint, input) => {
  const result = await callWithRenewal(endpoint, input);
  if (result.ok || result.error.code !== 'session.step-up-required') return result;
  return (await confirmIdentity()) ? callWithRenewal(endpoint, input) : result;
};

/**
 * A rejected token is renewed once; if that fails, the session is cleared and the guards redirect to
 * the sign-in page. It is also renewed if the server has not yet noticed that the e-mail address was
 * verified.
 */
const callWithRenewal: ApiClient = async (endpoint, input) => {
  const first = await authenticatedCall(endpoint, input);
  if (first.ok || currentSession().status === 'signed-out') return first;
  const { status, code } = first.error;
  if (status !== 401 && code !== 'account.email-unverified') return first;
  const token = await renewToken();
  const second = token ? await authenticatedCall(endpoint, { ...input, token }) : first;
  if (!second.ok && second.error.status === 401) clearSession();
  return second;
};
