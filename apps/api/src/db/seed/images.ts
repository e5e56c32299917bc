import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { imageWidths } from '@redial/contract';
import type { ImageStore } from '../../ports/image-store.ts';
import { colourOf } from './drawing/colours.ts';
import { composeDrawing, side } from './drawing/compose.ts';
import { shapeOf } from './drawing/shapes.ts';
import type { EncodedFile, EncodeTask } from './encoder.ts';

/** A picture of a phone, shared by all listings of that model in that colour. */
export interface DemoImage {
  readonly id: string;
  readonly svg: string;
  /** Pixels of a side of the largest kept size. */
  readonly side: number;
  /** Where the image host serves it, as it is stored in the database. */
  readonly path: string;
}

const widths = imageWidths.filter((width) => width <= side);
const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;
/** Processes that encode; more would only wait for the two cores that a small machine has. */
const encoders = 2;

/** Draws a phone. The id follows from the drawing: a drawing that was changed has another one. */
export function drawImage(model: string, colour: string): DemoImage {
  const variety = createHash('sha256').update(`${model}/${colour}`).digest().readUInt32BE();
  const svg = composeDrawing(shapeOf(model), colourOf(model, colour), variety);
  const id = uuidOf(createHash('sha256').update(svg).digest());
  return { id, svg, side, path: `/images/${id}-${side}.jpg` };
}

/** A UUID of version 8 (RFC 9562) from the first bytes of a digest. */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Puts pictures into the store, each in its widths as WebP and JPEG. What is there already, from a
 * run that was stopped, is kept.
 *
 * @param onProgress told how many of them are there, now and then.
 * @param signal stops it between two pictures, with an error.
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
  // Written last, so that where it is, the others are.
  const last = `${id}-${side}.jpg`;
  if (await images.get(last)) return;
  for (const { width, format, bytes } of await encoder.encode({ svg, widths })) {
    await images.put(`${id}-${width}.${format}`, Buffer.from(bytes), contentTypes[format]);
  }
}

interface Encoder {
  /** Encodes one drawing; the next only after it. */
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
        const stopped = () => reject(new Error('The process that encodes pictures stopped'));
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
