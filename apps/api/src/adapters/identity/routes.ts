import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { send, sendError, sendLimited } from './answers.ts';
import type { Attempts } from './attempts.ts';
import { type Auth, basePath } from './better-auth.ts';
import type { AskGoogle } from './google.ts';
import { googlePopupRoutes } from './google-popup.ts';
import {
  emptyBody,
  RuleBroken,
  requestResetBody,
  resetBody,
  signInBody,
  signUpBody,
  updateBody,
} from './rules.ts';
import { routeSettings, webRequest } from './web-request.ts';

/** Bytes of a body; what the password hash works on is bounded before it is read. */
const bodyLimit = 8 * 1024;
/** Milliseconds that asking for a reset link takes at least, whether the address is known or not. */
const resetRequestFloor = 300;

export interface IdentityRoutesOptions {
  readonly auth: Auth;
  readonly attempts: Attempts;
  /** Better Auth with Google, where Google is offered. */
  readonly google: AskGoogle | undefined;
  readonly publicUrl: string;
  readonly webOrigins: readonly string[];
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Calls of Better Auth that are let through as they are, with what may be in their bodies. What is
 * neither here nor below (changing an address, deleting an account…) does not exist.
 */
const reads = ['/get-session', '/token', '/list-accounts'];
const writes: Record<string, (body: Body) => object> = {
  '/sign-up/email': signUpBody,
  '/sign-out': emptyBody,
  '/update-user': updateBody,
  '/reset-password': resetBody,
};

/** The embedded identity provider's HTTP side, under `/identity`. */
export const identityRoutes: FastifyPluginAsync<IdentityRoutesOptions> = async (app, options) => {
  const { auth, attempts, google, publicUrl, webOrigins } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (_request, text, done) => done(null, text),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof RuleBroken)) throw error;
    return sendError(reply, 422, { code: error.code, message: error.message });
  });

  for (const path of reads) {
    app.get(`${basePath}${path}`, routeSettings, async (request, reply) =>
      send(reply, await auth.handler(webRequest(publicUrl, path, request))),
    );
  }
  for (const [path, clean] of Object.entries(writes)) {
    app.post(`${basePath}${path}`, { ...routeSettings, bodyLimit }, async (request, reply) => {
      const body = clean(parsed(request.body));
      return send(reply, await auth.handler(webRequest(publicUrl, path, request, body)));
    });
  }
  app.post(`${basePath}/sign-in/email`, { ...routeSettings, bodyLimit }, async (request, reply) => {
    const body = signInBody(parsed(request.body));
    const wait = await attempts.take(body.email);
    if (wait > 0) return sendLimited(reply, wait);
    const answer = await auth.handler(webRequest(publicUrl, '/sign-in/email', request, body));
    if (answer.ok) await attempts.forget(body.email);
    return send(reply, answer);
  });
  app.post(
    `${basePath}/request-password-reset`,
    { ...routeSettings, bodyLimit },
    async (request, reply) => {
      const body = requestResetBody(parsed(request.body));
      const call = webRequest(publicUrl, '/request-password-reset', request, body);
      const [answer] = await Promise.all([auth.handler(call), delay(resetRequestFloor)]);
      return send(reply, answer);
    },
  );
  app.get(`${basePath}/jwks`, routeSettings, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await auth.api.getJwks()),
  );
  if (google) await app.register(googlePopupRoutes, { google, publicUrl, webOrigins });
};

/** A JSON object, or an empty one: the rules then say what is missing. */
function parsed(text: unknown): Body {
  try {
    const value: unknown = typeof text === 'string' && text !== '' ? JSON.parse(text) : {};
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    throw new RuleBroken('VALIDATION_ERROR', 'The request is malformed');
  }
}
