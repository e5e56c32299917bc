import { randomUUID } from 'node:crypto';
import { normalizeEmail } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import type { Executor } from '../../db/client.ts';
import { identityAccounts, identityUsers } from '../../db/schema/identity.ts';
import type { Identity } from '../../ports/identity.ts';
import type { RateLimiter, RateLimitRule } from '../../ports/rate-limiter.ts';
import { findAccountData } from './account-data.ts';
import { type AuthOptions, audience, createAuth } from './better-auth.ts';
import { createGoogleAuth, type GoogleClient } from './google.ts';
import { createIdTokenVerifier } from './id-token.ts';
import { createLocalJwks } from './local-jwks.ts';
import { createLoginThrottle, type LoginLockout } from './login-throttle.ts';
import { isPasskeySession, type PasskeyOptions } from './passkeys.ts';
import { reencryptTwoFactorSecrets } from './previous-secrets.ts';
import { purgeExpired } from './purge-expired.ts';
import type { PasswordOptions } from './record-password.ts';
import { identityRoutes } from './routes.ts';
import { createSandboxGoogle } from './sandbox-google/index.ts';
import { isSessionActive } from './session-status.ts';
import { type EndSessionsOptions, listSessions } from './sessions.ts';
import { getTwoFactor, type TwoFactorOptions } from './two-factor.ts';

/** Changes of the e-mail address of an account: each sends mails, also to addresses of others. */
const emailChangeRule: RateLimitRule = { name: 'email-change', max: 5, seconds: 86_400 };

/** Codes for the second factor of one account from one network. */
const codeRule: RateLimitRule = { name: 'two-factor', max: 10, seconds: 900 };
/** Notices about wrong codes to the owner of one account. */
const refusalNoticeRule: RateLimitRule = { name: 'two-factor-notice', max: 1, seconds: 86_400 };

export interface EmbeddedIdentityOptions
  extends AuthOptions,
    TwoFactorOptions,
    PasskeyOptions,
    EndSessionsOptions,
    PasswordOptions {
  readonly createRateLimiter: (rule: RateLimitRule) => RateLimiter;
  /** Tells the owner of an account that a network was locked out of it after wrong passwords. */
  readonly notifyLockout: (lockout: LoginLockout) => Promise<void>;
  /** Whether new passwords must not be common ones. */
  readonly refuseCommonPasswords: boolean;
  /** Google's client, the sandbox that replaces Google, or no Google sign-in. */
  readonly google?: GoogleClient | 'sandbox' | undefined;
}

export interface EmbeddedIdentity {
  readonly identity: Identity;
  /** All routes under `/identity`, and `/sandbox-google` if the sandbox is used. */
  readonly routes: FastifyPluginAsync;
  /**
   * Creates an account on behalf of the operator, or returns the existing one. Its e-mail address
   * is unverified, as after a sign-up.
   */
  createAccount(account: { name: string; email: string; password: string }): Promise<{
    uid: string;
  }>;
}

/** The identity provider that is part of Redial: Better Auth on Redial's database. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const { db, publicUrl, google } = options;
  const loginThrottle = createLoginThrottle({
    db,
    createRateLimiter: options.createRateLimiter,
    scale: options.rateLimitScale,
    notify: options.notifyLockout,
    onError: (err) =>
      options.log.error({ err }, 'the owner of an account was not notified of a lockout'),
  });
  const emailChangeLimiter = options.createRateLimiter({
    ...emailChangeRule,
    max: Math.ceil(emailChangeRule.max * options.rateLimitScale),
  });
  const auth = createAuth(options);
  const sandbox = google === 'sandbox' ? createSandboxGoogle(options) : undefined;
  const client = sandbox?.client ?? (google === 'sandbox' ? undefined : google);

  return {
    identity: {
      clientConfig: { provider: 'embedded', google: client !== undefined },
      verifyIdToken: createIdTokenVerifier({
        keys: createLocalJwks(() => auth.api.getJwks()),
        issuer: publicUrl,
        audience,
      }),
      isSessionActive: (session) => isSessionActive(db, session),
      hasSecondFactor: async (session) =>
        (await getTwoFactor(db, session.uid)).enabled || isPasskeySession(db, session),
      findAccountData: (uid) => findAccountData(db, uid),
      listSessions: (uid) => listSessions(db, { uid, sessionId: '' }),
      purgeExpired: () => purgeExpired(db),
      deleteAccount: async (uid) => {
        // A single statement: sessions and linked accounts are deleted by `on delete cascade`.
        await db.delete(identityUsers).where(eq(identityUsers.id, uid));
      },
    },
    routes: async (app) => {
      await reencryptTwoFactorSecrets(db, options);
      await app.register(identityRoutes, {
        auth,
        db,
        emailChange: options,
        twoFactor: options,
        passkeys: options,
        codeLimiter: options.createRateLimiter({
          ...codeRule,
          max: Math.ceil(codeRule.max * options.rateLimitScale),
        }),
        refusalNoticeLimiter: options.createRateLimiter(refusalNoticeRule),
        limitEmailChanges: emailChangeLimiter.consume,
        loginThrottle,
        networkOf: options.networkOf,
        google: client ? createGoogleAuth(options, client) : undefined,
        publicUrl,
        secret: options.secret,
        previousSecrets: options.previousSecrets,
        webOrigins: options.webOrigins,
        requireVerifiedEmail: options.requireVerifiedEmail,
        refuseCommonPasswords: options.refuseCommonPasswords,
        notifyPasswordChanged: options.notifyPasswordChanged,
        notifySessionsEnded: options.notifySessionsEnded,
      });
      if (sandbox) await app.register(sandbox.routes);
    },
    createAccount: async ({ name, email, password }) => {
      const normalizedEmail = normalizeEmail(email);
      if (normalizedEmail === undefined) throw new Error(`not an e-mail normalizedEmail: ${email}`);
      const existing = await findUid(db, normalizedEmail);
      if (existing !== undefined) return { uid: existing };
      const { password: hasher } = await auth.$context;
      const hash = await hasher.hash(password);
      return db.transaction(async (tx) => {
        const [created] = await tx
          .insert(identityUsers)
          .values({ id: randomUUID(), name, email: normalizedEmail })
          .onConflictDoNothing({ target: identityUsers.email })
          .returning({ uid: identityUsers.id });
        if (created) {
          await tx.insert(identityAccounts).values({
            id: randomUUID(),
            accountId: created.uid,
            providerId: 'credential',
            userId: created.uid,
            password: hash,
          });
          return created;
        }
        // Created concurrently by another request.
        const uid = await findUid(tx, normalizedEmail);
        if (uid === undefined)
          throw new Error('the account was deleted while it was being created');
        return { uid };
      });
    },
  };
}

async function findUid(db: Executor, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ uid: identityUsers.id })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  return row?.uid;
}
