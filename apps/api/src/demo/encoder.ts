/*
 * A child process, started by `store-images.ts`, that encodes drawings as image files, so that the memory
 * needed is released afterwards. It receives one `EncodeTask` at a time and replies with the files;
 * it exits when its parent disconnects or dies.
 */
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';

export interface EncodeTask {
  readonly svg: string;
  /** Widths in pixels; the last one is the drawing's own. */
  readonly widths: readonly number[];
}
export interface EncodedFile {
  readonly width: number;
  readonly format: 'webp' | 'jpg';
  readonly bytes: Uint8Array;
}

// Several of these processes run in parallel, so each uses a single core and no cache.
sharp.concurrency(1);
sharp.cache(false);

async function encode({ svg, widths }: EncodeTask): Promise<EncodedFile[]> {
  const drawing = await pixelsOf(sharp(Buffer.from(svg)).removeAlpha());
  const files: EncodedFile[] = [];
  for (const width of widths) {
    const image = width === drawing.width ? drawing : await pixelsOf(open(drawing).resize(width));
    const webp = await open(image).webp({ quality: 87, effort: 2 }).toBuffer();
    const jpeg = await open(image).jpeg({ quality: 84 }).toBuffer();
    files.push({ width, format: 'webp', bytes: webp }, { width, format: 'jpg', bytes: jpeg });
  }
  return files;
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const open = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

// Ctrl-C in a terminal also reaches this process; the parent decides when to stop it.
process.on('SIGINT', () => undefined);
process.on('message', async (task: EncodeTask) => {
  const files = await encode(task);
  // Errors are ignored: the parent may have exited.
  process.send?.(files, () => undefined);
});
