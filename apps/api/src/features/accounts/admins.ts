import { normalizeEmail } from '@redial/contract';
import { and, asc, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { active, activeWithRole } from '../../platform/users.ts';

/** Outcome of granting or revoking the admin role. */
export type RoleChange = 'changed' | 'unchanged' | 'not-found';

/**
 * Grants the admin role. Used by the operator's command only; the API has no endpoint for it.
 *
 * @param email of a user who has signed up.
 */
export function grantAdmin(deps: Pick<Deps, 'db'>, email: string): Promise<RoleChange> {
  return setAdmin(deps, email, true);
}

/** Revokes the admin role: the user becomes a buyer. */
export function revokeAdmin(deps: Pick<Deps, 'db'>, email: string): Promise<RoleChange> {
  return setAdmin(deps, email, false);
}

/** Lists all admins, ordered by e-mail. */
export function listAdmins({ db }: Pick<Deps, 'db'>): Promise<{ name: string; email: string }[]> {
  return db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(activeWithRole('admin'))
    .orderBy(asc(users.email));
}

async function setAdmin(
  { db }: Pick<Deps, 'db'>,
  email: string,
  admin: boolean,
): Promise<RoleChange> {
  const [user] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(eq(users.emailKey, normalizeEmail(email) ?? ''), active));
  if (!user) return 'not-found';
  if ((user.role === 'admin') === admin) return 'unchanged';
  await db
    .update(users)
    .set({ role: admin ? 'admin' : 'buyer', verified: false })
    .where(eq(users.id, user.id));
  return 'changed';
}
