import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { issueToken } from '../../platform/tokens.ts';
import { findAccountStatus } from '../../platform/users.ts';
import type { IdentityClaims } from '../../ports/identity.ts';
import { isSameEmail } from './access.ts';
import { changeEmail } from './change-email.ts';

/**
 * Exchanges a verified ID token for a marketplace token. The e-mail must match the ID token's. Records
 * whether the identity provider has verified the address, and takes over one that was changed there, unless
 * another user has it.
 *
 * @throws Problem `account.not-owner`, `account.removed`
 */
export async function exchangeToken(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: IdentityClaims,
  input: { email: string },
): Promise<string> {
  if (!isSameEmail(input.email, actor.email)) throw new Problem('account.not-owner');
  const status = await findAccountStatus(deps.db, actor.uid);
  if (status.kind === 'removed') throw new Problem('account.removed');
  if (status.kind === 'active' && status.user.emailVerified !== actor.emailVerified) {
    await deps.db
      .update(users)
      .set({ emailVerified: actor.emailVerified })
      .where(eq(users.identityUid, actor.uid));
  }
  // Changed at the provider, by a user of an external one.
  if (
    status.kind === 'active' &&
    actor.emailVerified &&
    !isSameEmail(status.user.email, actor.email)
  )
    await changeEmail(deps.db, 'identity provider', actor);
  return issueToken(deps, actor);
}
