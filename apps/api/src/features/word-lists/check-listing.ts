import { type WordListField, wordListFields } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { listedWords, products, wordCatches } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { createWordSearch, type FoundWord } from './find-words.ts';

type Word = typeof listedWords.$inferSelect;

/** What was found in a text of a listing. */
export interface ListingCatch extends FoundWord<Word> {
  readonly field: WordListField;
}

/**
 * Looks for the listed words in the texts of a listing as the seller wrote them, and logs what was found.
 *
 * @returns each phrase once, with the first text that has it.
 */
export async function checkListing(
  tx: Transaction,
  productId: string,
): Promise<readonly ListingCatch[]> {
  const { name, description, location, written } = products;
  const [product] = await tx
    .select({ name, description, location, written })
    .from(products)
    .where(sql`${products.id} = ${productId}`);
  if (!product) return [];
  const search = createWordSearch(await tx.select().from(listedWords));
  const found = wordListFields.flatMap((field) =>
    search(product.written?.[field] ?? product[field]).map((one) => ({ ...one, field })),
  );
  if (found.length > 0) {
    await tx
      .insert(wordCatches)
      .values(
        found.map(({ word: { phrase, list }, field, found: text }) => ({
          productId,
          field,
          phrase,
          list,
          found: text,
        })),
      )
      .onConflictDoNothing();
  }
  const phrases = new Set<string>();
  return found.filter(({ word: { phrase } }) => !phrases.has(phrase) && phrases.add(phrase));
}
