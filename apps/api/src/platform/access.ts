import { type Endpoint, stepUpMaxAgeSeconds } from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdentityClaims } from '../ports/identity.ts';
import { Problem } from './problem.ts';
import { type TokenSubject, verifyToken } from './tokens.ts';
import { findAccountStatus, type User } from './users.ts';

type AccessDeps = Pick<Deps, 'db' | 'identity' | 'settings' | 'clock'>;
type Actor = User | IdentityClaims | (TokenSubject & { user: User | undefined }) | undefined;

/**
 * Authenticates the caller and checks the access level of the endpoint. User and identity session are
 * looked up at every request: the token only names them. Staff are admins for the endpoints that name
 * their role. Where admins need a second factor, staff do, too; an admin without it is a visitor of public
 * endpoints, and reads what any user reads.
 *
 * @param endpoint its access level, and whether it requires a recent sign-in (`stepUp`).
 * @param authorization the `Authorization` header.
 * @throws Problem `token.*`, `account.*`, `role.forbidden`, `session.step-up-required`,
 *   `account.second-factor-required`, `account.email-unverified`, `account.suspended`
 */
export async function authenticate(
  deps: AccessDeps,
  {
    access,
    staff,
    method,
    stepUp,
    verifiedEmail,
    notSuspended,
  }: Pick<Endpoint, 'access' | 'staff' | 'method' | 'stepUp' | 'verifiedEmail' | 'notSuspended'>,
  authorization: string | undefined,
): Promise<Actor> {
  if (access === 'webhook') return undefined;
  const token = parseBearerToken(authorization);
  if (token === undefined) {
    if (access === 'public') return undefined;
    throw new Problem('token.missing');
  }
  if (access === 'id-token') {
    const claims = await deps.identity.verifyIdToken(token);
    if (!claims || !(await deps.identity.isSessionActive(claims))) {
      throw new Problem('token.invalid');
    }
    return claims;
  }
  const subject = await verifyToken(deps, token);
  if (!subject) throw new Problem('token.invalid');
  const [status, isSessionActive] = await Promise.all([
    findAccountStatus(deps.db, subject.uid),
    deps.identity.isSessionActive(subject),
  ]);
  if (status.kind === 'removed') throw new Problem('account.removed');
  if (!isSessionActive) throw new Problem('token.invalid');
  const found = status.kind === 'active' ? status.user : undefined;
  const isNamed =
    staff?.some((role) => role === found?.staffRole) === true && found?.suspended !== true;
  const isBarred = (isNamed || found?.role === 'admin') && !(await mayActAsAdmin(deps, subject));
  const isForAdmins = access === 'admin' || access === 'seller-or-admin';
  const actsAsAdmin = isNamed && (!isBarred || isForAdmins);
  const { sessionId, email: identityEmail } = subject;
  const user: User | undefined = found && {
    ...found,
    identityEmail,
    sessionId,
    ...(actsAsAdmin ? { role: 'admin' } : {}),
  };
  if (access === 'public') return isBarred && user?.role === 'admin' ? undefined : user;
  if (access === 'session') return { ...subject, user };
  if (!user) throw new Problem('account.profile-missing');
  if (!hasRequiredRole(access, user)) throw new Problem('role.forbidden');
  if (isBarred && isForAdmins) {
    throw new Problem('account.second-factor-required');
  }
  if (verifiedEmail && deps.settings.requireVerifiedEmail && !user.emailVerified) {
    throw new Problem('account.email-unverified');
  }
  if (notSuspended && user.suspended) throw new Problem('account.suspended');
  if (stepUp && !isRecent(deps.clock, subject)) throw new Problem('session.step-up-required');
  return isBarred && method === 'GET' ? { ...user, role: 'buyer' } : user;
}

/** The second factor is looked up at every request, too: switching it off takes effect at once. */
const mayActAsAdmin = async (
  { identity, settings }: AccessDeps,
  subject: TokenSubject,
): Promise<boolean> =>
  !settings.requireAdminTwoFactor || (await identity.hasSecondFactor?.(subject)) === true;

function hasRequiredRole(access: 'user' | 'seller' | 'admin' | 'seller-or-admin', { role }: User) {
  if (access === 'user') return true;
  return access === 'seller-or-admin' ? role !== 'buyer' : role === access;
}

const isRecent = (clock: Clock, { authTime }: TokenSubject) =>
  clock.now().getTime() / 1000 - authTime <= stepUpMaxAgeSeconds;

/** Parses the token of an `Authorization: Bearer` header. Any other scheme is an error. */
function parseBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const match = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization);
  if (!match?.[1]) throw new Problem('token.invalid');
  return match[1];
}

/** Default deny: registering a route without an access level throws. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} declares no access`);
  });
}
