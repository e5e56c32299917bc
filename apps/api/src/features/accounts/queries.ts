import { normalizeEmail, type Role } from '@redial/contract';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { activeWithRole } from '../../platform/users.ts';

/** Lists the active users with a role, newest first. */
export function listUsersByRole(db: Database, role: Role) {
  return db
    .select({ _id: users.id, name: users.name, email: users.email, varified: users.verified })
    .from(users)
    .where(activeWithRole(role))
    .orderBy(desc(users.createdAt), desc(users.id));
}

/** Finds the role of the active user with an e-mail address. */
export async function findRoleByEmail(db: Database, email: string): Promise<Role | undefined> {
  const key = normalizeEmail(email);
  if (key === undefined) return undefined;
  const [row] = await db
    .select({ role: users.role, removedAt: users.removedAt })
    .from(users)
    .where(eq(users.emailKey, key));
  return row && row.removedAt === null ? row.role : undefined;
}
