import { type WordListField, wordListFields } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import {
  listedWords,
  listingDetails,
  listingPhotos,
  products,
  wordCatches,
} from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { createWordSearch, type FoundWord } from './find-words.ts';

type Word = typeof listedWords.$inferSelect;

/** What was found in a text of a listing. */
export interface ListingCatch extends FoundWord<Word> {
  readonly field: WordListField;
}

/**
 * Looks for the listed words in the texts of a listing as the seller wrote them, and logs what was found.
 * The texts of its photos, defects and details count as its description.
 *
 * @returns each phrase once, with the first text that has it.
 */
export async function checkListing(
  tx: Transaction,
  productId: string,
): Promise<readonly ListingCatch[]> {
  const texts = await findTexts(tx, productId);
  if (!texts) return [];
  const search = createWordSearch(await tx.select().from(listedWords));
  const found = wordListFields.flatMap((field) =>
    texts[field].flatMap((text) => search(text).map((one) => ({ ...one, field }))),
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

/** What the seller of a listing wrote, by field. */
async function findTexts(
  tx: Transaction,
  productId: string,
): Promise<Record<WordListField, string[]> | undefined> {
  const [row] = await tx
    .select({ product: products, details: listingDetails })
    .from(products)
    .leftJoin(listingDetails, eq(listingDetails.productId, products.id))
    .where(eq(products.id, productId));
  if (!row) return undefined;
  const photos = await tx
    .select({ alt: listingPhotos.alt })
    .from(listingPhotos)
    .where(and(eq(listingPhotos.productId, productId), isNull(listingPhotos.removedAt)));
  const { product, details } = row;
  const { name, description, location } = { ...product, ...product.written };
  const others = [
    product.colour,
    details?.carrier,
    ...(details?.defects ?? []).map(({ note }) => note),
    ...photos.map(({ alt }) => alt),
  ];
  return {
    name: [name],
    description: [description, ...others.filter((text) => typeof text === 'string')],
    location: [location],
  };
}
