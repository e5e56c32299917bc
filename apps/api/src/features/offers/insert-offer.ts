import { offerLimits } from '@redial/contract';
import { offers } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/transaction.ts';

type NewOffer = Pick<
  typeof offers.$inferInsert,
  'productId' | 'sellerId' | 'buyerId' | 'madeBy' | 'priceCents' | 'phone' | 'location'
> & { readonly answersId?: string };

/** Stores an open offer. @returns its id. */
export async function insertOffer(tx: Transaction, offer: NewOffer, now: Date): Promise<string> {
  const id = newId();
  const expiresAt = new Date(now.getTime() + offerLimits.hours * 3_600_000);
  await tx.insert(offers).values({ id, ...offer, createdAt: now, expiresAt });
  return id;
}
