import { normalizeEmail } from '@redial/contract';
import { and, eq, ne } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { AccountAdministration } from '../../ports/identity.ts';
import { recordAction } from '../audit/index.ts';

/** Outcome of granting or revoking the admin role. */
export type RoleChange =
  | { readonly outcome: 'not-found' }
  | {
      readonly outcome: 'changed' | 'unchanged' | 'unverified';
      readonly user: { readonly id: string; readonly uid: string; readonly createdAt: Date };
    };

/**
 * Grants the admin role. Used by the operator's command only; the API has no endpoint for it. The
 * identity provider must have verified the e-mail address, because anybody can sign up with the address
 * of somebody else. The user's sessions and tokens end.
 *
 * @param input.email of a user who has signed up.
 */
export async function grantAdmin(
  { db, accounts }: Pick<Deps, 'db'> & { accounts: AccountAdministration },
  actor: 'operator',
  { email }: { email: string },
): Promise<RoleChange> {
  const found = await findUser({ db }, email);
  if (!found) return { outcome: 'not-found' };
  const { role, ...user } = found;
  if (role === 'admin') return { outcome: 'unchanged', user };
  if (!(await accounts.isEmailVerified(user.uid))) return { outcome: 'unverified', user };
  await accounts.endSessions(user.uid);
  const changed = await inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ role: 'admin', staffRole: null, verified: false })
      .where(and(eq(users.id, user.id), ne(users.role, 'admin'), active));
    if (rowCount !== 1) return false;
    const target = { type: 'user', id: user.id } as const;
    const changes = { role: [role, 'admin'] } as const;
    await recordAction(tx, actor, { action: 'admin.granted', target, changes });
    return true;
  });
  return { outcome: changed ? 'changed' : 'unchanged', user };
}

/** Revokes the admin role: the user becomes a buyer. */
export async function revokeAdmin(
  { db }: Pick<Deps, 'db'>,
  actor: 'operator',
  { email }: { email: string },
): Promise<RoleChange> {
  const found = await findUser({ db }, email);
  if (!found) return { outcome: 'not-found' };
  const { role, ...user } = found;
  if (role !== 'admin') return { outcome: 'unchanged', user };
  const changed = await inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ role: 'buyer' })
      .where(and(eq(users.id, user.id), eq(users.role, 'admin'), active));
    if (rowCount !== 1) return false;
    const target = { type: 'user', id: user.id } as const;
    const changes = { role: ['admin', 'buyer'] } as const;
    await recordAction(tx, actor, { action: 'admin.revoked', target, changes });
    return true;
  });
  return { outcome: changed ? 'changed' : 'unchanged', user };
}

async function findUser({ db }: Pick<Deps, 'db'>, email: string) {
  const [user] = await db
    .select({
      id: users.id,
      uid: users.identityUid,
      role: users.role,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(eq(users.emailKey, normalizeEmail(email) ?? ''), active));
  return user;
}
