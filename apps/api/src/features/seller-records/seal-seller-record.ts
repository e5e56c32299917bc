import type { SellerIdentity } from '@redial/contract';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { payoutAccounts, payouts, products, sellerRecords, users } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { lastTradeOf, retentionStart } from './last-trade.ts';
import { sealIdentity } from './sealed-identity.ts';

export interface DeletedAccount {
  readonly userId: string;
  readonly deletedBy: 'user' | 'admin';
  /** How the user signed in, as far as the identity provider says. */
  readonly signInMethods: SellerIdentity['signInMethods'];
}

/**
 * Leaves a sealed record of who a user is, if they sold something or were paid within
 * `SELLER_RECORD_DAYS`. To be called before the account is anonymized, in the same transaction.
 *
 * @returns whether there is a record now.
 */
export async function sealSellerRecord(
  tx: Transaction,
  settings: Pick<Settings, 'imeiSecret' | 'sellerRecordDays'>,
  { userId, deletedBy, signInMethods }: DeletedAccount,
): Promise<boolean> {
  const [user] = await tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        sql`${lastTradeOf(sql`${userId}::uuid`)} >= ${retentionStart(settings.sellerRecordDays)}`,
      ),
    );
  if (!user) return false;
  const identity: SellerIdentity = {
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    varified: user.verified,
    uid: user.identityUid,
    signedUpAt: user.createdAt.toISOString(),
    signInMethods,
    ...(await listContacts(tx, userId)),
    payoutAccounts: await listPayoutAccounts(tx, userId),
  };
  const sealed = sealIdentity(settings, userId, identity);
  await tx.insert(sellerRecords).values({ userId, sealed, deletedBy });
  return true;
}

/** The distinct phone numbers and places of the user's listings, the latest first. */
async function listContacts(tx: Transaction, userId: string) {
  const rows = await tx
    .select({ phone: products.sellerPhone, location: products.location })
    .from(products)
    .where(and(eq(products.sellerId, userId), ne(products.sellerPhone, '')))
    .orderBy(desc(products.postedAt));
  return {
    phones: [...new Set(rows.map(({ phone }) => phone))],
    locations: [...new Set(rows.map(({ location }) => location))],
  };
}

async function listPayoutAccounts(tx: Transaction, userId: string) {
  const current = await tx
    .select({ provider: payoutAccounts.provider, accountId: payoutAccounts.accountId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId));
  const paid = await tx
    .selectDistinct({ provider: payouts.provider, accountId: payouts.accountId })
    .from(payouts)
    .where(eq(payouts.userId, userId));
  const accounts = new Map<string, { provider: string; accountId: string }>();
  for (const { provider, accountId } of [...current, ...paid]) {
    if (accountId !== null) accounts.set(`${provider} ${accountId}`, { provider, accountId });
  }
  return [...accounts.values()];
}
