import type { Access } from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { IdentityClaims } from '../ports/identity.ts';
import { type Person, standingOf } from './people.ts';
import { Problem } from './problem.ts';
import { readToken, type TokenHolder } from './tokens.ts';

type AccessDeps = Pick<Deps, 'db' | 'identity' | 'settings' | 'clock'>;
type Actor = Person | IdentityClaims | (TokenHolder & { person: Person | undefined }) | undefined;

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
  if (access === 'signature') return undefined;
  const token = bearerOf(authorization);
  if (token === undefined) {
    if (access === 'everyone') return undefined;
    throw new Problem('token.missing');
  }
  if (access === 'identity') {
    const claims = await deps.identity.verifyIdToken(token);
    if (!claims) throw new Problem('token.invalid');
    return claims;
  }
  const holder = await readToken(deps, token);
  if (!holder) throw new Problem('token.invalid');
  const standing = await standingOf(deps.db, holder.uid);
  if (standing.kind === 'removed') throw new Problem('account.removed');
  const person = standing.kind === 'person' ? standing.person : undefined;
  if (access === 'everyone') return person;
  if (access === 'token') return { ...holder, person };
  if (!person) throw new Problem('account.incomplete');
  if (!allowed(access, person)) throw new Problem('role.forbidden');
  return person;
}

function allowed(access: 'person' | 'seller' | 'admin' | 'seller-or-admin', { role }: Person) {
  if (access === 'person') return true;
  return access === 'seller-or-admin' ? role !== 'buyer' : role === access;
}

/** The token of an `Authorization: Bearer` header; anything else in that header is refused. */
function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const match = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization);
  if (!match?.[1]) throw new Problem('token.invalid');
  return match[1];
}

/** Default deny: an app in which a route declares no access does not start. */
export function requireAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} declares no access`);
  });
}
