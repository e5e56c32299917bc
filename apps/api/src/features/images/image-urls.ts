import { imageSizes } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { images } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { verifySignedUrl } from './signed-url.ts';

/** The absolute URL of an image, from the URL or path that is stored. */
export function absoluteImageUrl(
  stored: string,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string {
  return stored.startsWith('/') ? publicUrl + stored : stored;
}

/** The absolute URL of a person's photo; null for a deleted account, which shows none. */
export const userPhotoUrl = (
  { photoUrl, isRemoved = false }: { photoUrl: string | null; isRemoved?: unknown },
  settings: Pick<Settings, 'publicUrl'>,
): string | null => (photoUrl === null || isRemoved ? null : absoluteImageUrl(photoUrl, settings));

/** @returns the path under which a URL of the embedded image host is stored; undefined for others. */
export function hostedImagePath(
  url: string,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string | undefined {
  if (!url.startsWith(`${publicUrl}/`)) return undefined;
  const path = url.slice(publicUrl.length);
  return hostedPath.test(path) ? path : undefined;
}

const hostedPath =
  /^\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.(?:webp|jpg)$/;

/** The path of an image's largest JPEG. `imageSizes` derives the other sizes from it. */
export const imagePath = (id: string, width: number): string => `/images/${id}-${width}.jpg`;

/**
 * Names of all files of an image.
 *
 * @param width of the largest size, in pixels
 */
export function imageFileNames(id: string, width: number): string[] {
  const sizes = imageSizes(imagePath(id, width)) ?? [];
  return sizes.flatMap(({ webp, jpg }) => [webp, jpg]).map((path) => path.slice('/images/'.length));
}

/**
 * Looks up an image that this user uploaded.
 *
 * @returns the URL or path to store, of the largest size; undefined where the user did not upload that
 *   image, here or through here to the external image host.
 */
export async function findUploadedImage(
  { db, settings, imageHost }: Pick<Deps, 'db' | 'settings' | 'imageHost'>,
  actor: User,
  url: string,
): Promise<string | undefined> {
  const externalUrl = imageHost && verifySignedUrl(url, actor, settings);
  if (externalUrl) return externalUrl;
  const path = hostedImagePath(url, settings);
  const id = path && hostedPath.exec(path)?.[1];
  if (!id) return undefined;
  const [image] = await db
    .select({ width: images.width })
    .from(images)
    .where(and(eq(images.id, id), eq(images.uploadedBy, actor.id)));
  return image && imagePath(id, image.width);
}
