import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { contentTypes } from './store-image.ts';

const fileName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{1,5}\.(webp|jpg)$/;

interface ServedImage {
  readonly etag: string;
  readonly contentType: string;
  /** Missing where the caller has the picture already. */
  readonly bytes?: Buffer;
}

/**
 * A kept size of a picture. A name always means the same bytes, so the name is the entity tag.
 *
 * @param known the caller's `If-None-Match`.
 * @throws Problem `image.not-found`
 */
export async function getImage(
  { imageStore }: Pick<Deps, 'imageStore'>,
  name: string,
  known: string | undefined,
): Promise<ServedImage> {
  const [, format] = fileName.exec(name) ?? [];
  if (!format) throw new Problem('image.not-found');
  const etag = `"${name}"`;
  const contentType = format === 'webp' ? contentTypes.webp : contentTypes.jpg;
  if (known?.includes(etag)) return { etag, contentType };
  const bytes = await imageStore.get(name);
  if (!bytes) throw new Problem('image.not-found');
  return { etag, contentType, bytes };
}
