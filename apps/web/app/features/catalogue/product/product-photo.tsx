import type { ListingPhoto, Product } from '@redial/contract';
import { ZoomIn } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { mobileImageWidth, ProductImage } from '../../../ui/product-image.tsx';
import { isUnmodifiedClick } from '../../../ui/unmodified-click.ts';
import { useHistoryDialog } from '../../../ui/use-history-dialog.ts';
import { photoTransition } from '../photo-transition.ts';
import { shareImage } from './share-image.ts';

const PhotoZoom = lazyDialog(async () => (await import('./photo-zoom.tsx')).PhotoZoom);

/**
 * The photos of a product: a large one, and the others as small ones below, which replace it. A click on
 * the large one opens the full-screen viewer. Without JavaScript all of them link to the image files.
 *
 * @param photos all of the listing; if there are none, the product's image is the only one
 */
export function ProductPhoto({
  product,
  photos = [],
}: {
  product: Product;
  photos?: readonly ListingPhoto[] | undefined;
}) {
  const zoom = useHistoryDialog('photo');
  const [chosen, setChosen] = useState(0);
  const shown = photos[chosen];
  const src = shown?.img ?? product.img;
  const alt = shown?.alt || `Photo of ${product.name}`;
  const openZoom = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    zoom.open();
  };
  return (
    <div className="md:sticky md:top-24 md:self-start">
      <a
        href={shareImage(src).url}
        onClick={openZoom}
        aria-haspopup="dialog"
        className={`group relative block cursor-zoom-in overflow-hidden rounded-xl has-data-missing:pointer-events-none ${photoTransition}`}
      >
        <ProductImage
          key={src}
          src={src}
          alt={alt}
          sizes={photoSizes}
          eager
          first
          className={'lg:max-h-[calc(100dvh-9rem)] lg:w-full'}
        />
        <span className="absolute right-4 bottom-4 inline-flex print:hidden min-h-11 w-30 items-center justify-center gap-2 rounded-full bg-raised font-semibold text-ink text-sm shadow-1 transition-colors group-hover:bg-accent group-hover:text-on-accent group-has-data-missing:hidden">
          <ZoomIn className="size-4" aria-hidden="true" />
          Zoom in
        </span>
      </a>
      {photos.length > 1 && (
        <ul aria-label="All photos" className="mt-3 grid grid-cols-5 gap-2 sm:gap-3 lg:grid-cols-8">
          {photos.map((photo, index) => (
            <li key={photo._id}>
              <a
                href={shareImage(photo.img).url}
                aria-label={photo.alt || `Photo ${index + 1} of ${photos.length}`}
                aria-current={index === chosen ? 'true' : undefined}
                onClick={(event) => {
                  if (!isUnmodifiedClick(event)) return;
                  event.preventDefault();
                  setChosen(index);
                }}
                className={cx(
                  'block overflow-hidden rounded-md border-2 outline-offset-2',
                  index === chosen ? 'border-accent' : 'border-transparent',
                )}
              >
                <ProductImage src={photo.img} alt="" sizes="6rem" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <PhotoZoom key={src} src={src} alt={alt} open={zoom.isOpen} onClose={zoom.close} />
    </div>
  );
}

const photoSizes = `(min-width: 120rem) 58rem, (min-width: 84rem) 45rem, (min-width: 64rem) 55vw, (min-width: 48rem) 46vw, ${mobileImageWidth}`;
