import { Worker } from 'node:worker_threads';
import { imageLimits } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

export interface HeicTask {
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
}

/** The upright pixels of a HEIC image, as RGBA. */
export interface HeicPixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Like the limit for an operation of sharp. A photo of 12 megapixels takes a second or two. */
const timeoutMs = 20_000;

/**
 * Decodes a HEIC image, which the codecs of sharp do not include, in a worker thread of its own: a
 * crafted file can neither block the event loop nor keep memory.
 *
 * @param bytes an image that passed `inspectImage`.
 * @throws Problem `image.corrupt`, `server.unavailable` (timeout)
 */
export async function decodeHeic(bytes: Buffer): Promise<HeicPixels> {
  const task: HeicTask = { bytes: new Uint8Array(bytes), maxPixels: imageLimits.maxPixels };
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    // libheif prints what it finds wrong with a file.
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<HeicPixels | undefined>();
  const timer = setTimeout(
    () => reject(new Problem('server.unavailable', 'The picture took too long to read, try again')),
    timeoutMs,
  );
  worker.once('message', resolve);
  // Out of memory, or an abort of the WebAssembly module.
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  try {
    const pixels = await promise;
    if (pixels) return pixels;
    throw new Problem('image.corrupt', 'The picture is damaged or incomplete: choose another one');
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
