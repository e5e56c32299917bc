import Type from 'typebox';
import { endpoint } from './endpoint.ts';

/** What the embedded image host takes. */
export const imageLimits = { maxBytes: 10 * 1024 * 1024, maxPixels: 50_000_000 } as const;
/** MIME types that the file chooser offers; what counts on the server is the content. */
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
] as const;
/** Widths in which every picture is kept, in pixels; never wider than the original. */
export const imageWidths = [320, 640, 960, 1440] as const;
export const imageFormats = ['webp', 'jpg'] as const;

/** Address of one kept size of a picture, from the address that the host answered. */
const hostedImageUrl = /^(.*\/images\/[0-9a-f-]{36})-(\d+)\.(?:webp|jpg)$/;

/**
 * The kept sizes of a picture, from its address.
 *
 * @returns each width up to the original's with its WebP and JPEG address, or `undefined` for a
 *   picture of another host, which has one size only.
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
  summary: 'Upload a picture (multipart, field "image")',
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
    'image.unavailable',
    'body.unsupported',
  ],
});
