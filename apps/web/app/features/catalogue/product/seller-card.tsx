import { type ProductDetails, profilePath } from '@redial/contract';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { RatingLine } from '../../../ui/stars.tsx';

/**
 * The seller: name, verification, member since, location and contact. Of a deleted account, only where the
 * phone was.
 */
export function SellerCard({ product, contact }: { product: ProductDetails; contact: ReactNode }) {
  const { sellerName, varified, seller, sellerSince, location } = product;
  return (
    <section aria-labelledby="seller" className="rounded-xl bg-sunken p-5 sm:p-6">
      <h2 id="seller" className="sr-only">
        Seller
      </h2>
      <div className="flex items-center gap-4">
        <Avatar name={sellerName} photo={seller?.photo ?? null} className="size-14 text-xl" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {seller ? (
              <Link
                to={profilePath(seller._id)}
                className="wrap-anywhere inline-flex min-h-6 items-center rounded-sm font-semibold underline-offset-4 hover:underline"
              >
                <bdi>{sellerName}</bdi>
              </Link>
            ) : (
              <span className="font-semibold">{sellerName}</span>
            )}
            {varified && <VerifiedBadge />}
          </p>
          {seller && (
            <p className="text-ink-soft text-sm">On Redial since {monthOf(sellerSince)}</p>
          )}
          {seller?.rating && (
            <p className="mt-1">
              <RatingLine rating={seller.rating} />
            </p>
          )}
        </div>
      </div>
      <p className="mt-4 flex items-start gap-2 text-ink-soft text-sm">
        <MapPin className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
        <span className="wrap-anywhere" dir="auto">
          {location}
        </span>
      </p>
      {seller && contact}
    </section>
  );
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `March 2024`, always in UTC so that server and browser render the same text. */
function monthOf(time: string): string {
  const date = new Date(time);
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
