import type { GoogleClient } from '@redial/api/adapters';
import { describeError, type Finding, failed, ok } from './finding.ts';

const timeoutMs = 10_000;

/**
 * Checks the keys of "Sign in with Google" by exchanging a code that does not exist: the provider
 * verifies the client first, and refuses the code only then (RFC 6749, section 5.2).
 */
export async function checkGoogle(
  { issuer, clientId, clientSecret }: GoogleClient,
  publicUrl: string,
): Promise<Finding> {
  const name = 'Google sign-in';
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`, { signal });
    const { token_endpoint: endpoint } = (await discovery.json()) as { token_endpoint?: string };
    if (!endpoint) throw new Error('its discovery document names no token endpoint');
    const response = await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'redial-doctor',
        redirect_uri: publicUrl,
        client_id: clientId,
        client_secret: clientSecret,
      }),
      signal,
    });
    const { error } = (await response.json()) as { error?: string };
    if (error === 'invalid_client' || error === 'unauthorized_client') {
      const advice =
        'copy GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET again: docs/providers/google.md';
      return failed(name, `Google rejects the client: ${error}`, advice);
    }
    return ok(name, 'Google accepts the client');
  } catch (error) {
    const advice = 'allow this machine to reach accounts.google.com';
    return failed(name, `it cannot be reached: ${describeError(error)}`, advice);
  }
}
