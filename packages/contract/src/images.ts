import Type from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { endpoint } from './endpoint.ts';

/** Errors of images, part of the error catalogue. */
export const imageErrors = {
  'image.not-found': { status: 404, title: 'There is no such picture' },
  'image.corrupt': { status: 400, title: 'The picture cannot be read' },
  'image.too-large': { status: 413, title: 'The picture is too large' },
  'image.unsupported': { status: 415, title: 'This picture format is not supported' },
  'image.quota-reached': { status: 409, title: 'You have uploaded too many pictures' },
  'image.unavailable': {
    status: 503,
    title: 'Pictures cannot be stored right now, try again shortly',
  },
} as const satisfies ErrorDefinitions;

/** Upload limits of the embedded image host. */
export const imageLimits = { maxBytes: 10 * 1024 * 1024, maxPixels: 50_000_000 } as const;
/** Maximum length of the URL of an upload in characters: that of an external host, and its signature. */
export const imageUrlMaxLength = 1024;
/** MIME types offered by the file chooser. The server detects the type from the content. */
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
] as const;
/** Widths in pixels in which every image is stored, up to the width of the original. */
export const imageWidths = [320, 640, 960, 1440] as const;
export const imageFormats = ['webp', 'jpg'] as const;

/** URL of a stored size of an image of the embedded host. */
const hostedImageUrl = /^(.*\/images\/[0-9a-f-]{36})-(\d+)\.(?:webp|jpg)$/;

/**
 * Derives the stored sizes of an image from its URL.
 *
 * @returns every stored width with its WebP and JPEG URLs, or `undefined` for an image of another
 *   host, which has a single size.
 */
export function imageSizes(
  url: string,
): { width: number; webp: string; jpg: string }[] | undefined {
  const match = hostedImageUrl.exec(url);
  if (!match) return undefined;
  const [, base, largest] = match;
  const widest = Number(largest);
  const widths = imageWidths.filter((width) => width < widest);
  return [...widths, widest].map((width) => ({
    width,
    webp: `${base}-${width}.webp`,
    jpg: `${base}-${width}.jpg`,
  }));
}

export const uploadImage = endpoint({
  method: 'POST',
  path: '/1/upload',
  summary: 'Upload an image (multipart, field "image")',
  access: 'seller',
  response: Type.Object({
    success: Type.Literal(true),
    data: Type.Object({ url: Type.String() }),
  }),
  errors: [
    'request.invalid',
    'image.corrupt',
    'image.too-large',
    'image.unsupported',
    'image.quota-reached',
    'image.unavailable',
    'body.unsupported',
  ],
});
