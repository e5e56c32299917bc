import {
  durationText,
  formatPrice,
  getUpdateSupport,
  monthText,
  type Product,
} from '@redial/contract';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { calendarDay } from '../../ui/calendar-day.ts';
import { CardIcon } from '../../ui/card-icon.tsx';
import { cx } from '../../ui/cx.ts';
import { Price } from '../../ui/price.tsx';
import { priceLabelText } from '../../ui/price-label-text.ts';
import { mobileImageWidth, ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { isUnmodifiedClick } from '../../ui/unmodified-click.ts';
import { usedFor } from '../../ui/used-for.ts';
import { AvailabilityBadge } from './availability-badge.tsx';
import { cardLink } from './card-link.ts';
import { animatesPhotos, photoTransition } from './photo-transition.ts';
import { productPath } from './product/product-path.ts';
import { truncate } from './truncate.ts';

/** The `sizes` attribute of a card image in `ProductGrid`. */
const cardImageSizes = `(min-width: 120rem) 25rem, (min-width: 80rem) 19rem, (min-width: 64rem) 30vw, (min-width: 22rem) 45vw, ${mobileImageWidth}`;

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
  corner,
}: {
  product: Product;
  now: number;
  /** Heading level that fits the page's outline. */
  heading?: 'h2' | 'h3';
  eager?: boolean;
  onOpen?: () => void;
  actions?: ReactNode;
  /** A control in the lower right corner of the photo. */
  corner?: ReactNode;
}) {
  const sold = product.status === 'Sold';
  const growing = useViewTransitionState(productPath(product._id));
  const open = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    onOpen?.();
  };
  return (
    <article className="group relative flex h-full flex-col">
      <div className={cx('relative overflow-hidden rounded-lg', growing && photoTransition)}>
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
        <div className="absolute top-2 right-2 left-2 flex flex-wrap items-start justify-between gap-1 sm:top-3 sm:right-3 sm:left-3 sm:gap-2">
          <div className="flex flex-wrap gap-1 sm:gap-2">
            {product.varified && <VerifiedBadge />}
            {product.possessionVerifiedAt && (
              <Badge tone="good">
                Possession verified{' '}
                <time dateTime={product.possessionVerifiedAt} className="max-sm:sr-only">
                  {calendarDay(product.possessionVerifiedAt)}
                </time>
              </Badge>
            )}
          </div>
          <AvailabilityBadge product={product} />
        </div>
      </div>
      {corner && (
        // As large as the photo, so that the corner is that of the photo.
        <div className="pointer-events-none absolute inset-x-0 top-0 z-1 grid aspect-square place-items-end p-2 sm:p-3">
          <div className="pointer-events-auto">{corner}</div>
        </div>
      )}
      {/* `clip` instead of `hidden`: a hidden overflow still scrolls when the link inside receives focus. */}
      <Heading
        className="wrap-anywhere mt-3 line-clamp-2 min-h-[2lh] overflow-clip! text-base leading-snug sm:mt-4 sm:text-lg"
        title={product.name}
      >
        <Link
          to={productPath(product._id)}
          viewTransition={animatesPhotos}
          {...(onOpen ? { 'aria-haspopup': 'dialog', onClick: open } : {})}
          className={cardLink}
        >
          <ProductName name={product.name} />
        </Link>
      </Heading>
      <Price
        dollars={product.resalePrice}
        original={product.originalPrice}
        className="mt-0.5 sm:text-lg"
      />
      <PriceLine product={product} />
      <p className="truncate text-ink-soft text-xs sm:mt-1 sm:text-sm">
        <span className="capitalize">{product.condition}</span>
        <span className="max-sm:hidden"> condition</span>, {usedFor(product.yearsOfUse)}
      </p>
      <p className="h-5 truncate text-ink-faint text-xs">
        <Updates product={product} now={now} />
      </p>
      <p
        className="mt-1.5 line-clamp-2 min-h-[2.8em] break-words text-ink-soft text-xs leading-[1.4] sm:mt-2 sm:line-clamp-3 sm:min-h-[4.2em] sm:text-sm"
        dir="auto"
      >
        {truncate(product.description)}
      </p>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 text-ink-faint text-xs max-sm:grid-cols-1 sm:mt-3">
        <div className="flex min-w-0 gap-1 max-sm:hidden">
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
        <div className="flex min-w-0 items-center gap-1 sm:col-span-2">
          <dt>
            <CardIcon name="map-pin" className="size-3.5" />
            <span className="sr-only">Location</span>
          </dt>
          <dd className="truncate" dir="auto">
            {product.location}
          </dd>
          {product.distanceKm !== undefined && (
            <dd className="figures shrink-0 text-ink-soft">{distanceText(product.distanceKm)}</dd>
          )}
        </div>
      </dl>
      {actions && (
        <div className="relative mt-auto flex flex-col gap-1 pt-3 sm:flex-row sm:flex-wrap sm:items-center sm:gap-2 sm:pt-4">
          {actions}
        </div>
      )}
    </article>
  );
}

/** How the price compares, and what a month of use costs, as far as that is known. */
function PriceLine({ product: { priceLabel, costPerMonth = Number.NaN } }: { product: Product }) {
  const dollars = formatPrice(Math.round(costPerMonth));
  return (
    <p className="h-5 truncate text-ink-soft text-xs">
      {priceLabel && (
        <span className={cx('font-semibold', priceLabel === 'great' && 'text-good')}>
          {priceLabelText[priceLabel]}
        </span>
      )}
      {priceLabel && costPerMonth >= 0 && ', '}
      {costPerMonth >= 0 && (
        <span className="figures">
          <span aria-hidden="true">{costPerMonth < 1 ? '<$1' : dollars}/month</span>
          <span className="sr-only">
            {costPerMonth < 1 ? 'less than $1' : dollars} for each month of use
          </span>
        </span>
      )}
    </p>
  );
}

/** How far the place of the listing is from that of the search; the text of the listing may be longer. */
const distanceText = (km: number): string => (km < 1 ? 'nearby' : `${km}\u00a0km away`);

/** Until when the phone gets security updates, and how long that is where there is room. */
function Updates({ product: { updates }, now }: { product: Product; now: number }) {
  const support = updates && getUpdateSupport(updates, new Date(now));
  if (support === undefined || support.status === 'unknown') return 'Updates unknown';
  if (support.status === 'ended') return `No updates since ${monthText(support.until)}`;
  if (support.until === undefined) return 'Gets security updates';
  return (
    <>
      Updates until {monthText(support.until)}
      <span className="max-sm:hidden"> ({durationText(support.monthsLeft ?? 0)})</span>
    </>
  );
}

/** Placeholder with the size of a card. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="flex animate-breathe flex-col">
      <div className="aspect-square rounded-lg bg-studio" />
      <div className="mt-3 h-11 w-full rounded-sm bg-studio sm:mt-4 sm:h-12.5 sm:w-48" />
      <div className="mt-0.5 h-6 w-24 rounded-sm bg-studio sm:h-7" />
      <div className="h-5 w-1/2 rounded-sm bg-studio" />
      <div className="h-5 w-2/3 rounded-sm bg-studio sm:mt-1" />
      <div className="h-5 w-1/2 rounded-sm bg-studio" />
      <div className="mt-1.5 h-9 rounded-sm bg-studio sm:mt-2 sm:h-14.5" />
      <div className="mt-2 h-10 w-2/3 rounded-sm bg-studio sm:mt-3" />
      <div className="mt-3 h-9 rounded-full bg-studio sm:mt-4" />
      <div className="mt-1 h-8 rounded-full bg-studio sm:hidden" />
    </div>
  );
}
