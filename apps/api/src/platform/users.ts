import type { Role, StaffRole } from '@redial/contract';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/client.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { users } from '../db/schema/index.ts';
import { Problem } from './problem.ts';

/** Instead of the name of a user whose account was deleted. */
export const deletedAccountName = 'Deleted account';

/** An active user record. */
export interface User {
  readonly id: string;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  /** Staff are `admin` in a request of an endpoint that names their staff role, else `buyer`. */
  readonly role: Role;
  readonly staffRole?: StaffRole | null;
  readonly verified: boolean;
  readonly emailVerified: boolean;
  /** By a decision of a moderator: may go on with what is under way, and begin nothing new. */
  readonly suspended?: boolean;
  /**
   * The address in the token of the request. Another one than `email` while the identity provider has not
   * verified it, or if another user has it.
   */
  readonly identityEmail?: string | undefined;
  /** The identity session of the request, as far as the identity provider has sessions. */
  readonly sessionId?: string | undefined;
  /** The network that the request of an actor came from (`truncateIp`). */
  readonly network?: string | undefined;
}

/** Status of the user record of an identity: active, not created yet, or removed. */
export type SystemActor = 'clock' | 'operator' | 'identity provider' | 'card provider';

export type AccountStatus =
  | { readonly kind: 'active'; readonly user: User }
  | { readonly kind: 'missing' }
  | { readonly kind: 'removed' };

const userByUid = prepareOnce((db) =>
  db
    .select({
      id: users.id,
      uid: users.identityUid,
      name: users.name,
      email: users.email,
      role: users.role,
      staffRole: users.staffRole,
      verified: users.verified,
      emailVerified: users.emailVerified,
      suspended: users.suspended,
      removedAt: users.removedAt,
    })
    .from(users)
    .where(eq(users.identityUid, sql.placeholder('uid'))),
);

/** Finds the user record of an identity. Runs for every request with a token. */
export async function findAccountStatus(db: Database, uid: string): Promise<AccountStatus> {
  const [row] = await userByUid(db).execute({ uid });
  if (!row) return { kind: 'missing' };
  const { removedAt, ...user } = row;
  return removedAt ? { kind: 'removed' } : { kind: 'active', user };
}

/** SQL condition: the user is not soft-deleted. */
export const active = isNull(users.removedAt);

const activeUser = (db: Executor) =>
  db
    .select({ suspended: users.suspended })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), active));

const lockedUser = {
  share: prepareOnce((db) => activeUser(db).for('share')),
  'no key update': prepareOnce((db) => activeUser(db).for('no key update')),
};

/**
 * Locks an active user's row until the end of the transaction. A concurrent removal either commits
 * first, and the lock fails, or waits, and then also covers the rows that this transaction writes.
 *
 * @param strength `no key update` serializes the transactions of a user; `share` does not.
 * @returns whether the user is suspended now.
 * @throws Problem `account.removed`
 */
export async function lockActiveUser(
  tx: Executor,
  { id }: Pick<User, 'id'>,
  strength: 'share' | 'no key update',
): Promise<{ suspended: boolean }> {
  const [row] = await lockedUser[strength](tx).execute({ id });
  if (!row) throw new Problem('account.removed');
  return row;
}

/**
 * Locks the row of a user who begins something new. The request found the user not suspended; a
 * decision may have been committed since.
 *
 * @throws Problem `account.removed`, `account.suspended`
 */
export async function lockUnsuspendedUser(
  ...args: Parameters<typeof lockActiveUser>
): Promise<void> {
  const { suspended } = await lockActiveUser(...args);
  if (suspended) throw new Problem('account.suspended');
}

/** SQL condition: an active user who moderates: an admin or a moderator, and not suspended. */
export const activeModerator = and(
  active,
  eq(users.suspended, false),
  or(eq(users.role, 'admin'), eq(users.staffRole, 'moderator')),
);

/** SQL condition: an active user with this role. */
export const activeWithRole = (role: Role) => and(active, eq(users.role, sql.param(role)));
