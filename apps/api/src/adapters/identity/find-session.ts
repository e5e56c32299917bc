import { stepUpMaxAgeSeconds } from '@redial/contract';
import type { FastifyRequest } from 'fastify';
import type { Auth } from './better-auth.ts';
import { toWebRequest } from './web-request.ts';

/** The session of a request, and its user. */
export interface FoundSession {
  readonly user: { readonly id: string; readonly email: string };
  readonly own: { readonly uid: string; readonly sessionId: string };
  /** Whether its sign-in counts as step-up authentication. */
  readonly isRecent: boolean;
  readonly hasTwoFactor: boolean;
  /** Whether it was begun with a passkey. */
  readonly isOfPasskey: boolean;
}

export const unauthorized = { code: 'UNAUTHORIZED', message: 'Sign in first' };
export const stepUpRequired = { code: 'STEP_UP_REQUIRED', message: 'Sign in again first' };

/**
 * The user and the session of a request; undefined if the session has ended. Only a bearer token names it:
 * browsers add the cookie of a session to requests of other sites, too.
 */
export async function findSession(
  { auth, publicUrl }: { auth: Auth; publicUrl: string },
  request: FastifyRequest,
): Promise<FoundSession | undefined> {
  const { headers } = toWebRequest(publicUrl, '/get-session', request);
  headers.delete('cookie');
  const found = await auth.api.getSession({ headers });
  if (!found) return undefined;
  const { user, session } = found;
  return {
    user,
    own: { uid: user.id, sessionId: session.id },
    isRecent: Date.now() - session.createdAt.getTime() <= stepUpMaxAgeSeconds * 1000,
    hasTwoFactor: user.twoFactorEnabled === true,
    isOfPasskey: typeof session.passkeyId === 'string',
  };
}
