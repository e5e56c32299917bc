import { normalizeEmail, passwordMaxLength } from '@redial/contract';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { jwt } from 'better-auth/plugins/jwt';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../../db/client.ts';
import {
  identityAccounts,
  identityJwks,
  identityPasskeys,
  identityRateLimits,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '../../db/schema/identity.ts';
import { type BeginSessionOptions, beginSession, firstStepPaths } from './begin-session.ts';
import { normalizeProviderName } from './body-validation.ts';
import { type EmailChangeOptions, isEmailReserved } from './email-change.ts';
import { withHashedSessionTokens } from './hashed-session-tokens.ts';
import { rememberDevice } from './known-devices.ts';
import { createPasskeyPlugin } from './passkey-plugin.ts';
import { withRecordedWrites } from './recorded-writes.ts';
import { hashedRecoveryCodes } from './recovery-codes.ts';
import { createSigningKeyAdapter, keyPairConfig } from './signing-keys.ts';
import { isTwoFactorOn } from './two-factor-status.ts';
import { basePath, clientIpHeader, deviceHeader } from './web-request.ts';

/** The audience of the ID tokens. */
export const audience = 'redial';

const day = 86_400;
/** Seconds within which the second factor has to be given. */
const challengeSeconds = 600;

/** Error codes of rejected Google sign-ins that have a message of their own. */
export const googleErrorCodes = {
  unverified: 'google_email_unverified',
  unusable: 'google_email_unusable',
} as const;

/** A request to verify that a mailbox belongs to an account. */
export interface EmailVerificationRequest {
  readonly uid: string;
  readonly email: string;
  /** Marks the address as verified when presented, within a day. */
  readonly token: string;
}

/** An account whose owner is notified of something by mail. */
export interface AccountNotice {
  readonly uid: string;
  readonly email: string;
}

/** The notice about something that a client did or tried. */
export interface ClientNotice extends AccountNotice {
  readonly ipAddress: string;
}

/** A password was set: by somebody who knew the old one, or with a mailed link. */
export interface PasswordNotice extends ClientNotice {
  readonly what: 'changed' | 'reset';
}

export interface PasswordResetRequest {
  readonly uid: string;
  readonly email: string;
  /** Allows its holder to set a new password, once, within an hour. */
  readonly token: string;
}

export interface AuthOptions extends BeginSessionOptions, EmailChangeOptions {
  /** Verify and decrypt what was signed and encrypted before the secret was changed. */
  readonly previousSecrets: readonly string[];
  readonly webOrigins: readonly string[];
  readonly rateLimitScale: number;
  /** Sends the user a link for setting a new password. */
  readonly sendPasswordReset: (request: PasswordResetRequest) => Promise<void>;
  /** Sends the link that verifies an address. */
  readonly sendEmailVerification: (request: EmailVerificationRequest) => Promise<void>;
  /**
   * Tells the owner of an account that somebody tried to sign up with its address. Only where verified
   * addresses are required.
   */
  readonly notifyRepeatedSignUp: (signUp: ClientNotice) => Promise<void>;
  /**
   * Whether an address must be verified before its account can sign in. The link is then sent at
   * sign-up, and sign-up answers the same for addresses with and without an account.
   */
  readonly requireVerifiedEmail: boolean;
  /** Receives Better Auth's log messages. Its internal errors are thrown. */
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Configures Better Auth on the tables of the `identity` schema. It stores identities only; roles
 * and soft deletion belong to the marketplace.
 *
 * @param google the OpenID provider of "Sign in with Google", if offered. Better Auth fetches its
 *   discovery document immediately.
 */
export function createAuth(options: AuthOptions, google?: GenericOAuthConfig) {
  const { db, publicUrl, webOrigins, secret, log, requireVerifiedEmail } = options;
  const { sendPasswordReset, sendEmailVerification, notifyRepeatedSignUp } = options;
  return betterAuth({
    appName: 'Redial',
    baseURL: publicUrl,
    basePath,
    secret,
    trustedOrigins: [...webOrigins],
    database: withHashedSessionTokens(withRecordedWrites(db, createAdapter)),
    emailAndPassword: {
      enabled: true,
      // Makes sign-up answer the same for new and known addresses, with the same work.
      requireEmailVerification: requireVerifiedEmail,
      onExistingUserSignUp: ({ user }, request) =>
        notifyRepeatedSignUp({
          uid: user.id,
          email: user.email,
          ipAddress: request?.headers.get(clientIpHeader) ?? '',
        }),
      minPasswordLength: 6,
      maxPasswordLength: passwordMaxLength,
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        sendPasswordReset({ uid: user.id, email: user.email, token }),
      // Using the mailed link proves access to the mailbox, so the e-mail address is verified from
      // now on and a Google account with this address may be linked.
      onPasswordReset: async ({ user }) => {
        await db
          .update(identityUsers)
          .set({ emailVerified: true })
          .where(eq(identityUsers.id, user.id));
      },
    },
    emailVerification: {
      sendOnSignUp: requireVerifiedEmail,
      sendOnSignIn: requireVerifiedEmail,
      expiresIn: day,
      sendVerificationEmail: ({ user, token }) =>
        sendEmailVerification({ uid: user.id, email: user.email, token }),
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
    session: {
      expiresIn: 30 * day,
      updateAge: day,
      cookieCache: { enabled: false },
      additionalFields: {
        device: { type: 'string', required: false, input: false },
        passkeyId: { type: 'string', required: false, input: false },
      },
    },
    account: {
      // A Google account is linked to a password account with the same e-mail address only if both
      // sides have verified the address: Google reports it as verified, and here a mailed link was
      // used. Otherwise an attacker could sign up with a victim's address, wait for the victim's
      // Google sign-in, and share the account through the password chosen beforehand. These are the
      // library's defaults, made explicit.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      user: {
        create: {
          // An old address can take its change back for a while, so nobody else gets it.
          before: async ({ email }) => {
            if (await isEmailReserved(db, email)) {
              throw new APIError('UNPROCESSABLE_ENTITY', reservedAddressError);
            }
          },
        },
      },
      account: { create: { before: dropTokens }, update: { before: dropTokens } },
      session: {
        create: {
          before: async ({ userId }, context) => ({
            data: await beginSession(options, userId, {
              headers: context?.headers ?? context?.request?.headers,
              path: context?.path,
              body: context?.body,
              continued: context?.context.session?.session,
            }),
          }),
          // After the transaction, because a sign-up creates the user in it.
          after: async ({ userId, device }, context) => {
            if (typeof device !== 'string') return;
            const headers = context?.headers ?? context?.request?.headers;
            const deviceId = headers?.get(deviceHeader);
            const mark = deviceId ? options.markDevice?.(deviceId) : undefined;
            await rememberDevice(options.db, userId, device, mark);
          },
        },
      },
    },
    rateLimit: rateLimitOptions(options.rateLimitScale),
    advanced: {
      cookiePrefix: 'redial',
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
    },
    // Errors that are not responses of Better Auth reach the API's error handler.
    onAPIError: { throw: true, errorURL: `${publicUrl}${basePath}/google/done` },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.warn({ err: details[0] }, `identity: ${message}`),
    },
    telemetry: { enabled: false },
    plugins: [
      secondFactor(options),
      createPasskeyPlugin(options),
      bearer(),
      jwt({
        jwks: { keyPairConfig: keyPairConfig, rotationInterval: 90 * day },
        adapter: createSigningKeyAdapter(db, options),
        jwt: {
          issuer: publicUrl,
          audience,
          expirationTime: '15m',
          definePayload: ({ user, session }) => ({
            sid: session.id,
            auth_time: Math.floor(session.createdAt.getTime() / 1000),
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

const createAdapter = (executor: Executor) =>
  drizzleAdapter(executor, {
    provider: 'pg',
    transaction: true,
    schema: {
      user: identityUsers,
      session: identitySessions,
      account: identityAccounts,
      verification: identityVerifications,
      jwks: identityJwks,
      rateLimit: identityRateLimits,
      twoFactor: identityTwoFactors,
      passkey: identityPasskeys,
    },
  });

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

/**
 * Asks for a code at every sign-in to an account with a second factor. Better Auth's plugin does so for
 * passwords only; Google says who somebody is, but not that they have more than a password there.
 *
 * The lock covers guessing from many networks; one network is limited earlier (`two-factor-routes.ts`).
 * Only who knows the password can cause it, and a new password ends that.
 *
 * The plugin knows whether the second factor is on from before the password was checked, so that is looked
 * up again once the session exists: who switches it on meanwhile either finds that session and ends it, or is
 * found here.
 */
function secondFactor({ db, rateLimitScale }: Pick<AuthOptions, 'db' | 'rateLimitScale'>) {
  const plugin = twoFactor({
    twoFactorCookieMaxAge: challengeSeconds,
    accountLockout: { maxFailedAttempts: Math.ceil(20 * rateLimitScale), durationSeconds: 900 },
    backupCodeOptions: { storeBackupCodes: hashedRecoveryCodes },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path = '' }: { path?: string | undefined }) => firstStepPaths.has(path),
    handler: (async (hookContext: { context: { newSession: BegunSession | null } }) => {
      const { newSession: begun } = hookContext.context;
      if (begun) begun.user.twoFactorEnabled = await isTwoFactorOn(db, begun.user.id);
      return hook.handler(hookContext as never);
    }) as unknown as typeof hook.handler,
  }));
  return { ...plugin, hooks: { after } };
}

/** What Better Auth knows of a session that it has just begun. */
interface BegunSession {
  readonly user: { readonly id: string; twoFactorEnabled?: boolean };
}

/** The error of a sign-up with the address of an account. */
const reservedAddressError = {
  code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  message: 'User already exists. Use another email.',
};

/** Google is used for authentication only: tokens that give access to its APIs are not stored. */
const dropTokens = async <T extends object>(account: T) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** Rate limits by IP address and path: a window in seconds, and a maximum. */
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
      '/request-password-reset': rule(10, 900),
      '/reset-password': rule(10, 60),
      '/change-password': rule(10, 60),
      '/send-verification-email': rule(5, 900),
      '/verify-email': rule(20, 60),
      '/two-factor/*': rule(20, 60),
      '/passkey/*': rule(20, 60),
    },
  };
}
