import { normalizeEmail, type StaffRole, type TeamMember } from '@redial/contract';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active, type User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

/** Outcome of granting or revoking a staff role. */
export type StaffRoleChange =
  | 'changed'
  | 'unchanged'
  | 'not-found'
  /** The identity provider has not verified the address: anybody can sign up with that of somebody else. */
  | 'unverified'
  /** Sellers and admins have no staff role. */
  | 'not-buyer';

/**
 * Grants a staff role, or changes it. The sessions of the person end, so that nobody else who is signed in to
 * the account gains it.
 *
 * @param input.email of a user who has signed up.
 * @throws IdentityUnavailable
 */
export async function grantStaffRole(
  { db, accounts }: Pick<Deps, 'db' | 'accounts'>,
  actor: User | 'operator',
  { email, role }: { email: string; role: StaffRole },
): Promise<StaffRoleChange> {
  const isNamed = and(eq(users.emailKey, normalizeEmail(email) ?? ''), active);
  const [user] = await db.select().from(users).where(isNamed);
  if (!user) return 'not-found';
  if (user.role !== 'buyer') return 'not-buyer';
  if (user.staffRole === role) return 'unchanged';
  if (!(await accounts.isEmailVerified(user.identityUid))) return 'unverified';
  await accounts.endSessions(user.identityUid);
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ staffRole: role })
      .where(
        and(
          eq(users.id, user.id),
          eq(users.role, 'buyer'),
          sql`${users.staffRole} is not distinct from ${user.staffRole}`,
          active,
        ),
      );
    if (rowCount !== 1) return 'unchanged';
    await recordAction(tx, actor, {
      action: 'staff.granted',
      target: { type: 'user', id: user.id },
      changes: { role: [user.staffRole, role] },
    });
    return 'changed';
  });
}

/**
 * Takes a staff role away. The sessions of the person end.
 *
 * @throws IdentityUnavailable
 */
export async function revokeStaffRole(
  { db, accounts }: Pick<Deps, 'db' | 'accounts'>,
  actor: User | 'operator',
  about: { id: string } | { email: string },
): Promise<'changed' | 'not-found'> {
  const isNamed =
    'id' in about ? eq(users.id, about.id) : eq(users.emailKey, normalizeEmail(about.email) ?? '');
  const user = await inTransaction(db, async (tx) => {
    const [before] = await tx
      .select()
      .from(users)
      .where(and(isNamed, isNotNull(users.staffRole), active))
      .for('no key update');
    if (!before) return undefined;
    await tx.update(users).set({ staffRole: null }).where(eq(users.id, before.id));
    await recordAction(tx, actor, {
      action: 'staff.revoked',
      target: { type: 'user', id: before.id },
      changes: { role: [before.staffRole, null] },
    });
    return before;
  });
  if (!user) return 'not-found';
  await accounts.endSessions(user.identityUid);
  return 'changed';
}

/** Lists admins and staff: admins first, then by role and name. */
export function listTeam({ db }: Pick<Deps, 'db'>): Promise<TeamMember[]> {
  const role = sql<TeamMember['role']>`coalesce(${users.staffRole}, 'admin')`;
  return db
    .select({ _id: users.id, name: users.name, email: users.email, role })
    .from(users)
    .where(and(active, or(eq(users.role, 'admin'), isNotNull(users.staffRole))))
    .orderBy(role, users.name, users.id);
}
