import type { Role } from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/client.ts';
import { users } from '../db/schema/index.ts';
import { Problem } from './problem.ts';

/** A living user record: who acts in a call. */
export interface Person {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly verified: boolean;
}

/** The state of an identity's record: a person, none yet, or removed. */
export type Standing =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'none' }
  | { readonly kind: 'removed' };

/** Looks an identity's record up, as it is now. Made at every request that carries a token. */
export async function standingOf(db: Database, uid: string): Promise<Standing> {
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
  if (!row) return { kind: 'none' };
  const { removedAt, ...person } = row;
  return removedAt ? { kind: 'removed' } : { kind: 'person', person };
}

/** SQL condition: the record is not a tombstone. */
export const living = isNull(users.removedAt);

/**
 * Locks a person's record until the transaction ends: who is removed meanwhile is refused here, or is
 * removed after, when what the transaction wrote is there to be taken back.
 *
 * @param strength `no key update` where one transaction of this person at a time may go on.
 * @throws Problem `account.removed`
 */
export async function lockLiving(
  tx: Executor,
  { id }: Pick<Person, 'id'>,
  strength: 'share' | 'no key update',
): Promise<void> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), living))
    .for(strength);
  if (rows.length === 0) throw new Problem('account.removed');
}

/** SQL condition: a living person in this role. */
export const livingIn = (role: Role) => and(living, eq(users.role, sql.param(role)));
