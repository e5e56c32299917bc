import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { send, sendError } from './answers.ts';
import { type Auth, basePath } from './better-auth.ts';
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
import { webRequest } from './web-request.ts';

/** Bytes of a body; what the password hash works on is bounded before it is read. */
const bodyLimit = 8 * 1024;
/** Milliseconds that asking for a reset link takes at least, whether the address is known or not. */
const resetRequestFloor = 300;

export interface IdentityRoutesOptions {
  readonly auth: Auth;
  /** Better Auth with Google, where Google is offered. */
  readonly google: (() => Promise<Auth>) | undefined;
  readonly publicUrl: string;
  readonly webOrigins: readonly string[];
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Calls of Better Auth that are let through, with what may be in their bodies. What is not here
 * (changing an address, deleting an account, tokens of other providers…) does not exist.
 */
const reads = ['/get-session', '/token', '/list-accounts'];
const writes: Record<string, (body: Body) => object> = {
  '/sign-up/email': signUpBody,
  '/sign-in/email': signInBody,
  '/sign-out': emptyBody,
  '/update-user': updateBody,
  '/request-password-reset': requestResetBody,
  '/reset-password': resetBody,
};

/** The embedded identity provider's HTTP side, under `/identity`. */
export const identityRoutes: FastifyPluginAsync<IdentityRoutesOptions> = async (app, options) => {
  const { auth, google, publicUrl, webOrigins } = options;
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
  const config = { access: 'everyone' } as const;

  for (const path of reads) {
    app.get(`${basePath}${path}`, { config, exposeHeadRoute: false }, async (request, reply) =>
      send(reply, await auth.handler(webRequest(publicUrl, path, request))),
    );
  }
  for (const [path, clean] of Object.entries(writes)) {
    app.post(`${basePath}${path}`, { config, bodyLimit }, async (request, reply) => {
      const body = clean(parsed(request.body));
      const answer = auth.handler(webRequest(publicUrl, path, request, body));
      if (path === '/request-password-reset')
        await Promise.allSettled([answer, delay(resetRequestFloor)]);
      return send(reply, await answer);
    });
  }
  app.get(`${basePath}/jwks`, { config, exposeHeadRoute: false }, async (_request, reply) =>
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
