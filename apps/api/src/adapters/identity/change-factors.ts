import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from './better-auth.ts';
import { type FoundSession, findSession, stepUpRequired, unauthorized } from './find-session.ts';
import { listPasskeys, type PasskeyOptions } from './passkeys.ts';
import { sendError } from './responses.ts';

const factorRequired = {
  code: 'PASSKEY_REQUIRED',
  message: 'Sign in with your passkey first: this account needs it for changes like this one.',
};

/**
 * Wraps a handler that changes the passkeys or the second factor of an account: it runs with a recent
 * sign-in that may change them, others get an error. The response is not cached.
 */
export const changeFactors =
  (
    options: {
      readonly auth: Auth;
      readonly publicUrl: string;
      readonly passkeys: PasskeyOptions;
    },
    handle: (
      session: FoundSession,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<FastifyReply>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await findSession(options, request);
    if (!session) return sendError(reply, 401, unauthorized);
    if (!session.isRecent) return sendError(reply, 403, stepUpRequired);
    if (!(await mayChangeFactors(options.passkeys, session))) {
      return sendError(reply, 403, factorRequired);
    }
    return handle(session, request, reply.header('cache-control', 'no-store'));
  };

/**
 * Whether a session may change passkeys and the authenticator app. In an account that must have a second
 * factor, the password alone may set up the first one, but neither add nor remove one after that.
 */
async function mayChangeFactors(
  { db, requiresSecondFactor }: PasskeyOptions,
  { own, hasTwoFactor, isOfPasskey }: FoundSession,
): Promise<boolean> {
  if (hasTwoFactor || isOfPasskey) return true;
  if ((await listPasskeys(db, own.uid)).length === 0) return true;
  return !(await requiresSecondFactor(own.uid));
}
