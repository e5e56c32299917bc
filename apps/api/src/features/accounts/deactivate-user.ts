import { and, eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { eraseMessages } from '../chat/index.ts';
import { eraseReportTexts } from '../moderation/index.ts';
import { eraseBlindOffers, voidOffersOfUser } from '../offers/index.ts';
import { endHoldsOfUser } from '../orders/index.ts';
import { endPushOfUser } from '../push/index.ts';
import { storeRemovedSeller } from '../risk/index.ts';
import { type DeletedAccount, sealSellerRecord } from '../seller-records/index.ts';
import { removeProductsOfSeller } from '../selling/index.ts';

/**
 * Soft-deletes an active user. All tokens become invalid, a seller's unsold products are removed, and
 * the unpaid orders of both sides expire now, and open offers are void; the `expire-orders` job cancels their payments at the
 * card provider. Paid orders remain, and a sealed record of who sold something lately.
 *
 * @returns `false` if there is no active user with this id.
 */
export async function deactivateUser(
  tx: Transaction,
  settings: Pick<Settings, 'imeiSecret' | 'sellerRecordDays'>,
  account: DeletedAccount,
): Promise<boolean> {
  const { userId } = account;
  const [removed] = await tx
    .update(users)
    .set({ removedAt: sql`now()`, photoUrl: null })
    .where(and(eq(users.id, userId), active))
    .returning({ uid: users.identityUid });
  if (!removed) return false;
  if (account.deletedBy === 'admin') await storeRemovedSeller(tx, userId);
  await sealSellerRecord(tx, settings, account);
  await removeProductsOfSeller(tx, userId);
  await endHoldsOfUser(tx, userId);
  await voidOffersOfUser(tx, userId);
  await eraseBlindOffers(tx, userId);
  await eraseMessages(tx, userId);
  await endPushOfUser(tx, userId);
  await eraseReportTexts(tx, userId);
  await emit(tx, { type: 'user.deactivated', userId, uid: removed.uid });
  return true;
}
