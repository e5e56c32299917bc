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
 * A product image, shown whole in a square frame. What an image of another shape leaves of the frame
 * is filled with a blurred copy of it. An image that fails to load is replaced by an icon.
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
  const [backdrop, setBackdrop] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  // The events of an image that loaded or failed before hydration were missed.
  useEffect(() => {
    const { current } = image;
    if (!current?.complete || !current.currentSrc) return;
    if (current.naturalWidth === 0) setMissing(true);
    else if (!fillsFrame(current)) setBackdrop(current.currentSrc);
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
        <>
          {backdrop && (
            <img
              src={backdrop}
              alt=""
              aria-hidden="true"
              className="absolute inset-0 size-full scale-125 object-cover opacity-70 blur-2xl"
            />
          )}
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
            onLoad={({ currentTarget }) =>
              setBackdrop(fillsFrame(currentTarget) ? undefined : currentTarget.currentSrc)
            }
            className="relative size-full object-contain"
          />
        </>
      )}
    </div>
  );
}

/** Whether an image has the shape of its frame, give or take two percent. */
const fillsFrame = ({ naturalWidth, naturalHeight, clientWidth, clientHeight }: HTMLImageElement) =>
  Math.abs((naturalWidth * clientHeight) / (naturalHeight * clientWidth) - 1) < 0.02;

const toSrcSet = (sizes: { width: number; webp: string }[]): string =>
  sizes.map(({ width, webp }) => `${webp} ${width}w`).join(', ');
