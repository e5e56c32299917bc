import { normalizeEmail, type SignUpRole } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { findAccountStatus } from '../../platform/users.ts';
import type { IdentityClaims } from '../../ports/identity.ts';
import { isSameEmail } from './access.ts';
import { neutralName, readsAsStaff } from './own-name.ts';
import { isOfSuspendedUser } from './placeholder-address.ts';

/**
 * Creates the user record of an identity, with the identity's e-mail address. Idempotent: if the
 * record exists, it is returned unchanged. A name that reads as one of Redial is replaced, since the identity
 * exists already: a refusal would leave it without a record.
 *
 * @returns the user's id.
 * @throws Problem `account.not-owner`, `account.removed`, `account.email-taken`, `validation.failed`
 */
export async function createUser(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: IdentityClaims,
  input: { name: string; email: string; role?: SignUpRole },
): Promise<string> {
  if (!isSameEmail(input.email, actor.email)) throw new Problem('account.not-owner');
  const key = normalizeEmail(actor.email);
  if (key === undefined) {
    throw new Problem('validation.failed', 'The e-mail address must be plain ASCII', 'body.email');
  }
  const given = parseLine(input.name, 'name', 'Please enter your name');
  const name = readsAsStaff(given) ? neutralName : given;
  if (await isOfSuspendedUser(db, settings, key)) throw new Problem('account.removed');
  const [created] = await db
    .insert(users)
    .values({
      id: newId(),
      identityUid: actor.uid,
      email: actor.email.trim(),
      emailKey: key,
      emailVerified: actor.emailVerified,
      name,
      role: input.role ?? 'buyer',
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (created) return created.id;
  const status = await findAccountStatus(db, actor.uid);
  if (status.kind === 'active') return status.user.id;
  if (status.kind === 'removed') throw new Problem('account.removed');
  const [emailOwner] = await db
    .select({ removedAt: users.removedAt })
    .from(users)
    .where(eq(users.emailKey, key));
  throw new Problem(emailOwner?.removedAt ? 'account.removed' : 'account.email-taken');
}
