import type { Access } from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { IdentityClaims } from '../ports/identity.ts';
import { Problem } from './problem.ts';
import { type TokenSubject, verifyToken } from './tokens.ts';
import { findAccountStatus, type User } from './users.ts';

type AccessDeps = Pick<Deps, 'db' | 'identity' | 'settings' | 'clock'>;
type Actor = User | IdentityClaims | (TokenSubject & { user: User | undefined }) | undefined;

/**
 * Finds out who calls, and refuses who may not. Everything about the person is read from the
 * database now: a token only names an identity.
 *
 * @param authorization the request's header of that name.
 * @throws Problem `token.*`, `account.*`, `role.forbidden`
 */
export async function authenticate(
  deps: AccessDeps,
  access: Access,
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
    if (!claims) throw new Problem('token.invalid');
    return claims;
  }
  const holder = await verifyToken(deps, token);
  if (!holder) throw new Problem('token.invalid');
  const standing = await findAccountStatus(deps.db, holder.uid);
  if (standing.kind === 'removed') throw new Problem('account.removed');
  const person = standing.kind === 'active' ? standing.user : undefined;
  if (access === 'public') return person;
  if (access === 'session') return { ...holder, user: person };
  if (!person) throw new Problem('account.profile-missing');
  if (!hasRequiredRole(access, person)) throw new Problem('role.forbidden');
  return person;
}

function hasRequiredRole(access: 'user' | 'seller' | 'admin' | 'seller-or-admin', { role }: User) {
  if (access === 'user') return true;
  return access === 'seller-or-admin' ? role !== 'buyer' : role === access;
}

/** The token of an `Authorization: Bearer` header; anything else in that header is refused. */
function parseBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const match = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization);
  if (!match?.[1]) throw new Problem('token.invalid');
  return match[1];
}

/** Default deny: an app in which a route declares no access does not start. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} declares no access`);
  });
}
