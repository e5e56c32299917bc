import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/client.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Auth } from './better-auth.ts';
import { parseDeviceId, parseJsonObject, parseSecondFactor } from './body-validation.ts';
import { changeFactors } from './change-factors.ts';
import { findSession, unauthorized } from './find-session.ts';
import type { PasskeyOptions } from './passkeys.ts';
import type { Secrets } from './previous-secrets.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { sendError, sendRateLimited, sendResponse } from './responses.ts';
import { findChallengedUid, parseChallenge, toChallengeCookie } from './second-factor-challenge.ts';
import {
  confirmTwoFactor,
  getTwoFactor,
  recordRecoveryCode,
  renewRecoveryCodes,
  reportRefusals,
  setUpTwoFactor,
  switchOffTwoFactor,
  type TwoFactorOptions,
  useCode,
} from './two-factor.ts';
import { basePath, routeOptions, toWebRequest } from './web-request.ts';

export interface TwoFactorRoutesOptions {
  readonly auth: Auth;
  readonly db: Database;
  readonly twoFactor: TwoFactorOptions & Secrets;
  readonly passkeys: PasskeyOptions;
  readonly networkOf: (ip: string) => string;
  readonly publicUrl: string;
  readonly bodyLimit: number;
  /** Counts the codes that a network gives for an account. */
  readonly codeLimiter: RateLimiter;
  /** Counts the notices about wrong codes to the owner of an account. */
  readonly refusalNoticeLimiter: RateLimiter;
}

const challengeEnded = {
  code: 'SIGN_IN_EXPIRED',
  message: 'This sign-in took too long. Close this, and sign in again.',
};
const wrongCode = {
  code: 'INVALID_CODE',
  message: 'This code is not right, or has been used. Enter the one that the app shows now.',
};
const unreadable = {
  code: 'SECOND_FACTOR_UNREADABLE',
  message: 'Codes of the app do not work at the moment. Use a recovery code.',
};
const alreadyOn = { code: 'TWO_FACTOR_ON', message: 'Two-factor sign-in is on already' };
const notOn = { code: 'TWO_FACTOR_OFF', message: 'Two-factor sign-in is off' };

/** The second factor: of a sign-in, and of the own account, under `/identity/two-factor`. */
export const twoFactorRoutes: FastifyPluginAsync<TwoFactorRoutesOptions> = async (app, options) => {
  const { auth, db, twoFactor, networkOf, publicUrl, bodyLimit, codeLimiter } = options;
  const root = `${basePath}/two-factor`;
  const post = (
    path: string,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => app.post(`${root}${path}`, { ...routeOptions, bodyLimit }, handle);

  /** Runs a change of the second factor for a user who has signed in lately. */
  const change = (path: string, handle: Parameters<typeof changeFactors>[1]) =>
    post(path, changeFactors(options, handle));

  /** Counts a code for an account. @returns the seconds to wait, or 0. */
  async function limit(
    key: string,
    account: { uid: string; ipAddress: string } | undefined,
  ): Promise<number> {
    const wait = await codeLimiter.consume(key);
    if (wait > 0 && account && (await options.refusalNoticeLimiter.consume(account.uid)) === 0) {
      await reportRefusals(twoFactor, account);
    }
    return wait;
  }

  app.get(root, routeOptions, async (request, reply) => {
    const session = await findSession({ auth, publicUrl }, request);
    if (!session) return sendError(reply, 401, unauthorized);
    const status = await getTwoFactor(db, session.own.uid);
    return reply
      .header('cache-control', 'no-store')
      .send({ ...status, satisfied: status.enabled || session.isOfPasskey });
  });

  change('/set-up', async ({ user }, _request, reply) => {
    const setUp = await setUpTwoFactor(db, auth, { uid: user.id, email: user.email });
    return setUp ? reply.send(setUp) : sendError(reply, 409, alreadyOn);
  });

  change('/confirm', async ({ own }, request, reply) => {
    const { code } = parseSecondFactor(parseJsonObject(request.body));
    const wait = await limit(`set-up:${own.uid}`, undefined);
    if (wait > 0) return sendRateLimited(reply, wait);
    const { ip: ipAddress } = request;
    const recoveryCodes = await confirmTwoFactor(twoFactor, { ...own, ipAddress }, code);
    return recoveryCodes ? reply.send({ recoveryCodes }) : sendError(reply, 422, wrongCode);
  });

  change('/recovery-codes', async ({ user }, request, reply) => {
    const account = { uid: user.id, email: user.email, ipAddress: request.ip };
    const recoveryCodes = await renewRecoveryCodes(twoFactor, account);
    return recoveryCodes ? reply.send({ recoveryCodes }) : sendError(reply, 409, notOn);
  });

  change('/switch-off', async ({ own }, request, reply) => {
    const isOff = await switchOffTwoFactor(twoFactor, { ...own, ipAddress: request.ip });
    return isOff ? reply.send({ enabled: false }) : sendError(reply, 409, notOn);
  });

  // The second step of a sign-in. Credentials of the request are ignored: only the challenge counts.
  post('/verify', async (request, reply) => {
    const sent = parseJsonObject(request.body);
    const { code } = parseSecondFactor(sent);
    const challenge = parseChallenge(sent.challenge);
    const uid = challenge && (await findChallengedUid(auth, challenge));
    if (!challenge || !uid) return sendError(reply, 401, challengeEnded);
    const key = JSON.stringify([uid, networkOf(request.ip)]);
    const wait = await limit(key, { uid, ipAddress: request.ip });
    if (wait > 0) return sendRateLimited(reply, wait);

    const recoveryCode = hashRecoveryCode(code);
    const use = recoveryCode ? undefined : await useCode(db, twoFactor, uid, code);
    if (use === 'unreadable') return sendError(reply, 401, unreadable);
    // Better Auth counts a code that was used before as a wrong one.
    const given = recoveryCode ?? (use === 'used' ? code : '');
    const path = recoveryCode ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
    const call = toWebRequest(
      publicUrl,
      path,
      request,
      { code: given },
      parseDeviceId(sent.device),
    );
    call.headers.delete('authorization');
    call.headers.set('cookie', await toChallengeCookie({ auth, secrets: twoFactor }, challenge));
    const response = await recordRecoveryCode(twoFactor, request.ip, () => auth.handler(call));
    if (response.ok) await codeLimiter.reset(key);
    return sendResponse(reply, response);
  });
};
