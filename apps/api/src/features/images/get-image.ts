import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { images } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { imageFileNames } from './image-urls.ts';
import { contentTypes } from './store-image.ts';

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.(webp|jpg)$/;

interface ServedImage {
  readonly etag: string;
  readonly contentType: string;
  /** Undefined where the client's copy is current. */
  readonly bytes?: Buffer;
}

/** Looks up the width of an image's largest file, 0 for an image that does not exist. */
export type ImageLookup = (id: string) => Promise<number>;

/**
 * Caches which images exist, so that the image store is asked for existing files only: reads of an
 * object store are billed, also those of files that do not exist. An image never changes; that it does
 * not exist is cached for a minute only.
 */
export function createImageLookup({ db }: Pick<Deps, 'db'>): ImageLookup {
  const widths = new LRUCache<string, number>({ max: 10_000 });
  return async (id) => {
    const known = widths.get(id);
    if (known !== undefined) return known;
    const [image] = await db.select({ width: images.width }).from(images).where(eq(images.id, id));
    const width = image?.width ?? 0;
    widths.set(id, width, width === 0 ? { ttl: 60_000 } : {});
    return width;
  };
}

/**
 * Reads one size of an image. A file's content never changes, so its name is the entity tag.
 *
 * @param input.ifNoneMatch the request's header.
 * @throws Problem `image.not-found`
 */
export async function getImage(
  { imageStore, findWidth }: Pick<Deps, 'imageStore'> & { findWidth: ImageLookup },
  _actor: undefined,
  { name, ifNoneMatch }: { name: string; ifNoneMatch: string | undefined },
): Promise<ServedImage> {
  const [, id, format] = fileName.exec(name) ?? [];
  if (!id) throw new Problem('image.not-found');
  const etag = `"${name}"`;
  const contentType = format === 'webp' ? contentTypes.webp : contentTypes.jpg;
  if (ifNoneMatch?.includes(etag)) return { etag, contentType };
  const width = await findWidth(id);
  const exists = width > 0 && imageFileNames(id, width).includes(name);
  const bytes = exists ? await imageStore.get(name) : undefined;
  if (!bytes) throw new Problem('image.not-found');
  return { etag, contentType, bytes };
}
