import { imageSizes } from '@redial/contract';

/**
 * The image for link previews: the largest JPEG variant, the format that every consumer supports.
 */
export function shareImage(img: string): { url: string; width?: number } {
  const largest = imageSizes(img)?.at(-1);
  return largest ? { url: largest.jpg, width: largest.width } : { url: img };
}
