import {
  type DemoImage,
  type DemoListing,
  demoSeller,
  drawImage,
  type Random,
  uuidAt,
} from '@redial/demo-data';
import { eq } from 'drizzle-orm';
import type { Database, Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { assessListing } from '../features/risk/assess-listing.ts';
import { markHeld } from '../features/risk/index.ts';
import { filterTexts } from '../features/selling/index.ts';
import { inTransaction } from '../platform/transaction.ts';
import type { Rows } from './rows.ts';

const hour = 3_600_000;

/** A listing that waits for a moderator. */
export interface HeldListing {
  readonly product: typeof schema.products.$inferInsert;
  readonly image: DemoImage;
  /** The listing that it copies, with its photo and seller. */
  readonly originalId: string;
  readonly earlierUrl: string;
  readonly earlierSellerId: string;
  readonly at: Date;
}

/**
 * A listing that is held for review: half the price, the mirrored and cropped photo of another seller,
 * and a phone number in the text.
 */
export function heldListing({
  random,
  now,
  listings,
  rows,
}: {
  random: Random;
  now: Date;
  listings: readonly DemoListing[];
  rows: Rows;
}): HeldListing {
  const index = listings.findIndex(
    ({ seller, model }, i) =>
      seller !== demoSeller &&
      model.category === 'Iphone' &&
      rows.products[i]?.status === 'Available' &&
      !rows.products[i]?.hiddenReasons?.length,
  );
  const [listing, original] = [listings[index], rows.products[index]];
  const thief = rows.users.findLast(
    ({ id, role, email }) =>
      role === 'seller' && id !== original?.sellerId && email !== demoSeller.email,
  );
  if (!listing || !original || !thief) throw new Error('There is no phone to copy');
  const at = new Date(now.getTime() - 2 * hour);
  const drawn = drawImage(listing.model.model, listing.colour);
  const id = uuidAt(random, at);
  const { side } = drawn;
  const cut = side * 0.06;
  const image = {
    id,
    side,
    path: `/images/${id}-${side}.jpg`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${cut} ${cut} ${side - 2 * cut} ${side - 2 * cut}"><g transform="translate(${side} 0) scale(-1 1)">${drawn.svg}</g></svg>`,
  };
  const product = {
    ...original,
    ...filterTexts({
      name: original.name,
      description: 'As new, with box. Quick sale by W3stern-Union, text me on +1 202 555 0142.',
      location: original.location,
    }),
    id: uuidAt(random, at),
    sellerId: thief.id,
    imageUrl: image.path,
    resalePriceCents: Math.round((original.resalePriceCents * 0.4) / 100) * 100,
    hiddenReasons: ['review' as const],
    advertised: false,
    postedAt: at,
  };
  return {
    product,
    image,
    originalId: original.id,
    earlierUrl: original.imageUrl,
    earlierSellerId: original.sellerId,
    at,
  };
}

/** Inserts the held listing with what was found about its photo. */
export async function insertHeldListing(tx: Executor, held: HeldListing): Promise<void> {
  const { product, image, originalId, earlierUrl, earlierSellerId, at } = held;
  const { id, side } = image;
  const size = { width: side, height: side };
  await tx
    .insert(schema.images)
    .values({ id, uploadedBy: product.sellerId, ...size, createdAt: at });
  // It is the same model.
  const { modelId, storageGb, colour } = schema.products;
  const [variant] = await tx
    .select({ modelId, storageGb, colour })
    .from(schema.products)
    .where(eq(schema.products.id, originalId));
  await tx.insert(schema.products).values({ ...product, ...variant });
  // Their hashes would find other phones, too: drawings of one pose look alike.
  await tx.insert(schema.photoHashes).values([
    {
      imageUrl: earlierUrl,
      uploadedBy: earlierSellerId,
      createdAt: new Date(at.getTime() - 24 * hour),
    },
    { imageUrl: image.path, uploadedBy: product.sellerId, createdAt: at },
  ]);
  await tx.insert(schema.photoMatches).values({ imageUrl: image.path, earlierUrl, distance: 6 });
}

/** Computes the risk scores of all phones on offer and of the held one. */
export async function assessDemoListings(
  db: Database,
  productIds: readonly string[],
  held: HeldListing,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const id of productIds) await assessListing(tx, id);
    // Prices of hidden listings are judged when they are set.
    const { resalePriceCents } = held.product;
    await tx
      .update(schema.products)
      .set({ resalePriceCents })
      .where(eq(schema.products.id, held.product.id));
    await assessListing(tx, held.product.id);
    await markHeld(tx, held.product.id, held.at);
  });
}
