import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { contentTypes } from './store-image.ts';

const fileName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{1,5}\.(webp|jpg)$/;

interface ServedImage {
  readonly etag: string;
  readonly contentType: string;
  /** Undefined where the client's copy is current. */
  readonly bytes?: Buffer;
}

/**
 * Reads one size of an image. A file's content never changes, so its name is the entity tag.
 *
 * @param input.ifNoneMatch the request's header.
 * @throws Problem `image.not-found`
 */
export async function getImage(
  { imageStore }: Pick<Deps, 'imageStore'>,
  _actor: undefined,
  { name, ifNoneMatch }: { name: string; ifNoneMatch: string | undefined },
): Promise<ServedImage> {
  const [, format] = fileName.exec(name) ?? [];
  if (!format) throw new Problem('image.not-found');
  const etag = `"${name}"`;
  const contentType = format === 'webp' ? contentTypes.webp : contentTypes.jpg;
  if (ifNoneMatch?.includes(etag)) return { etag, contentType };
  const bytes = await imageStore.get(name);
  if (!bytes) throw new Problem('image.not-found');
  return { etag, contentType, bytes };
}
