import { normalizeEmail, type SignUpRole } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { findAccountStatus } from '../../platform/users.ts';
import type { IdentityClaims } from '../../ports/identity.ts';
import { isSameEmail } from './access.ts';

/**
 * Creates the user record of an identity. The e-mail is the identity's; a second call changes
 * nothing and answers the record that is there.
 *
 * @returns the record's id.
 * @throws Problem `account.not-owner`, `account.removed`, `account.email-taken`, `validation.failed`
 */
export async function createUser(
  { db }: Pick<Deps, 'db'>,
  claims: IdentityClaims,
  input: { name: string; email: string; role: SignUpRole },
): Promise<string> {
  if (!isSameEmail(input.email, claims.email)) throw new Problem('account.not-owner');
  const key = normalizeEmail(claims.email);
  const name = input.name.trim();
  if (key === undefined) {
    throw new Problem('validation.failed', 'The e-mail address must be plain ASCII', 'body.email');
  }
  if (name === '') throw new Problem('validation.failed', 'Please enter your name', 'body.name');
  const [created] = await db
    .insert(users)
    .values({
      id: newId(),
      identityUid: claims.uid,
      email: claims.email.trim(),
      emailKey: key,
      name,
      role: input.role,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (created) return created.id;
  const standing = await findAccountStatus(db, claims.uid);
  if (standing.kind === 'active') return standing.user.id;
  if (standing.kind === 'removed') throw new Problem('account.removed');
  const [holder] = await db
    .select({ removedAt: users.removedAt })
    .from(users)
    .where(eq(users.emailKey, key));
  throw new Problem(holder?.removedAt ? 'account.removed' : 'account.email-taken');
}
