import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { NewDeviceSignIn } from '../src/adapters/identity/begin-session.ts';
import type {
  ClientNotice,
  EmailVerificationRequest,
  PasswordNotice,
  PasswordResetRequest,
} from '../src/adapters/identity/better-auth.ts';
import type { EmailChangeNotice } from '../src/adapters/identity/email-change.ts';
import {
  createEmbeddedIdentity,
  type EmbeddedIdentityOptions,
} from '../src/adapters/identity/embedded.ts';
import type { LoginLockout } from '../src/adapters/identity/login-throttle.ts';
import type { PasskeyNotice, PasskeySummary } from '../src/adapters/identity/passkeys.ts';
import type { EndedSessions, SessionSummary } from '../src/adapters/identity/sessions.ts';
import type { TwoFactorNotice } from '../src/adapters/identity/two-factor.ts';
import { errorHandler } from '../src/platform/error-handler.ts';
import { createMemoryStore, rateLimitKey } from '../src/platform/rate-limits/index.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './test-database.ts';

/** A response of the identity routes; the body has the fields of that route. */
export interface IdentityResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly code: string;
    readonly message: string;
    readonly token: string;
    readonly user: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly image: string | null;
      readonly emailVerified: boolean;
    };
    readonly session: { readonly expiresAt: string };
    readonly sessions: readonly SessionSummary[];
    readonly challenge: string;
    readonly secret: string;
    readonly uri: string;
    readonly recoveryCodes: readonly string[];
    readonly enabled: boolean;
    readonly recoveryCodesLeft: number;
    readonly satisfied: boolean;
    readonly passkeys: readonly PasskeySummary[];
    readonly passkey: PasskeySummary;
    readonly options: Readonly<Record<string, unknown>> & { readonly challenge: string };
  };
}

/** The embedded identity provider on its own database, listening on a port. */
export async function createTestIdentity({
  trustProxy = false,
  ...options
}: Partial<EmbeddedIdentityOptions> & { trustProxy?: boolean; log?: FastifyBaseLogger } = {}) {
  const database = await createTestDatabase();
  // The issuer URL must be known before the server listens.
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const resets: PasswordResetRequest[] = [];
  const verifications: EmailVerificationRequest[] = [];
  const lockouts: LoginLockout[] = [];
  const repeatedSignUps: ClientNotice[] = [];
  const changedPasswords: PasswordNotice[] = [];
  const emailChanges: EmailChangeNotice[] = [];
  const newDevices: NewDeviceSignIn[] = [];
  const twoFactorNotices: TwoFactorNotice[] = [];
  const passkeyNotices: PasskeyNotice[] = [];
  const endedSessions: EndedSessions[] = [];
  const embedded = createEmbeddedIdentity({
    db: database.db,
    publicUrl,
    webOrigins: [publicUrl],
    previousSecrets: [],
    secret: 'a secret of the tests, long enough to sign with',
    rateLimitScale: 1000,
    createRateLimiter: createMemoryStore().create,
    networkOf: rateLimitKey,
    notifyLockout: async (lockout) => void lockouts.push(lockout),
    notifyRepeatedSignUp: async (signUp) => void repeatedSignUps.push(signUp),
    notifyPasswordChanged: async (_tx, notice) => void changedPasswords.push(notice),
    notifySessionsEnded: async (_tx, ended) => void endedSessions.push(ended),
    applyEmailChange: async () => true,
    notifyEmailChange: async (_tx, notice) => void emailChanges.push(notice),
    notifyTwoFactor: async (_tx, notice) => void twoFactorNotices.push(notice),
    notifyPasskey: async (_tx, notice) => void passkeyNotices.push(notice),
    requiresSecondFactor: async () => false,
    notifyNewDevice: async (signIn) => void newDevices.push(signIn),
    google: 'sandbox',
    requireVerifiedEmail: false,
    refuseCommonPasswords: false,
    sendPasswordReset: async (request) => void resets.push(request),
    sendEmailVerification: async (request) => void verifications.push(request),
    log: fastify({ logger: false }).log,
    ...options,
  });
  const app = fastify({
    forceCloseConnections: true,
    trustProxy,
    ...(options.log ? { loggerInstance: options.log } : {}),
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler(errorHandler);
  await app.register(embedded.routes);
  await app.listen({ host: '127.0.0.1', port });

  async function request(path: string, init: RequestInit): Promise<IdentityResponse> {
    const response = await fetch(`${publicUrl}/identity${path}`, init);
    const text = await response.text();
    const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body };
  }
  const bearer = (token?: string) => (token ? { authorization: `Bearer ${token}` } : {});
  const get = (path: string, token?: string) => request(path, { headers: { ...bearer(token) } });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  return {
    ...embedded,
    database,
    db: database.db,
    publicUrl,
    resets,
    verifications,
    lockouts,
    repeatedSignUps,
    changedPasswords,
    newDevices,
    twoFactorNotices,
    passkeyNotices,
    endedSessions,
    emailChanges,
    get,
    post: (path: string, body: unknown, token?: string) => post(path, body, bearer(token)),
    postWithHeaders: post,
    signUp: (about: { name?: string; email?: string; password?: string } = {}) =>
      post('/sign-up/email', {
        name: 'Rana Ahmed',
        email: 'rana@mail.com',
        password: validPassword,
        ...about,
      }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export type TestIdentity = Awaited<ReturnType<typeof createTestIdentity>>;

/** Satisfies the password rules. */
export const validPassword = 'Redial#2021';
