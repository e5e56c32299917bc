import type { Product } from '@redial/contract';
import { ZoomIn } from 'lucide-react';
import { lazy, type MouseEvent, Suspense } from 'react';
import { mobileImageWidth, ProductImage } from '../../../ui/product-image.tsx';
import { isUnmodifiedClick } from '../../../ui/unmodified-click.ts';
import { useHistoryDialog } from '../../../ui/use-history-dialog.ts';
import { photoTransition } from '../photo-transition.ts';
import { shareImage } from './structured-data.ts';

const PhotoZoom = lazy(async () => ({
  default: (await import('./photo-zoom.tsx')).PhotoZoom,
}));

/**
 * The product image. A click opens the full-screen viewer; without JavaScript it links to the image
 * file.
 */
export function ProductPhoto({ product }: { product: Product }) {
  const zoom = useHistoryDialog('photo');
  const alt = `Photo of ${product.name}`;
  const openZoom = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    zoom.open();
  };
  return (
    <div className="md:sticky md:top-24 md:self-start">
      <a
        href={shareImage(product.img).url}
        onClick={openZoom}
        aria-haspopup="dialog"
        className={`group relative block cursor-zoom-in overflow-hidden rounded-xl has-data-missing:pointer-events-none ${photoTransition}`}
      >
        <ProductImage
          src={product.img}
          alt={alt}
          sizes={photoSizes}
          eager
          first
          className={'lg:max-h-[calc(100dvh-9rem)] lg:w-full'}
        />
        <span className="absolute right-4 bottom-4 inline-flex print:hidden min-h-11 items-center gap-2 rounded-full bg-raised px-4 font-semibold text-ink text-sm shadow-1 transition-colors group-hover:bg-accent group-hover:text-on-accent group-has-data-missing:hidden">
          <ZoomIn className="size-4" aria-hidden="true" />
          Zoom in
        </span>
      </a>
      {zoom.wasOpened && (
        <Suspense>
          <PhotoZoom src={product.img} alt={alt} open={zoom.isOpen} onClose={zoom.close} />
        </Suspense>
      )}
    </div>
  );
}

const photoSizes = `(min-width: 120rem) 58rem, (min-width: 84rem) 45rem, (min-width: 64rem) 55vw, (min-width: 48rem) 46vw, ${mobileImageWidth}`;
