import { imageSizes } from '@redial/contract';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

/**
 * A product's picture in a square frame that is there before it. A picture that cannot be had is
 * replaced by a sign of that, never by the browser's broken one.
 *
 * @param sizes the `sizes` attribute: how wide the picture stands at which width of the page
 * @param eager for what is seen first; all others load when they come near
 */
export function Picture({
  src,
  alt,
  sizes,
  eager = false,
  className,
}: {
  src: string;
  alt: string;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  const [missing, setMissing] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // A picture that failed before React took over has told nobody.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) setMissing(true);
  }, []);

  const kept = imageSizes(src);
  const srcSet = (format: 'webp' | 'jpg') =>
    kept?.map((size) => `${size[format]} ${size.width}w`).join(', ');
  return (
    <div
      className={cx(
        'relative aspect-square overflow-hidden bg-studio after:pointer-events-none after:absolute after:inset-0 after:bg-(--picture-veil)',
        className,
      )}
    >
      {missing ? (
        <div className="grid size-full place-items-center text-ink-faint">
          <ImageOff className="size-8" aria-hidden="true" />
          <span className="sr-only">{alt}</span>
        </div>
      ) : (
        <picture>
          {kept && <source type="image/webp" srcSet={srcSet('webp')} sizes={sizes} />}
          <img
            ref={image}
            src={kept?.find(({ width }) => width >= 640)?.jpg ?? src}
            {...(kept ? { srcSet: srcSet('jpg'), sizes } : {})}
            alt={alt}
            width={640}
            height={640}
            loading={eager ? 'eager' : 'lazy'}
            decoding={eager ? 'auto' : 'async'}
            {...(eager ? { fetchPriority: 'high' as const } : {})}
            onError={() => setMissing(true)}
            className="size-full object-cover"
          />
        </picture>
      )}
    </div>
  );
}
