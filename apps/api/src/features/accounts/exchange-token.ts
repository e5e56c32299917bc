import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { issueToken } from '../../platform/tokens.ts';
import { findAccountStatus } from '../../platform/users.ts';
import type { IdentityClaims } from '../../ports/identity.ts';
import { isSameEmail } from './access.ts';

/**
 * Exchanges a verified ID token for a marketplace token. The e-mail must match the ID token's. Records
 * whether the identity provider has verified the address.
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
  return issueToken(deps, actor);
}
