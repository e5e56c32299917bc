import { imageSizes } from '@redial/contract';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

/**
 * For `sizes`: a picture across the page of a phone. It stands at 92vw there, of which many phones make
 * a few pixels more than 640: nobody sees those, and the next larger file is twice as heavy.
 */
export const mobileImageWidth = '88vw';

/**
 * A product's picture in a square frame that is there before it. A picture that cannot be had is
 * replaced by a sign of that, never by the browser's broken one.
 *
 * @param sizes the `sizes` attribute: how wide the picture stands at which width of the page
 * @param eager for what is in sight when the page opens; all others load when they come near
 * @param first for the largest of those, which goes before everything else
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
  // A picture that failed before React took over has told nobody.
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
          // Whoever knows srcset knows WebP; the JPEG is for the rest.
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
