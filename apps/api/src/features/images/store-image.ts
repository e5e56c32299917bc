import { eq } from 'drizzle-orm';
import { images } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import type { User } from '../../platform/users.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { decodeImage, encodeImage, inspectImage, type Pixels } from './encode-image.ts';
import { absoluteImageUrl, imageFileNames, imagePath } from './image-urls.ts';
import { signUrl } from './signed-url.ts';

export const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;

/**
 * Stores an uploaded image: re-encoded, upright, without metadata, in several widths. The row is
 * inserted before the files are written, so that the cleanup job finds what a crash left behind. An
 * external image host, where configured, gets the largest JPEG instead.
 *
 * @returns the absolute URL of the largest JPEG.
 * @throws Problem `image.unsupported`, `image.too-large`, `image.corrupt`, `server.unavailable`
 * @throws ImagesUnavailable
 */
export async function storeImage(
  deps: Pick<Deps, 'db' | 'imageStore' | 'imageHost' | 'settings' | 'log'> & {
    limiter: ConcurrencyLimiter;
  },
  actor: User,
  bytes: Buffer,
): Promise<string> {
  const { imageHost, settings } = deps;
  await inspectImage(bytes);
  if (imageHost) {
    const jpeg = await deps.limiter(async () => {
      const pixels = await decodeImage(bytes);
      return encodeImage(pixels, pixels.width, 'jpg');
    });
    return signUrl(await imageHost.upload(jpeg), actor, settings);
  }
  return deps.limiter(async () => {
    const pixels = await decodeImage(bytes);
    const id = newId();
    const { width, height } = pixels;
    await deps.db.insert(images).values({ id, uploadedBy: actor.id, width, height });
    try {
      await putFiles(deps, id, pixels);
    } catch (error) {
      await rollBack(deps, id, width);
      throw error;
    }
    return absoluteImageUrl(imagePath(id, width), settings);
  });
}

async function putFiles(
  { imageStore: store }: Pick<Deps, 'imageStore'>,
  id: string,
  pixels: Pixels,
) {
  for (const name of imageFileNames(id, pixels.width)) {
    const { width, format } = parseFileName(name);
    await store.put(name, await encodeImage(pixels, width, format), contentTypes[format]);
  }
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
