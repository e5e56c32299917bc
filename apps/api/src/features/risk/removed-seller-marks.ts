import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  identityKnownDevices,
  payoutAccounts,
  removedSellerMarks,
  users,
} from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** The marks that a user has now: of the devices on which the account is used, and of the bank account. */
const marksOf = (userId: string) => sql`
  select 'device' as kind, d.mark from ${identityKnownDevices} d
  join ${users} u on u.identity_uid = d.user_id
  where u.id = ${userId} and d.mark is not null
  union all
  select 'payout-account', a.bank_mark from ${payoutAccounts} a
  where a.user_id = ${userId} and a.bank_mark is not null`;

/**
 * Stores by what a seller who is banned, or deleted by an admin, is recognized in another account. Before the
 * identity provider deletes the account.
 */
export async function storeRemovedSeller(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${removedSellerMarks} (user_id, kind, mark)
    select distinct ${userId}::uuid, kind, mark from (${marksOf(userId)}) present
    where exists (select from ${users} where id = ${userId} and role = 'seller')
    on conflict do nothing`);
}

/** Forgets a seller whose ban was reversed. */
export async function forgetRemovedSeller(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(removedSellerMarks).where(eq(removedSellerMarks.userId, userId));
}

/** What of a seller is that of a removed one, who is somebody else. */
export async function findRemovedSellerMarks(
  tx: Transaction,
  sellerId: string,
): Promise<readonly string[]> {
  const { rows } = await tx.execute<{ kind: string }>(sql`
    select distinct r.kind from ${removedSellerMarks} r
    join (${marksOf(sellerId)}) present on present.kind = r.kind and present.mark = r.mark
    where r.user_id <> ${sellerId} order by r.kind`);
  return rows.map(({ kind }) => kind);
}

/**
 * Deletes the marks of removed sellers.
 *
 * @param olderThanDays days after the removal for which they are kept.
 * @returns the number of marks deleted.
 */
export async function purgeRemovedSellerMarks(
  db: Executor,
  olderThanDays: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${removedSellerMarks}
    where removed_at < now() - make_interval(days => ${olderThanDays})`);
  return rowCount ?? 0;
}
