import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import type Provider from 'oidc-provider';
import type { GoogleClient } from '../google.ts';
import { renderSignInPage } from '../sign-in-page.ts';
import { getAvatarColour, getInitials, type SandboxAccount } from './accounts.ts';
import { createStore } from './store.ts';

/** The path under which the sandbox is mounted. */
export const sandboxPath = '/sandbox-google';

const scopes = 'openid email profile';

/**
 * The OpenID provider: authorization code flow with PKCE, RS256 ID tokens with e-mail address, name
 * and picture like Google's. It generates new keys at each start.
 *
 * @param accounts all accounts by `sub`.
 */
export async function createProvider(options: {
  client: GoogleClient;
  redirectUri: string;
  accounts: ReadonlyMap<string, SandboxAccount>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}): Promise<Provider> {
  const { client, redirectUri, accounts, log } = options;
  const [{ Provider: OpenIdProvider }, { base, Prompt }, { privateKey }] = await Promise.all([
    import('oidc-provider/lib/provider.js'),
    import('oidc-provider/lib/helpers/interaction_policy/index.js'),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const policy = base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const cookie = { path: sandboxPath, httpOnly: true, sameSite: 'lax', signed: true } as const;

  const provider = new OpenIdProvider(client.issuer, {
    adapter: createStore(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: 'sandbox_google_session',
        interaction: 'sandbox_google_interaction',
        resume: 'sandbox_google_resume',
      },
      long: cookie,
      short: { ...cookie, path: undefined },
    },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: scopes.split(' '),
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy,
      url: (_context, interaction) => `${sandboxPath}/interaction/${interaction.uid}`,
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 900,
      Session: 900,
    },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => toClaims(account, client.issuer) };
    },
    // Redial is the only client, and picking an account counts as consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
    renderError: (context, { error_description: reason }) => {
      const { html, headers } = renderSignInPage({
        title: 'Sign-in ended',
        body: `<h1>This sign-in has ended</h1><p>Close this window and start again.</p>`,
      });
      log.warn({ reason }, 'sandbox Google aborted a sign-in');
      context.set(headers);
      context.body = html;
    },
  });
  provider.on('server_error', (_context, error) =>
    log.error({ err: error }, 'sandbox Google failed'),
  );
  return provider;
}

function toClaims(account: SandboxAccount, issuer: string) {
  const { sub, name, email, emailVerified } = account;
  const picture = `${issuer}/face/${getInitials(name)}-${getAvatarColour(name)}.svg`;
  return { sub, name, email, email_verified: emailVerified, picture };
}
