import { normalizeEmail } from '@redial/contract';
import { and, asc, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { active, activeWithRole } from '../../platform/users.ts';

/** How giving or taking the admin role went. */
export type RoleChange = 'changed' | 'unchanged' | 'unknown';

/**
 * Makes a person an admin. For the operator alone: no call of the API leads here.
 *
 * @param email of somebody who has signed up.
 */
export function grantAdmin(deps: Pick<Deps, 'db'>, email: string): Promise<RoleChange> {
  return setAdmin(deps, email, true);
}

/** Makes an admin a buyer again. */
export function revokeAdmin(deps: Pick<Deps, 'db'>, email: string): Promise<RoleChange> {
  return setAdmin(deps, email, false);
}

/** Name and e-mail of every admin. */
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
  const thisPerson = and(eq(users.emailKey, normalizeEmail(email) ?? ''), active);
  const [person] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(thisPerson);
  if (!person) return 'unknown';
  if ((person.role === 'admin') === admin) return 'unchanged';
  await db
    .update(users)
    .set({ role: admin ? 'admin' : 'buyer', verified: false })
    .where(eq(users.id, person.id));
  return 'changed';
}
