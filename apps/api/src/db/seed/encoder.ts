/*
 * A process of its own, started by `pictures.ts`, that turns drawings into files: the memory that the
 * work takes is given back when it ends. It hears an `EncodeTask` at a time and answers the files; it
 * ends when its parent lets go of it, or dies.
 */
import process from 'node:process';
import sharp from 'sharp';

export interface EncodeTask {
  readonly svg: string;
  /** Pixels; the last is the drawing's own. */
  readonly widths: readonly number[];
}
export interface EncodedFile {
  readonly width: number;
  readonly format: 'webp' | 'jpg';
  readonly bytes: Uint8Array;
}

// As many of these processes run as are wanted at once; each works on one core and keeps nothing.
sharp.concurrency(1);
sharp.cache(false);

async function encode({ svg, widths }: EncodeTask): Promise<EncodedFile[]> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  const files: EncodedFile[] = [];
  for (const width of widths) {
    const sized = sharp(data, { raw }).resize(width);
    const webp = await sized.clone().webp({ quality: 87, effort: 2 }).toBuffer();
    const jpeg = await sized.jpeg({ quality: 84 }).toBuffer();
    files.push({ width, format: 'webp', bytes: webp }, { width, format: 'jpg', bytes: jpeg });
  }
  return files;
}

// Ctrl-C in a terminal reaches this process too; the parent decides.
process.on('SIGINT', () => undefined);
process.on('message', async (task: EncodeTask) => {
  const files = await encode(task);
  // Where the parent is gone meanwhile, nobody waits for them.
  process.send?.(files, () => undefined);
});
