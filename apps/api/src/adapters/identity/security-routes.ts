import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Database } from '../../db/client.ts';
import { type AccountNotice, type Auth, basePath } from './better-auth.ts';
import { parseJsonObject, parsePasswordChange, parseSessionChoice } from './body-validation.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { sendError, sendRateLimited, sendResponse } from './responses.ts';
import { endSessions, listSessions, recordSessionUse } from './sessions.ts';
import { routeOptions, toWebRequest } from './web-request.ts';

export interface SecurityRoutesOptions {
  readonly auth: Auth;
  readonly db: Database;
  readonly loginThrottle: LoginThrottle;
  readonly networkOf: (ip: string) => string;
  readonly publicUrl: string;
  readonly bodyLimit: number;
  /** Refuses a new password that is too common, where that is configured. */
  readonly checkPassword: (password: string) => Promise<void>;
  /** Tells the owner of an account by mail that its password was changed. */
  readonly notifyPasswordChanged: (account: AccountNotice) => Promise<void>;
}

/** The user's own sessions and password, under `/identity`. */
export const securityRoutes: FastifyPluginAsync<SecurityRoutesOptions> = async (app, options) => {
  const { auth, db, loginThrottle, networkOf, publicUrl, bodyLimit } = options;

  /** The user and the session of a request; undefined if the session has ended. */
  async function findSession(request: FastifyRequest) {
    const { headers } = toWebRequest(publicUrl, '/get-session', request);
    const found = await auth.api.getSession({ headers });
    return found && { user: found.user, own: { uid: found.user.id, sessionId: found.session.id } };
  }
  const unauthorized = { code: 'UNAUTHORIZED', message: 'Sign in first' };

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
    const session = await findSession(request);
    if (!session) return sendError(reply, 401, unauthorized);
    return reply
      .header('cache-control', 'no-store')
      .send({ sessions: await listSessions(db, session.own) });
  });
  app.post(`${basePath}/sessions/end`, { ...routeOptions, bodyLimit }, async (request, reply) => {
    const { id } = parseSessionChoice(parseJsonObject(request.body));
    const session = await findSession(request);
    if (!session) return sendError(reply, 401, unauthorized);
    return reply
      .header('cache-control', 'no-store')
      .send({ ended: await endSessions(db, session.own, id) });
  });
  app.post(
    `${basePath}/change-password`,
    { ...routeOptions, bodyLimit },
    async (request, reply) => {
      const passwords = parsePasswordChange(parseJsonObject(request.body));
      const session = await findSession(request);
      if (!session) return sendError(reply, 401, unauthorized);
      await options.checkPassword(passwords.newPassword);
      // Whoever has a session must not guess the password with it.
      const { email, id: uid } = session.user;
      const attempt = { email, network: networkOf(request.ip) };
      const wait = await loginThrottle.recordAttempt(attempt);
      if (wait > 0) return sendRateLimited(reply, wait);
      // Ends every session, and begins one for this client.
      const body = { ...passwords, revokeOtherSessions: true };
      const call = toWebRequest(publicUrl, '/change-password', request, body);
      const response = await auth.handler(call);
      if (response.ok) {
        await loginThrottle.recordSuccess(attempt);
        await options.notifyPasswordChanged({ uid, email });
      }
      return sendResponse(reply, response);
    },
  );
};
