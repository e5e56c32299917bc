import { imageLimits, imageWidths } from '@redial/contract';
import pLimit from 'p-limit';
import type { Metadata } from 'sharp';
import { Problem } from '../../platform/problem.ts';
import { decodeHeic } from './decode-heic.ts';
import { type Thumbnail, thumbnailSide } from './photo-hash.ts';

/** Loaded with the first image: it takes some 20 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each image is processed once, so a cache of decoded images would only hold memory.
  sharp.cache(false);
  return sharp;
}

/** Limit for a single sharp operation. */
const timeout = { seconds: 20 } as const;
const maxWidth = Math.max(...imageWidths);
/** A very tall image is scaled down, to stay small and within WebP's limit of 16,383 pixels. */
const maxHeight = 2 * maxWidth;
/** Browsers get WebP; JPEG is for link previews and mails. The first quality that fits is used. */
const qualities = { webp: [80, 50, 10], jpg: [82, 50, 10] } as const;
/**
 * Size limit of a stored file. Photos need some 0.1 to 0.25 bytes per pixel at the best quality; only
 * noise needs more. A picture of the largest size takes at most 5.4 MB in all its variants.
 */
const maxBytesPerPixel = 0.35;
/** Room for the headers of a file, which count in tiny pictures. */
const headerBytes = 2048;

/** A decoded image: upright, in sRGB, without metadata. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3;
}

type Format = 'jpeg' | 'png' | 'webp' | 'heif';

/** Detects the format by the file's magic number; its name and declared type are not trusted. */
function detectFormat(bytes: Buffer): Format | undefined {
  const at = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(4, 8) === 'ftyp' && /^(?:avi[fs]|hei[cxms]|hev[cxms]|mif1|msf1)$/.test(at(8, 12))) {
    return 'heif';
  }
  return undefined;
}

/** Whether a HEIF file is a HEIC one, by its brands: those of AVIF begin with `avi`. */
function isHevc(bytes: Buffer): boolean {
  if (detectFormat(bytes) !== 'heif') return false;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  return !brands.includes('avif') && !brands.includes('avis');
}

/**
 * Checks an image's format and size by its header, without decoding it.
 *
 * @throws Problem `image.unsupported`, `image.too-large`, `image.corrupt`
 */
export async function inspectImage(bytes: Buffer): Promise<void> {
  const format = detectFormat(bytes);
  if (!format) {
    throw new Problem(
      'image.unsupported',
      'This file is not a picture that can be used: choose a JPEG, PNG, WebP, AVIF or HEIC',
    );
  }
  const metadata = await readMetadata(bytes, format);
  // sharp probes formats in its own order: reject a file that is valid in two formats.
  if (metadata.format !== format) throw new Problem('image.unsupported');
  if (metadata.width * metadata.height > imageLimits.maxPixels) {
    throw new Problem(
      'image.too-large',
      `The picture has more than ${imageLimits.maxPixels / 1_000_000} million pixels: make it smaller`,
    );
  }
}

async function readMetadata(bytes: Buffer, format: Format): Promise<Metadata> {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw toImageProblem(error, bytes, format);
  }
}

/**
 * Memory that decoding takes, in bytes per pixel, as measured: AVIF and HEIC are decoded as a whole, at up to
 * 12 bits, and converted. A file of a kilobyte can have 50 megapixels.
 */
const decodingBytesPerPixel = { heif: 26, jpeg: 4, png: 4, webp: 4 } as const satisfies Record<
  Format,
  number
>;
/** Images whose decoding takes more memory are large. */
const maxUnqueuedBytes = 100_000_000;
/** Large images are decoded one at a time, whatever they are uploaded for. */
export const largeImages = pLimit(1);

/**
 * Decodes an image that passed `inspectImage`, at the largest stored size.
 *
 * @throws Problem `image.corrupt`, `image.unsupported`, `server.unavailable` (timeout)
 */
export async function decodeImage(bytes: Buffer): Promise<Pixels> {
  return (await isLarge(bytes)) ? largeImages(() => decode(bytes)) : decode(bytes);
}

async function isLarge(bytes: Buffer): Promise<boolean> {
  const format = detectFormat(bytes);
  if (!format) return false;
  const { width, height } = await readMetadata(bytes, format);
  return width * height * decodingBytesPerPixel[format] > maxUnqueuedBytes;
}

async function decode(bytes: Buffer): Promise<Pixels> {
  const sharp = await loadSharp();
  // The codecs of sharp do not include the one of HEIC.
  const heic = isHevc(bytes) ? await decodeHeic(bytes) : undefined;
  const raw = heic && { width: heic.width, height: heic.height, channels: 4 as const };
  try {
    const { data, info } = await sharp(heic ? heic.data : bytes, {
      ...(raw ? { raw } : { autoOrient: true }),
      limitInputPixels: imageLimits.maxPixels,
    })
      .timeout(timeout)
      .resize({
        width: maxWidth,
        height: maxHeight,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: 3 };
  } catch (error) {
    throw toImageProblem(error, bytes, detectFormat(bytes));
  }
}

/** Makes the grey copy of an image from which its perceptual hash is computed. */
export async function createThumbnail({
  data,
  width,
  height,
  channels,
}: Pixels): Promise<Thumbnail> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels } })
    .timeout(timeout)
    .resize(thumbnailSide, thumbnailSide, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** Encodes one size of an image: its width in pixels, and the format. */
export type EncodeImage = (width: number, format: 'webp' | 'jpg') => Promise<Buffer>;

/**
 * Creates the encoder of one image, without any metadata of the original. A picture that takes too many
 * bytes is encoded again at a lower quality, as are its further, larger sizes.
 *
 * @param bytesPerPixel limit of the size of each result.
 * @throws the encoder: Problem `image.too-large` where no quality suffices.
 */
export function createImageEncoder(
  { data, width: rawWidth, height: rawHeight, channels }: Pixels,
  bytesPerPixel = maxBytesPerPixel,
): EncodeImage {
  const left = { webp: [...qualities.webp], jpg: [...qualities.jpg] };
  return async (width, format) => {
    const sharp = await loadSharp();
    const image = sharp(data, { raw: { width: rawWidth, height: rawHeight, channels } })
      .timeout(timeout)
      .resize({ width });
    const pixelCount = width * Math.max(1, Math.round((rawHeight * width) / rawWidth));
    const maxBytes = headerBytes + pixelCount * bytesPerPixel;
    for (;;) {
      const [quality] = left[format];
      if (quality === undefined) {
        throw new Problem('image.too-large', 'The picture has too much detail: choose another one');
      }
      const bytes = await (format === 'webp'
        ? image.clone().webp({ quality })
        : image.clone().jpeg({ quality, progressive: true })
      ).toBuffer();
      if (bytes.length <= maxBytes) return bytes;
      left[format].shift();
    }
  };
}

function toImageProblem(error: unknown, bytes: Buffer, format: Format | undefined): Problem {
  if (error instanceof Error && error.message.startsWith('timeout')) {
    return new Problem('server.unavailable', 'The picture took too long to read, try again');
  }
  if (format === 'heif' && isHevc(bytes)) {
    return new Problem(
      'image.unsupported',
      'This HEIC picture cannot be read here: save it as JPEG and try again',
    );
  }
  return new Problem('image.corrupt', 'The picture is damaged or incomplete: choose another one');
}
