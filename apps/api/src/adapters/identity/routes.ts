import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { decodeJwt } from 'jose';
import type { Database } from '../../db/client.ts';
import { isForeignKeyViolation } from '../../platform/database-errors.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Auth } from './better-auth.ts';
import {
  InvalidBody,
  parseDeviceId,
  parseEmptyBody,
  parseJsonObject,
  parseReset,
  parseResetRequest,
  parseSignIn,
  parseSignUp,
  parseUserUpdate,
  parseVerification,
} from './body-validation.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import type { EmailChangeOptions } from './email-change.ts';
import { findSession, unauthorized } from './find-session.ts';
import type { WithGoogleAuth } from './google.ts';
import { googlePopupRoutes } from './google-popup.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import type { PasskeyOptions } from './passkeys.ts';
import { resignRequest, resignVerification, type Secrets } from './previous-secrets.ts';
import { type PasswordOptions, recordPassword } from './record-password.ts';
import {
  sendChallenge,
  sendError,
  sendRateLimited,
  sendResponse,
  sendSignUpAccepted,
} from './responses.ts';
import { readChallenge } from './second-factor-challenge.ts';
import { securityRoutes } from './security-routes.ts';
import type { EndSessionsOptions } from './sessions.ts';
import type { TwoFactorOptions } from './two-factor.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';
import { basePath, routeOptions, toWebRequest } from './web-request.ts';

/** Maximum size of a body in bytes; limits the input of the password hash. */
const bodyLimit = 8 * 1024;
/**
 * Minimum duration of a password-reset request in milliseconds, so that its timing does not reveal
 * whether the account exists.
 */
const minResetRequestMs = 300;
/**
 * Minimum duration of a sign-up in milliseconds where it does not tell whether the address has an
 * account. The password is hashed in both cases; this hides the writes of a new account.
 */
const minSignUpMs = 500;
/**
 * Codes of sign-ups with an address that cannot be used: of two at the same time with one new address, and
 * of an address that may take a change back.
 */
const unusableAddressCodes: readonly unknown[] = [
  'FAILED_TO_CREATE_USER',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
];

export interface IdentityRoutesOptions extends EndSessionsOptions, PasswordOptions {
  readonly auth: Auth;
  readonly emailChange: EmailChangeOptions;
  readonly twoFactor: TwoFactorOptions & Secrets;
  readonly passkeys: PasskeyOptions;
  readonly codeLimiter: RateLimiter;
  readonly refusalNoticeLimiter: RateLimiter;
  readonly db: Database;
  readonly loginThrottle: LoginThrottle;
  readonly networkOf: (ip: string) => string;
  /** Better Auth with Google sign-in, if offered. */
  readonly google: WithGoogleAuth | undefined;
  /** Counts a change of address of an account. @returns the seconds to wait, or 0. */
  readonly limitEmailChanges: (uid: string) => Promise<number>;
  readonly publicUrl: string;
  /** Signs the links that end sessions. */
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  readonly webOrigins: readonly string[];
  readonly requireVerifiedEmail: boolean;
  /** Whether common passwords are refused. */
  readonly refuseCommonPasswords: boolean;
}

type Body = Parameters<typeof parseSignUp>[0];

/**
 * Endpoints of Better Auth that are exposed, with a validator for their bodies. Endpoints that are
 * neither listed here nor registered below (delete account …) are not available.
 */
const getPaths = ['/get-session', '/list-accounts'];
const bodyParsers: Record<string, (body: Body, publicUrl: string) => object> = {
  '/sign-out': parseEmptyBody,
  '/update-user': parseUserUpdate,
};

/** The HTTP endpoints of the embedded identity provider, under `/identity`. */
export const identityRoutes: FastifyPluginAsync<IdentityRoutesOptions> = async (app, options) => {
  const { auth, loginThrottle, google, publicUrl, webOrigins, requireVerifiedEmail } = options;
  const checkPassword = async (password: string) => {
    if (options.refuseCommonPasswords) await refuseCommonPassword(password);
  };
  app.addHook('onRequest', async (request) => resignRequest(options, request));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (_request, text, done) => done(null, text),
  );
  app.setErrorHandler((error: Error, _request, reply) => {
    // The account was deleted while its password was checked.
    if (isForeignKeyViolation(error)) {
      const message = 'Invalid email or password';
      return sendError(reply, 401, { code: 'INVALID_EMAIL_OR_PASSWORD', message });
    }
    if (!(error instanceof InvalidBody)) throw error;
    return sendError(reply, 422, { code: error.code, message: error.message });
  });

  for (const path of getPaths) {
    app.get(`${basePath}${path}`, routeOptions, async (request, reply) =>
      sendResponse(reply, await auth.handler(toWebRequest(publicUrl, path, request))),
    );
  }
  for (const [path, clean] of Object.entries(bodyParsers)) {
    app.post(`${basePath}${path}`, { ...routeOptions, bodyLimit }, async (request, reply) => {
      const body = clean(parseJsonObject(request.body), publicUrl);
      return sendResponse(reply, await auth.handler(toWebRequest(publicUrl, path, request, body)));
    });
  }
  app.post(`${basePath}/sign-up/email`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const sent = parseJsonObject(request.body);
    const body = parseSignUp(sent);
    await checkPassword(body.password);
    const deviceId = parseDeviceId(sent.device);
    const call = toWebRequest(publicUrl, '/sign-up/email', request, body, deviceId);
    if (!requireVerifiedEmail) return sendResponse(reply, await auth.handler(call));
    const [response] = await Promise.all([auth.handler(call), delay(minSignUpMs)]);
    return (await isSignUpAccepted(response))
      ? sendSignUpAccepted(reply)
      : sendResponse(reply, response);
  });
  app.post(`${basePath}/sign-in/email`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const sent = parseJsonObject(request.body);
    const body = parseSignIn(sent);
    const { ip: ipAddress } = request;
    const attempt = { email: body.email, network: options.networkOf(ipAddress), ipAddress };
    const wait = await loginThrottle.recordAttempt(attempt);
    if (wait > 0) return sendRateLimited(reply, wait);
    const deviceId = parseDeviceId(sent.device);
    const call = toWebRequest(publicUrl, '/sign-in/email', request, body, deviceId);
    const response = await auth.handler(call);
    if (response.ok) await loginThrottle.recordSuccess(attempt);
    const challenge = await readChallenge(auth, response);
    return challenge ? sendChallenge(reply, challenge) : sendResponse(reply, response);
  });
  app.post(
    `${basePath}/request-password-reset`,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      const body = parseResetRequest(parseJsonObject(request.body));
      const call = toWebRequest(publicUrl, '/request-password-reset', request, body);
      const [response] = await Promise.all([auth.handler(call), delay(minResetRequestMs)]);
      return sendResponse(reply, response);
    },
  );
  app.post(
    `${basePath}/send-verification-email`,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      const session = await findSession(options, request);
      if (!session) return sendError(reply, 401, unauthorized);
      const body = { email: session.user.email };
      const path = '/send-verification-email';
      return sendResponse(reply, await auth.handler(toWebRequest(publicUrl, path, request, body)));
    },
  );
  app.post(`${basePath}/reset-password`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const body = parseReset(parseJsonObject(request.body));
    await checkPassword(body.newPassword);
    const call = toWebRequest(publicUrl, '/reset-password', request, body);
    const how = { what: 'reset', ipAddress: request.ip } as const;
    return sendResponse(reply, await recordPassword(options, how, () => auth.handler(call)));
  });
  app.post(`${basePath}/verify-email`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const { token } = parseVerification(parseJsonObject(request.body));
    if (!isVerificationToken(token)) {
      return sendResponse(reply, Response.json({ code: 'INVALID_TOKEN' }, { status: 401 }));
    }
    const current = await resignVerification(options, token);
    const path = `/verify-email?token=${encodeURIComponent(current)}`;
    return sendResponse(reply, await auth.handler(toWebRequest(publicUrl, path, request)));
  });
  app.get(`${basePath}/jwks`, routeOptions, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await auth.api.getJwks()),
  );
  await app.register(securityRoutes, { ...options, bodyLimit, checkPassword });
  await app.register(twoFactorRoutes, { ...options, bodyLimit });
  await app.register(passkeyRoutes, { ...options, secrets: options, bodyLimit });
  if (google) await app.register(googlePopupRoutes, { google, publicUrl, webOrigins });
};

/**
 * Whether a token was made for confirming an address. Those of links that stop mails are signed with the same
 * key, and name an audience.
 */
function isVerificationToken(token: string): boolean {
  try {
    const { email, aud } = decodeJwt<{ email?: unknown }>(token);
    return typeof email === 'string' && aud === undefined;
  } catch {
    return false;
  }
}

/** Whether a sign-up was accepted, or would have been but for an account with the address. */
async function isSignUpAccepted(response: Response): Promise<boolean> {
  if (response.ok) return true;
  const { code } = (await response.clone().json()) as { code?: unknown };
  return unusableAddressCodes.includes(code);
}
