import type { FastifyPluginAsync } from 'fastify';
import { decodeJwt } from 'jose';
import type { Database } from '../../db/client.ts';
import type { Auth } from './better-auth.ts';
import {
  parseEmailChange,
  parseJsonObject,
  parsePasswordChange,
  parseSessionChoice,
  parseVerification,
} from './body-validation.ts';
import {
  type EmailChangeOptions,
  followEmailChangeLink,
  requestEmailChange,
} from './email-change.ts';
import { verifyEndToken } from './end-links.ts';
import { findSession, stepUpRequired, unauthorized } from './find-session.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { type PasswordOptions, recordPassword } from './record-password.ts';
import { sendError, sendRateLimited, sendResponse } from './responses.ts';
import {
  type EndSessionsOptions,
  endDeviceSessions,
  endSessions,
  listSessions,
  recordSessionUse,
} from './sessions.ts';
import { basePath, routeOptions, toWebRequest } from './web-request.ts';

export interface SecurityRoutesOptions extends EndSessionsOptions, PasswordOptions {
  readonly auth: Auth;
  readonly db: Database;
  readonly emailChange: EmailChangeOptions;
  readonly loginThrottle: LoginThrottle;
  readonly networkOf: (ip: string) => string;
  readonly publicUrl: string;
  /** Signs the links that end sessions. */
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  readonly bodyLimit: number;
  /** Refuses a new password that is too common, where that is configured. */
  readonly checkPassword: (password: string) => Promise<void>;
  /** Counts a change of address of an account. @returns the seconds to wait, or 0. */
  readonly limitEmailChanges: (uid: string) => Promise<number>;
}

const linkExpired = 'This link has been used or has expired, or it is not complete';
const addressTaken = {
  code: 'EMAIL_TAKEN',
  message: 'Another account has this address. Choose another one.',
};

/** The user's own sessions and password, under `/identity`. */
export const securityRoutes: FastifyPluginAsync<SecurityRoutesOptions> = async (app, options) => {
  const { auth, db, loginThrottle, networkOf, publicUrl, bodyLimit } = options;

  app.get(`${basePath}/token`, routeOptions, async (request, reply) => {
    const response = await auth.handler(toWebRequest(publicUrl, '/token', request));
    if (response.ok) {
      const { token } = (await response.clone().json()) as { token: string };
      const { sid } = decodeJwt<{ sid: string }>(token);
      const userAgent = request.headers['user-agent'] ?? null;
      await recordSessionUse(db, sid, { ipAddress: request.ip, userAgent });
    }
    return sendResponse(reply, response);
  });
  app.get(`${basePath}/sessions`, routeOptions, async (request, reply) => {
    const session = await findSession(options, request);
    if (!session) return sendError(reply, 401, unauthorized);
    return reply
      .header('cache-control', 'no-store')
      .send({ sessions: await listSessions(db, session.own) });
  });
  app.post(`${basePath}/sessions/end`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const { id } = parseSessionChoice(parseJsonObject(request.body));
    const session = await findSession(options, request);
    if (!session) return sendError(reply, 401, unauthorized);
    return reply
      .header('cache-control', 'no-store')
      .send({ ended: await endSessions(options, { ...session.own, ipAddress: request.ip }, id) });
  });
  app.post(`${basePath}/change-email`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const { newEmail } = parseEmailChange(parseJsonObject(request.body));
    const session = await findSession(options, request);
    if (!session) return sendError(reply, 401, unauthorized);
    if (!session.isRecent) return sendError(reply, 403, stepUpRequired);
    const wait = await options.limitEmailChanges(session.own.uid);
    if (wait > 0) return sendRateLimited(reply, wait);
    return reply.header('cache-control', 'no-store').send({
      mailed: await requestEmailChange(
        options.emailChange,
        { uid: session.own.uid, ipAddress: request.ip },
        newEmail,
      ),
    });
  });
  app.post(
    `${basePath}/change-email/follow`,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      const { token } = parseVerification(parseJsonObject(request.body));
      const outcome = await followEmailChangeLink(options.emailChange, token, request.ip);
      if (outcome === undefined) {
        return sendError(reply, 422, { code: 'INVALID_TOKEN', message: linkExpired });
      }
      if (outcome === 'taken') return sendError(reply, 409, addressTaken);
      return reply.header('cache-control', 'no-store').send({ outcome });
    },
  );
  // The link of the mail about a new device works without signing in.
  app.post(
    `${basePath}/sessions/end-device`,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      const { token } = parseVerification(parseJsonObject(request.body));
      const sessions = await verifyEndToken(options, token);
      if (!sessions) return sendError(reply, 422, { code: 'INVALID_TOKEN', message: linkExpired });
      return reply.header('cache-control', 'no-store').send({
        ended: await endDeviceSessions(options, { ...sessions, ipAddress: request.ip }),
      });
    },
  );
  app.post(
    `${basePath}/change-password`,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      const passwords = parsePasswordChange(parseJsonObject(request.body));
      const session = await findSession(options, request);
      if (!session) return sendError(reply, 401, unauthorized);
      if (!session.isRecent) return sendError(reply, 403, stepUpRequired);
      await options.checkPassword(passwords.newPassword);
      // A session must not be usable for guessing the password.
      const { email } = session.user;
      const attempt = { email, network: networkOf(request.ip), ipAddress: request.ip };
      const wait = await loginThrottle.recordAttempt(attempt);
      if (wait > 0) return sendRateLimited(reply, wait);
      // Ends every session, and begins one for this client.
      const body = { ...passwords, revokeOtherSessions: true };
      const call = toWebRequest(publicUrl, '/change-password', request, body);
      const how = { what: 'changed', ipAddress: request.ip } as const;
      const response = await recordPassword(options, how, () => auth.handler(call));
      if (response.ok) await loginThrottle.recordSuccess(attempt);
      return sendResponse(reply, response);
    },
  );
};
