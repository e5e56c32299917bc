import { fork } from 'node:child_process';
import { imageWidths } from '@redial/contract';
import type { DemoImage } from '@redial/demo-data';
import type { ImageStore } from '../ports/image-store.ts';
import type { EncodedFile, EncodeTask } from './encoder.ts';

const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;
/** Number of encoder processes; more would exceed the two cores of a small machine. */
const encoders = 2;

/**
 * Stores images, each in all widths as WebP and JPEG. Images stored by an interrupted run are
 * skipped.
 *
 * @param onProgress called now and then with the number of stored images.
 * @param signal aborts between two images, with an error.
 */
export async function storeImages(
  store: ImageStore,
  demoImages: readonly DemoImage[],
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const queue = [...demoImages];
  let done = 0;
  const work = async () => {
    const encoder = startEncoder();
    try {
      for (let image = queue.shift(); image; image = queue.shift()) {
        signal?.throwIfAborted();
        await storeImage(store, image, encoder);
        done += 1;
        if (done % 50 === 0 || done === demoImages.length) onProgress(done);
      }
    } finally {
      encoder.stop();
    }
  };
  await Promise.all(Array.from({ length: encoders }, work));
}

async function storeImage(
  store: ImageStore,
  { id, svg, side }: DemoImage,
  encoder: Encoder,
): Promise<void> {
  // Written last, so that its presence implies the others.
  const last = `${id}-${side}.jpg`;
  if (await store.get(last)) return;
  for (const { width, format, bytes } of await encoder.encode({
    svg,
    widths: imageWidths.filter((width) => width <= side),
  })) {
    await store.put(`${id}-${width}.${format}`, Buffer.from(bytes), contentTypes[format]);
  }
}

/**
 * Encodes drawings as JPEG, one after the other.
 *
 * @param width width of the result in pixels.
 */
export async function encodeJpeg(drawings: readonly string[], width: number): Promise<Buffer[]> {
  const encoder = startEncoder();
  try {
    const jpegs: Buffer[] = [];
    for (const svg of drawings) {
      const files = await encoder.encode({ svg, widths: [width] });
      jpegs.push(Buffer.from(files.find(({ format }) => format === 'jpg')?.bytes ?? []));
    }
    return jpegs;
  } finally {
    encoder.stop();
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
