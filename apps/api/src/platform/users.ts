import type { Role } from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/client.ts';
import { users } from '../db/schema/index.ts';
import { Problem } from './problem.ts';

/** A living user record: who acts in a call. */
export interface User {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly verified: boolean;
}

/** The state of an identity's record: a person, none yet, or removed. */
export type AccountStatus =
  | { readonly kind: 'active'; readonly user: User }
  | { readonly kind: 'missing' }
  | { readonly kind: 'removed' };

/** Looks an identity's record up, as it is now. Made at every request that carries a token. */
export async function findAccountStatus(db: Database, uid: string): Promise<AccountStatus> {
  const [row] = await db
    .select({
      id: users.id,
      uid: users.identityUid,
      name: users.name,
      email: users.email,
      role: users.role,
      verified: users.verified,
      removedAt: users.removedAt,
    })
    .from(users)
    .where(eq(users.identityUid, uid));
  if (!row) return { kind: 'missing' };
  const { removedAt, ...user } = row;
  return removedAt ? { kind: 'removed' } : { kind: 'active', user };
}

/** SQL condition: the record is not a tombstone. */
export const active = isNull(users.removedAt);

/**
 * Locks a person's record until the transaction ends: who is removed meanwhile is refused here, or is
 * removed after, when what the transaction wrote is there to be taken back.
 *
 * @param strength `no key update` where one transaction of this person at a time may go on.
 * @throws Problem `account.removed`
 */
export async function lockActiveUser(
  tx: Executor,
  { id }: Pick<User, 'id'>,
  strength: 'share' | 'no key update',
): Promise<void> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), active))
    .for(strength);
  if (rows.length === 0) throw new Problem('account.removed');
}

/** SQL condition: a living person in this role. */
export const activeWithRole = (role: Role) => and(active, eq(users.role, sql.param(role)));
