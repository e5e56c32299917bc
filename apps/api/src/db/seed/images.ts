import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { imageWidths } from '@redial/contract';
import type { ImageStore } from '../../ports/image-store.ts';
import { colourOf } from './drawing/colours.ts';
import { composeDrawing, side } from './drawing/compose.ts';
import { shapeOf } from './drawing/shapes.ts';
import type { EncodedFile, EncodeTask } from './encoder.ts';

/** An image of a phone, shared by all listings of the same model and colour. */
export interface DemoImage {
  readonly id: string;
  readonly svg: string;
  /** Width and height in pixels of the largest stored variant. */
  readonly side: number;
  /** The path under which the image host serves it, as stored in the database. */
  readonly path: string;
}

const widths = imageWidths.filter((width) => width <= side);
const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;
/** Number of encoder processes; more would exceed the two cores of a small machine. */
const encoders = 2;

/** Draws a phone. The id is derived from the drawing, so a changed drawing has another id. */
export function drawImage(model: string, colour: string): DemoImage {
  const variety = createHash('sha256').update(`${model}/${colour}`).digest().readUInt32BE();
  const svg = composeDrawing(shapeOf(model), colourOf(model, colour), variety);
  const id = uuidOf(createHash('sha256').update(svg).digest());
  return { id, svg, side, path: `/images/${id}-${side}.jpg` };
}

/** Creates a UUID of version 8 (RFC 9562) from the first bytes of a digest. */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Stores images, each in all widths as WebP and JPEG. Images stored by an interrupted run are
 * skipped.
 *
 * @param onProgress called now and then with the number of stored images.
 * @param signal aborts between two images, with an error.
 */
export async function storeImages(
  images: ImageStore,
  pictures: readonly DemoImage[],
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const queue = [...pictures];
  let done = 0;
  const work = async () => {
    const encoder = startEncoder();
    try {
      for (let picture = queue.shift(); picture; picture = queue.shift()) {
        signal?.throwIfAborted();
        await storeImage(images, picture, encoder);
        done += 1;
        if (done % 50 === 0 || done === pictures.length) onProgress(done);
      }
    } finally {
      encoder.stop();
    }
  };
  await Promise.all(Array.from({ length: encoders }, work));
}

async function storeImage(
  images: ImageStore,
  { id, svg }: DemoImage,
  encoder: Encoder,
): Promise<void> {
  // Written last, so that its presence implies the others.
  const last = `${id}-${side}.jpg`;
  if (await images.get(last)) return;
  for (const { width, format, bytes } of await encoder.encode({ svg, widths })) {
    await images.put(`${id}-${width}.${format}`, Buffer.from(bytes), contentTypes[format]);
  }
}

interface Encoder {
  /** Encodes a drawing; one at a time. */
  encode(task: EncodeTask): Promise<EncodedFile[]>;
  stop(): void;
}

function startEncoder(): Encoder {
  const child = fork(new URL('./encoder.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  });
  return {
    encode: (task) =>
      new Promise((resolve, reject) => {
        const stopped = () => reject(new Error('The encoder process exited'));
        child.once('exit', stopped);
        child.once('error', reject);
        child.once('message', (files) => {
          child.off('exit', stopped);
          child.off('error', reject);
          resolve(files as EncodedFile[]);
        });
        child.send(task);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
