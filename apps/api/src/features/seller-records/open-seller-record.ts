import type { SellerIdentity } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { sellerRecordOpenings, sellerRecords } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { unsealIdentity } from './sealed-identity.ts';

/**
 * Opens the record of a deleted seller. The opening is logged, in the same transaction.
 *
 * @param input.id the id of the deleted user.
 * @param input.reason why, for the log.
 * @throws Problem `seller-record.not-found`, `seller-record.unreadable` (sealed with another secret),
 *   `validation.failed`
 */
export async function openSellerRecord(
  { db, settings, log }: Pick<Deps, 'db' | 'settings' | 'log'>,
  actor: User,
  input: { id: string; reason: string },
): Promise<SellerIdentity> {
  const reason = parseText(input.reason, 'reason', 'Say why you open this record');
  const identity = await inTransaction(db, async (tx) => {
    // Locked, so that the retention job does not delete it before the opening is logged.
    const [record] = await tx
      .select({ userId: sellerRecords.userId, sealed: sellerRecords.sealed })
      .from(sellerRecords)
      .where(eq(sellerRecords.userId, input.id))
      .for('share');
    if (!record) throw new Problem('seller-record.not-found');
    await tx
      .insert(sellerRecordOpenings)
      .values({ userId: record.userId, adminId: actor.id, reason });
    await recordAction(tx, actor, {
      action: 'seller-record.opened',
      target: { type: 'user', id: record.userId },
      reason,
    });
    try {
      return unsealIdentity(settings, record.userId, record.sealed);
    } catch {
      throw new Problem('seller-record.unreadable');
    }
  });
  log.warn({ userId: input.id, adminId: actor.id }, 'the record of a deleted seller was opened');
  return identity;
}
