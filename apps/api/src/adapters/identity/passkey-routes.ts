import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/client.ts';
import type { Auth } from './better-auth.ts';
import {
  parseCredential,
  parseDeviceId,
  parseJsonObject,
  parsePasskeyName,
  parseSessionChoice,
} from './body-validation.ts';
import { changeFactors } from './change-factors.ts';
import { findSession, unauthorized } from './find-session.ts';
import {
  findPasskeyOwner,
  listPasskeys,
  maxPasskeys,
  type PasskeyOptions,
  recordAddedPasskey,
  recordUsedPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import type { Secrets } from './previous-secrets.ts';
import { sendError, sendResponse } from './responses.ts';
import { parseChallenge, readChallenge, toChallengeCookie } from './second-factor-challenge.ts';
import { basePath, routeOptions, toWebRequest } from './web-request.ts';

export interface PasskeyRoutesOptions {
  readonly auth: Auth;
  readonly db: Database;
  readonly passkeys: PasskeyOptions;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly bodyLimit: number;
}

const unknownPasskey = { code: 'PASSKEY_NOT_FOUND', message: 'There is no such passkey any more' };
const challengeEnded = { code: 'CHALLENGE_NOT_FOUND', message: 'This took too long. Try again.' };
const tooMany = {
  code: 'TOO_MANY_PASSKEYS',
  message: `An account has at most ${maxPasskeys} passkeys. Remove one first.`,
};
const otherAccount = {
  code: 'OTHER_ACCOUNT',
  message: 'That passkey is of another account. Choose one of this account.',
};

/** Passkeys: signing in with one, and those of the own account, under `/identity/passkeys`. */
export const passkeyRoutes: FastifyPluginAsync<PasskeyRoutesOptions> = async (app, options) => {
  const { auth, db, passkeys, secrets, publicUrl, bodyLimit } = options;
  const root = `${basePath}/passkeys`;
  const post = (
    path: string,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.post(`${root}${path}`, { ...routeOptions, bodyLimit }, (request, reply) =>
      handle(request, reply.header('cache-control', 'no-store')),
    );

  /** Runs a change of the passkeys of a user who has signed in lately. */
  const change = (path: string, handle: Parameters<typeof changeFactors>[1]) =>
    post(path, changeFactors(options, handle));

  /** Sends the options of a ceremony, with the challenge that is returned with its result. */
  async function sendOptions(request: FastifyRequest, reply: FastifyReply, path: string) {
    const response = await auth.handler(toWebRequest(publicUrl, path, request));
    const challenge = await readChallenge(auth, response, 'passkey');
    if (!response.ok || !challenge) return sendResponse(reply, response);
    // The plugin asks for `preferred`, which authenticators may ignore.
    const given = (await response.json()) as object;
    const isSignIn = !('authenticatorSelection' in given);
    const creation = { ...given, ...(isSignIn ? { userVerification: 'required' } : {}) };
    return reply.send({ options: creation, challenge });
  }

  /** The request with which Better Auth verifies the result of a ceremony. */
  async function toVerification(
    request: FastifyRequest,
    path: string,
    { challenge, body, device }: { challenge: string; body: object; device?: string | undefined },
  ) {
    const call = toWebRequest(publicUrl, path, request, body, device);
    const own = await toChallengeCookie({ auth, secrets }, challenge, 'passkey');
    const sent = call.headers.get('cookie');
    call.headers.set('cookie', sent ? `${sent}; ${own}` : own);
    return call;
  }

  app.get(root, routeOptions, async (request, reply) => {
    const session = await findSession({ auth, publicUrl }, request);
    if (!session) return sendError(reply, 401, unauthorized);
    return reply
      .header('cache-control', 'no-store')
      .send({ passkeys: await listPasskeys(db, session.own.uid) });
  });

  change('/add/options', async ({ own }, request, reply) => {
    const existing = await listPasskeys(db, own.uid);
    if (existing.length >= maxPasskeys) return sendError(reply, 409, tooMany);
    return sendOptions(request, reply, '/passkey/generate-register-options');
  });

  change('/add', async ({ own }, request, reply) => {
    const sent = parseJsonObject(request.body);
    const { id: credentialId, response: credential } = parseCredential(sent);
    const challenge = parseChallenge(sent.challenge);
    if (!challenge) return sendError(reply, 401, challengeEnded);
    const body = { response: credential };
    const path = '/passkey/verify-registration';
    const call = await toVerification(request, path, { challenge, body });
    const about = { credentialId, ipAddress: request.ip };
    const response = await recordAddedPasskey(passkeys, about, () => auth.handler(call));
    // What the plugin cannot read, or another account has, is no error of the server.
    if (response.status === 500) {
      return sendResponse(reply, new Response(response.body, { status: 400 }));
    }
    if (!response.ok) return sendResponse(reply, response);
    const added = (await listPasskeys(db, own.uid)).at(-1);
    return reply.send({ passkey: added });
  });

  change('/rename', async ({ own }, request, reply) => {
    const sent = parseJsonObject(request.body);
    const choice = { ...parseSessionChoice(sent), ...parsePasskeyName(sent) };
    const isRenamed = await renamePasskey(db, own.uid, choice);
    return isRenamed ? reply.send({ renamed: true }) : sendError(reply, 404, unknownPasskey);
  });

  change('/remove', async ({ own }, request, reply) => {
    const { id } = parseSessionChoice(parseJsonObject(request.body));
    const isRemoved = await removePasskey(passkeys, { ...own, ipAddress: request.ip }, id);
    return isRemoved ? reply.send({ removed: true }) : sendError(reply, 404, unknownPasskey);
  });

  // With a session, only passkeys of its account are asked for: step-up authentication.
  post('/sign-in/options', (request, reply) =>
    sendOptions(request, reply, '/passkey/generate-authenticate-options'),
  );

  post('/sign-in', async (request, reply) => {
    const sent = parseJsonObject(request.body);
    const { id: credentialId, response: credential } = parseCredential(sent);
    const challenge = parseChallenge(sent.challenge);
    if (!challenge) return sendError(reply, 401, challengeEnded);
    const session = await findSession({ auth, publicUrl }, request);
    const owner = await findPasskeyOwner(db, credentialId);
    if (session && owner !== undefined && owner !== session.own.uid) {
      return sendError(reply, 409, otherAccount);
    }
    const device = parseDeviceId(sent.device);
    const body = { response: credential };
    const path = '/passkey/verify-authentication';
    const call = await toVerification(request, path, { challenge, body, device });
    const about = { credentialId, ipAddress: request.ip };
    const response = await recordUsedPasskey(passkeys, about, () => auth.handler(call));
    if (!response.ok) return sendResponse(reply, response);
    const { session: begun, user } = (await response.json()) as {
      session: { token: string };
      user: object;
    };
    return reply.send({ token: begun.token, user });
  });
};
