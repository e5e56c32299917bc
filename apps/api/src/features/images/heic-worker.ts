/*
 * A worker thread, started by `decode-heic.ts`, that decodes one HEIC image with libheif compiled to
 * WebAssembly and exits, so that its memory is released. It replies with the pixels, or with undefined
 * if the file cannot be read.
 */
import { parentPort, workerData } from 'node:worker_threads';
import libheif from 'libheif-js/wasm-bundle.js';
import type { HeicPixels, HeicTask } from './decode-heic.ts';

async function decode({ bytes, maxPixels }: HeicTask): Promise<HeicPixels | undefined> {
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) return undefined;
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) return undefined;
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  return new Promise((resolve) => {
    image.display(target, (shown) => resolve(shown ? target : undefined));
  });
}

const pixels = await decode(workerData as HeicTask);
// Transferred: a copy of the largest image would take 200 MB.
parentPort?.postMessage(pixels, pixels ? [pixels.data.buffer] : []);
