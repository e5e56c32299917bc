import type { Product } from '@redial/contract';
import { MapPin } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Price } from '../../ui/price.tsx';
import { mobileImageWidth, ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { isUnmodifiedClick } from '../../ui/unmodified-click.ts';
import { usedFor } from '../../ui/used-for.ts';
import { AvailabilityBadge } from './availability-badge.tsx';
import { cardLink } from './card-link.ts';
import { productPath } from './product/product-path.ts';
import { truncate } from './truncate.ts';

/** The `sizes` attribute of a card image in `ProductGrid`. */
const cardImageSizes = `(min-width: 80rem) 19rem, (min-width: 64rem) 30vw, (min-width: 36rem) 46vw, ${mobileImageWidth}`;

/**
 * A product card.
 *
 * @param now Unix milliseconds that the post date is compared with; from the loader, so that server
 *   and browser render the same text
 * @param onOpen opens the product in a dialog; without it, and before hydration, the card links to
 *   the product page
 * @param actions buttons at the bottom of the card
 */
export function ProductCard({
  product,
  now,
  heading: Heading = 'h3',
  eager = false,
  onOpen,
  actions,
}: {
  product: Product;
  now: number;
  /** Heading level that fits the page's outline. */
  heading?: 'h2' | 'h3';
  eager?: boolean;
  onOpen?: () => void;
  actions?: ReactNode;
}) {
  const sold = product.status === 'Sold';
  const open = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    onOpen?.();
  };
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative overflow-hidden rounded-lg">
        <ProductImage
          src={product.img}
          alt={`Photo of ${product.name}`}
          sizes={cardImageSizes}
          eager={eager}
          className={cx(
            'transition-[scale,opacity] duration-500 ease-calm',
            sold ? 'opacity-60' : 'group-hover:scale-103',
          )}
        />
        <div className="absolute top-3 right-3 left-3 flex justify-between gap-2">
          {product.varified ? <VerifiedBadge /> : <span />}
          <AvailabilityBadge product={product} />
        </div>
      </div>
      {/* `clip` instead of `hidden`: a hidden overflow still scrolls when the link inside receives focus. */}
      <Heading
        // Smaller on narrow screens, where "iPhone 15 Pro Max 256 GB, Black" has to fit. The line height,
        // on which the height of deferred grids depends, stays the same.
        className="mt-4 overflow-clip text-ellipsis whitespace-nowrap text-[min(1.125rem,calc(0.55rem+1.9vw))] leading-[1.546875rem]"
        title={product.name}
      >
        <Link
          to={productPath(product._id)}
          {...(onOpen ? { 'aria-haspopup': 'dialog', onClick: open } : {})}
          className={cardLink}
        >
          <ProductName name={product.name} />
        </Link>
      </Heading>
      <Price
        dollars={product.resalePrice}
        original={product.originalPrice}
        className="mt-0.5 text-lg"
      />
      <p className="mt-1 text-ink-soft text-sm">
        <span className="capitalize">{product.condition}</span> condition,{' '}
        {usedFor(product.yearsOfUse)}
      </p>
      <p
        className="mt-2 line-clamp-3 min-h-[4.2em] break-words text-ink-soft text-sm leading-[1.4]"
        dir="auto"
      >
        {truncate(product.description)}
      </p>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 text-ink-faint text-xs">
        <div className="flex min-w-0 gap-1">
          <dt>Seller</dt>
          <dd className="truncate text-ink-soft" dir="auto">
            {product.sellerName}
          </dd>
        </div>
        <div>
          <dt className="sr-only">Posted</dt>
          <dd>
            <time dateTime={product.postDate}>{relativeTime(product.postDate, now)}</time>
          </dd>
        </div>
        <div className="col-span-2 flex min-w-0 items-center gap-1">
          <dt>
            <MapPin className="size-3.5" aria-hidden="true" />
            <span className="sr-only">Location</span>
          </dt>
          <dd className="truncate" dir="auto">
            {product.location}
          </dd>
        </div>
      </dl>
      {actions && <div className="relative mt-auto flex items-center gap-2 pt-4">{actions}</div>}
    </article>
  );
}

/** Placeholder with the size of a card. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="flex animate-breathe flex-col">
      <div className="aspect-square rounded-lg bg-studio" />
      <div className="mt-4 h-6 w-48 rounded-sm bg-studio" />
      <div className="mt-1 h-6.5 w-24 rounded-sm bg-studio" />
      <div className="mt-1 h-5 w-40 rounded-sm bg-studio" />
      <div className="mt-2 h-14.5 rounded-sm bg-studio" />
      <div className="mt-3 h-10 w-2/3 rounded-sm bg-studio" />
      <div className="mt-4 h-9 rounded-full bg-studio" />
    </div>
  );
}
