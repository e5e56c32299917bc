import {
  type DemoListing,
  demoAdmin,
  demoSeller,
  drawPossessionPhoto,
  type Random,
  uuidAt,
} from '@redial/demo-data';
import { eq } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { privateFileName } from '../features/images/index.ts';
import { possessionImages } from '../features/possession/index.ts';
import type { ImageStore } from '../ports/image-store.ts';
import type { Rows } from './rows.ts';
import { encodeJpeg } from './store-images.ts';

type Row = typeof schema.possessionProofs.$inferInsert;

/** One in so many offered listings is verified. */
const everyNth = 5;
/** Photos that wait for the admin; their codes are among the letters that can be drawn. */
const waitingCodes = ['K7HT3R', 'W4PLXA', 'M9CYNE'];
const side = 960;
const hour = 3_600_000;

/** A photo of the queue, to be stored in the image store. */
interface DemoPhoto {
  readonly file: string;
  readonly svg: string;
}

/** Proofs of possession: of one in five phones on offer, photos that wait, and one that was refused. */
export function possessionRows({
  random,
  now,
  listings,
  rows,
}: {
  random: Random;
  now: Date;
  listings: readonly DemoListing[];
  rows: Rows;
}): { proofs: Row[]; photos: DemoPhoto[] } {
  const admin = rows.users.find(({ email }) => email === demoAdmin.email);
  const codes = [...waitingCodes];
  const proofs: Row[] = [];
  const photos: DemoPhoto[] = [];
  let isRefusedOnce = false;
  for (const [index, listing] of listings.entries()) {
    const product = rows.products[index];
    if (!product || product.status === 'Sold' || product.hiddenReasons?.length) continue;
    const submittedAt = new Date(
      Math.min(listing.postedAt.getTime() + 5 * hour, now.getTime() - hour),
    );
    const proof = {
      id: uuidAt(random, submittedAt),
      productId: product.id,
      productName: product.name,
      code: 'H7LT34',
      createdAt: new Date(submittedAt.getTime() - hour),
      expiresAt: new Date(submittedAt.getTime() + 71 * hour),
      submittedAt,
    };
    const decision = {
      decidedAt: new Date(Math.min(submittedAt.getTime() + 3 * hour, now.getTime())),
      decidedBy: admin?.id ?? null,
    };
    if (index % everyNth === 0) {
      proofs.push({ ...proof, ...decision, state: 'accepted' });
    } else if (listing.seller === demoSeller && !isRefusedOnce) {
      isRefusedOnce = true;
      proofs.push({ ...proof, ...decision, state: 'refused', reason: 'code-unreadable' });
    } else if (index % everyNth === 1 && listing.seller !== demoSeller) {
      const code = codes.shift();
      if (!code) continue;
      const photoId = uuidAt(random, submittedAt);
      proofs.push({ ...proof, code, state: 'submitted', photoId, width: side, height: side });
      photos.push({
        file: privateFileName(possessionImages, photoId),
        svg: drawPossessionPhoto(listing.model.model, listing.colour, code),
      });
    }
  }
  return { proofs, photos };
}

/** Stores the photos that wait for the admin. */
export async function storePossessionPhotos(
  imageStore: ImageStore,
  photos: readonly DemoPhoto[],
): Promise<void> {
  const jpegs = await encodeJpeg(
    photos.map(({ svg }) => svg),
    side,
  );
  for (const [index, { file }] of photos.entries()) {
    const bytes = jpegs[index];
    if (bytes) await imageStore.put(file, bytes, 'image/jpeg');
  }
}

/** Inserts the proofs, and marks the listings that are verified. */
export async function insertPossessionProofs(tx: Executor, proofs: Row[]): Promise<void> {
  await tx.insert(schema.possessionProofs).values(proofs);
  for (const { productId, state, decidedAt } of proofs) {
    if (state !== 'accepted') continue;
    await tx
      .update(schema.products)
      .set({ possessionVerifiedAt: decidedAt })
      .where(eq(schema.products.id, productId));
  }
}
