import { normalizeEmail } from '@redial/contract';
import { and, eq, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import type { SystemActor } from '../../platform/users.ts';

const others = alias(users, 'others');

/**
 * Takes over an address that the identity provider has proven, in the caller's transaction. Users are
 * identified by their uid, so nothing else changes.
 *
 * @returns false if another user record, also of a deleted user, has the address.
 */
export async function changeEmail(
  tx: Executor,
  _actor: SystemActor,
  { uid, email }: { uid: string; email: string },
): Promise<boolean> {
  const emailKey = normalizeEmail(email);
  if (emailKey === undefined) return false;
  const owners = tx
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.emailKey, emailKey), ne(others.identityUid, uid)));
  await tx
    .update(users)
    .set({ email: email.trim(), emailKey, emailVerified: true })
    .where(and(eq(users.identityUid, uid), notExists(owners)));
  return (await owners).length === 0;
}
