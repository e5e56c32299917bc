import { imageSizes } from '@redial/contract';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

/**
 * Width of a full-width image on phones, for `sizes`. It is displayed at 92vw, which on many phones
 * is slightly wider than 640 pixels; declaring less selects the 640 px file, since the next one is
 * twice as large.
 */
export const mobileImageWidth = '88vw';

/**
 * A product image with a fixed aspect ratio. An image that fails to load is replaced by an icon.
 *
 * @param sizes the `sizes` attribute
 * @param eager for images visible when the page opens; all others are lazy
 * @param first for the largest of those, which gets high priority
 */
export function ProductImage({
  src,
  alt,
  sizes,
  eager = false,
  first = false,
  className,
}: {
  src: string;
  alt: string;
  sizes: string;
  eager?: boolean;
  first?: boolean;
  className?: string;
}) {
  const [missing, setMissing] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // The error event of an image that failed before hydration was missed.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) setMissing(true);
  }, []);

  const variants = imageSizes(src);
  return (
    <div
      className={cx(
        'relative aspect-square overflow-hidden bg-studio after:pointer-events-none after:absolute after:inset-0 after:bg-(--picture-veil)',
        className,
      )}
    >
      {missing ? (
        <div data-missing className="grid size-full place-items-center text-ink-faint">
          <ImageOff className="size-8" aria-hidden="true" />
          <span className="sr-only">{alt}</span>
        </div>
      ) : (
        <img
          ref={image}
          // Browsers with srcset support WebP; JPEG for all others.
          src={variants?.find(({ width }) => width >= 640)?.jpg ?? src}
          {...(variants ? { srcSet: toSrcSet(variants), sizes } : {})}
          alt={alt}
          width={640}
          height={640}
          loading={eager ? 'eager' : 'lazy'}
          decoding={eager ? 'auto' : 'async'}
          {...(first ? { fetchPriority: 'high' as const } : {})}
          onError={() => setMissing(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

const toSrcSet = (sizes: { width: number; webp: string }[]): string =>
  sizes.map(({ width, webp }) => `${webp} ${width}w`).join(', ');
