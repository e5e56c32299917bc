import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm';
import { demoUsers, images, photoHashes } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { createThumbnail, decodeImage } from './encode-image.ts';
import { imageFileNames, imagePath } from './image-urls.ts';
import { recordPhotoHash } from './record-photo-hash.ts';

/** Photos of one run. */
const batchSize = 500;

/**
 * Computes the perceptual hashes of stored photos that have none, the earliest first: those that a
 * release without hashes has stored, or that a crash left behind. Drawings of the demo catalogue have
 * none, since phones of one model look alike there.
 *
 * @returns the number of photos hashed.
 */
export async function hashPhotos(
  deps: Pick<Deps, 'db' | 'imageStore' | 'log'>,
  { limit = batchSize, stopping }: { limit?: number; stopping?: AbortSignal | undefined } = {},
): Promise<number> {
  const { db, imageStore } = deps;
  const path = sql`'/images/' || ${images.id} || '-' || ${images.width} || '.jpg'`;
  const ofDemo = db
    .select({ one: sql`1` })
    .from(demoUsers)
    .where(eq(demoUsers.userId, images.uploadedBy));
  const missing = await db
    .select({
      id: images.id,
      width: images.width,
      uploadedBy: images.uploadedBy,
      createdAt: images.createdAt,
    })
    .from(images)
    .leftJoin(photoHashes, eq(photoHashes.imageUrl, path))
    .where(and(isNull(photoHashes.imageUrl), notExists(ofDemo)))
    .orderBy(asc(images.createdAt))
    .limit(limit);
  let hashed = 0;
  for (const { id, width, uploadedBy, createdAt } of missing) {
    if (stopping?.aborted) break;
    try {
      const name = imageFileNames(id, width).find((file) => file.endsWith('.jpg'));
      const bytes = name && (await imageStore.get(name));
      if (!bytes) continue;
      const thumbnail = await createThumbnail(await decodeImage(Buffer.from(bytes)));
      await recordPhotoHash(db, {
        imageUrl: imagePath(id, width),
        uploadedBy,
        thumbnail,
        createdAt,
      });
      hashed++;
    } catch (error) {
      deps.log.error({ err: error, imageId: id }, 'a photo was not hashed');
    }
  }
  return hashed;
}
