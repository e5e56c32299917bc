import { normalizeEmail, passwordMaxLength } from '@redial/contract';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { jwt } from 'better-auth/plugins/jwt';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import {
  identityAccounts,
  identityJwks,
  identityRateLimits,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '../../db/schema/identity.ts';
import { normalizeProviderName } from './body-validation.ts';
import { createLoginThrottle, loginWindowSeconds } from './login-throttle.ts';
import { createSigningKeyAdapter, keyPairConfig } from './signing-keys.ts';

/** Where the provider's routes are. */
export const basePath = '/identity';
/** The audience of the ID tokens. */
export const audience = 'redial';
/** Carries the caller's address, as Fastify sees it, to Better Auth's rate limit. */
export const clientIpHeader = 'x-redial-address';

const day = 86_400;

/** A Google account's sign-in was refused for a reason that the person should read. */
export const googleErrorCodes = {
  unverified: 'google_email_unverified',
  unusable: 'google_email_unusable',
} as const;

export interface PasswordResetRequest {
  readonly uid: string;
  readonly email: string;
  /** Lets its holder set a new password, once, within an hour. */
  readonly token: string;
}

export interface AuthOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly webOrigins: readonly string[];
  readonly secret: string;
  readonly rateLimitScale: number;
  /** Sends a person the link with which to set a new password. */
  readonly sendPasswordReset: (request: PasswordResetRequest) => Promise<void>;
  /** Told of what Better Auth notices; what fails inside it is thrown. */
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Sets Better Auth up on the tables of the `identity` schema. It keeps who a person is and nothing
 * more: no role, no removal (these are the marketplace's).
 *
 * @param google the OpenID provider of "Sign in with Google", where offered. Its discovery document
 *   is read at once.
 */
export function createAuth(options: AuthOptions, google?: GenericOAuthConfig) {
  const { db, publicUrl, webOrigins, secret, sendPasswordReset, log } = options;
  return betterAuth({
    appName: 'Redial',
    baseURL: publicUrl,
    basePath,
    secret,
    trustedOrigins: [...webOrigins],
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityAccounts,
        verification: identityVerifications,
        jwks: identityJwks,
        rateLimit: identityRateLimits,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: passwordMaxLength,
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        sendPasswordReset({ uid: user.id, email: user.email, token }),
      // Whoever used the mailed link reads that mailbox: from now on the address is theirs, and a
      // Google account with it may be linked.
      onPasswordReset: async ({ user }) => {
        await db
          .update(identityUsers)
          .set({ emailVerified: true })
          .where(eq(identityUsers.id, user.id));
        await createLoginThrottle(db, options.rateLimitScale).reset(user.email);
      },
    },
    user: {
      validateUserInfo: ({ user, source }) => {
        if (source.method !== 'oauth') return undefined;
        if (normalizeEmail(user.email ?? '') === undefined)
          return { error: googleErrorCodes.unusable };
        return source.oauth?.profile?.email_verified === true
          ? undefined
          : { error: googleErrorCodes.unverified };
      },
    },
    session: { expiresIn: 30 * day, updateAge: day, cookieCache: { enabled: false } },
    account: {
      // A Google account is linked to a password account of the same address only where both sides
      // have proved the address: Google says so, and here a mailed link was used. Otherwise somebody
      // could sign up with another person's address first, wait for the owner's Google sign-in, and
      // share the account with the password chosen beforehand. The library's defaults, said aloud.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: { account: { create: { before: dropTokens }, update: { before: dropTokens } } },
    rateLimit: rateLimitOptions(options.rateLimitScale),
    advanced: {
      cookiePrefix: 'redial',
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
    },
    // What is not an answer of Better Auth's own reaches the API's error handler.
    onAPIError: { throw: true, errorURL: `${publicUrl}${basePath}/google/done` },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.warn({ err: details[0] }, `identity: ${message}`),
    },
    telemetry: { enabled: false },
    plugins: [
      bearer(),
      jwt({
        jwks: { keyPairConfig: keyPairConfig, rotationInterval: 90 * day },
        adapter: createSigningKeyAdapter(db, secret),
        jwt: {
          issuer: publicUrl,
          audience,
          expirationTime: '15m',
          definePayload: ({ user }) => ({
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
            ...(user.image ? { picture: user.image } : {}),
          }),
        },
        disableSettingJwtHeader: true,
      }),
      genericOAuth({ config: google ? [google] : [] }),
    ],
  });
}

/** The provider of "Sign in with Google" at an issuer: Google itself, or the sandbox. */
export function googleProvider(client: {
  issuer: string;
  clientId: string;
  clientSecret: string;
}): GenericOAuthConfig {
  return {
    providerId: 'google',
    name: 'Google',
    discoveryUrl: `${client.issuer}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account',
    pkce: true,
    disableProviderLogout: true,
    mapProfileToUser: (profile) => ({
      name: normalizeProviderName(profile.name, profile.email ?? ''),
      emailVerified: profile.email_verified === true,
    }),
  };
}

/** Google is only asked who somebody is: what would let us act for them there is not kept. */
const dropTokens = async <T extends object>(account: T) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** Calls that one address may make, by path: seconds, and how many. */
function rateLimitOptions(scale: number) {
  const rule = (max: number, window: number) => ({ max: Math.ceil(max * scale), window });
  return {
    enabled: true,
    storage: 'database' as const,
    ...rule(100, 10),
    customRules: {
      '/sign-in/email': rule(10, 60),
      '/sign-up/email': rule(10, 60),
      '/sign-in/social': rule(20, 60),
      '/request-password-reset': rule(10, loginWindowSeconds),
      '/reset-password': rule(10, 60),
    },
  };
}
