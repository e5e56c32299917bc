import { eq } from 'drizzle-orm';
import { images } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import {
  createImageEncoder,
  createThumbnail,
  decodeImage,
  inspectImage,
  type Pixels,
} from './encode-image.ts';
import { absoluteImageUrl, imageFileNames, imagePath } from './image-urls.ts';
import { recordPhotoHash } from './record-photo-hash.ts';
import { signUrl } from './signed-url.ts';
import { type ImagePurpose, requireUploadQuota } from './upload-quota.ts';

export const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;

/**
 * Stores an uploaded image: re-encoded, upright, without metadata, in several widths. The row is
 * inserted before the files are written, so that the cleanup job finds what a crash left behind. An
 * external image host, where configured, gets the largest JPEG instead. Earlier photos of which it is a
 * copy are recorded.
 *
 * @param purpose what the image is for, which an error about the quota says.
 * @returns the absolute URL of the largest JPEG.
 * @throws Problem `image.unsupported`, `image.too-large`, `image.corrupt`, `image.quota-reached`,
 *   `rate.limited`, `server.unavailable`, `account.removed`
 * @throws ImagesUnavailable
 */
export async function storeImage(
  deps: Pick<Deps, 'db' | 'imageStore' | 'imageHost' | 'settings' | 'log'> & {
    limiter: ConcurrencyLimiter;
  },
  actor: User,
  bytes: Buffer,
  purpose: ImagePurpose,
): Promise<string> {
  const { db, imageHost, settings } = deps;
  const quota = { scale: settings.rateLimitScale, purpose };
  await inspectImage(bytes);
  if (imageHost) {
    const { jpeg, thumbnail } = await deps.limiter(actor.id, async () => {
      const pixels = await decodeImage(bytes);
      const jpeg = await createImageEncoder(pixels)(pixels.width, 'jpg');
      return { jpeg, thumbnail: await createThumbnail(pixels) };
    });
    const imageUrl = await imageHost.upload(jpeg);
    await recordPhotoHash(db, { imageUrl, uploadedBy: actor.id, thumbnail });
    return signUrl(imageUrl, actor, settings);
  }
  await requireUploadQuota(db, actor, 0, quota);
  return deps.limiter(actor.id, async () => {
    const pixels = await decodeImage(bytes);
    const id = newId();
    const { width, height } = pixels;
    const files = await encodeFiles(id, pixels);
    const size = files.reduce((sum, file) => sum + file.bytes.length, 0);
    await inTransaction(db, async (tx) => {
      // The lock serializes a seller's uploads, so that concurrent ones cannot exceed the quota.
      await lockActiveUser(tx, actor, 'no key update');
      await requireUploadQuota(tx, actor, size, quota);
      await tx.insert(images).values({ id, uploadedBy: actor.id, width, height, bytes: size });
    });
    try {
      for (const file of files) {
        await deps.imageStore.put(file.name, file.bytes, contentTypes[file.format]);
      }
      const thumbnail = await createThumbnail(pixels);
      await recordPhotoHash(db, {
        imageUrl: imagePath(id, width),
        uploadedBy: actor.id,
        thumbnail,
      });
    } catch (error) {
      await rollBack(deps, id, width);
      throw error;
    }
    return absoluteImageUrl(imagePath(id, width), settings);
  });
}

/** All variants of an image: a few megabytes, for as many uploads as the limiter admits. */
async function encodeFiles(id: string, pixels: Pixels) {
  const encode = createImageEncoder(pixels);
  const files = [];
  for (const name of imageFileNames(id, pixels.width)) {
    const { width, format } = parseFileName(name);
    files.push({ name, format, bytes: await encode(width, format) });
  }
  return files;
}

/** The width and format in a file's name. */
function parseFileName(name: string): { width: number; format: 'webp' | 'jpg' } {
  const [, width, format] = /-(\d+)\.(webp|jpg)$/.exec(name) ?? [];
  return { width: Number(width), format: format === 'webp' ? 'webp' : 'jpg' };
}

/** Deletes the image after a failure; the cleanup job retries if this fails, too. */
async function rollBack(deps: Pick<Deps, 'db' | 'imageStore' | 'log'>, id: string, width: number) {
  try {
    await deleteImage(deps, id, width);
  } catch (error) {
    deps.log.error({ err: error, imageId: id }, 'an incomplete image is left to the cleanup job');
  }
}

/** Deletes an image's files, then its row, so that after a crash the row still names the files. */
export async function deleteImage(
  { db, imageStore: store }: Pick<Deps, 'db' | 'imageStore'>,
  id: string,
  width: number,
): Promise<void> {
  for (const name of imageFileNames(id, width)) await store.delete(name);
  await db.delete(images).where(eq(images.id, id));
}
