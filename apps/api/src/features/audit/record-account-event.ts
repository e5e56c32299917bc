import type { AccountEvent } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { type AuditChanges, auditEntries, users } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Records a security-relevant event of an account, in the transaction of the change if there is one. An
 * account without a user record, as at its first sign-in, is not recorded: it can do nothing yet.
 *
 * @param uid the account at the identity provider.
 * @param event.by whether its owner did it, or somebody who has not signed in.
 * @param event.changes no personal data: entries are kept for good.
 * @param event.network of the request, see `truncateIp`.
 */
export async function recordAccountEvent(
  tx: Transaction,
  uid: string,
  {
    action,
    by = 'owner',
    changes = {},
    network,
  }: {
    action: AccountEvent;
    by?: 'owner' | 'unknown';
    changes?: AuditChanges;
    network: string | undefined;
  },
): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.identityUid, uid));
  if (!user) return;
  await tx.insert(auditEntries).values({
    action,
    actorId: by === 'owner' ? user.id : null,
    actorRole: by,
    targetType: 'user',
    targetId: user.id,
    changes,
    network: network ?? null,
  });
}
