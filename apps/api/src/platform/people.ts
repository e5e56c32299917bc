import type { Role } from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/index.ts';

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

/** SQL condition: a living person in this role. */
export const livingIn = (role: Role) => and(living, eq(users.role, sql.param(role)));
