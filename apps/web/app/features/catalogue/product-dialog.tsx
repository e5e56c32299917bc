import type { Product } from '@redial/contract';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { recordViewedPhone } from '../../session/viewed-phones.ts';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Price } from '../../ui/price.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { UpdateLine } from '../../ui/update-line.tsx';
import { usePeriod } from '../../ui/used-for.ts';
import { AvailabilityBadge } from './availability-badge.tsx';
import { animatesPhotos } from './photo-transition.ts';
import { productPath } from './product/product-path.ts';
import { SellerContact } from './product/seller-contact.tsx';

/** Shows a product from a list in a dialog, with its image and all its details. */
export function ProductDialog({
  product,
  now,
  open,
  onClose,
  actions,
}: {
  product: Product;
  now: number;
  open: boolean;
  onClose: () => void;
  actions: ReactNode;
}) {
  useEffect(() => {
    if (open) recordViewedPhone(product._id);
  }, [open, product._id]);
  return (
    <Dialog open={open} onClose={onClose} title={product.name} size="wide" hideTitle>
      <div className="grid overflow-hidden rounded-t-xl sm:rounded-xl lg:grid-cols-2">
        <ProductImage
          src={product.img}
          alt={`Photo of ${product.name}`}
          sizes="(min-width: 64rem) 40rem, 100vw"
          eager
        />
        <div className="p-5 pb-0 sm:p-8 sm:pb-0">
          <div className="mb-4 flex min-h-8 flex-wrap items-center gap-2 pr-12 max-lg:empty:hidden">
            {product.varified && <VerifiedBadge />}
            <AvailabilityBadge product={product} />
          </div>
          <p aria-hidden="true" className="font-bold font-display text-2xl leading-tight">
            <ProductName name={product.name} />
          </p>
          <Price
            dollars={product.resalePrice}
            original={product.originalPrice}
            className="mt-2 text-xl"
          />
          <dl className="figures mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-line border-y py-5 text-sm">
            <Fact
              name="Condition"
              value={<span className="capitalize">{product.condition}</span>}
            />
            <Fact name="Used for" value={usePeriod(product.yearsOfUse)} />
            <Fact name="Bought in" value={product.purchaseDate} />
            <Fact name="Location" value={product.location} />
            <Fact name="Seller" value={product.sellerName} />
            <Fact name="Posted" value={relativeTime(product.postDate, now)} />
            {product.updates && (
              <Fact
                name="Security updates"
                value={<UpdateLine updates={product.updates} now={now} short />}
              />
            )}
          </dl>
          <SellerContact product={product} className="mt-4" />
        </div>
        <div className="p-5 pb-0 sm:p-8 sm:pt-6 sm:pb-0 lg:pb-8">
          <p className="whitespace-pre-line break-words text-ink-soft text-sm" dir="auto">
            {product.description}
          </p>
          <p className="mt-3">
            <Link
              to={productPath(product._id)}
              viewTransition={animatesPhotos}
              className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-accent text-sm underline-offset-4 hover:underline"
            >
              All details, the seller, and similar phones
              <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 p-5 sm:p-8 lg:self-end">{actions}</div>
      </div>
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0 break-words" dir="auto">
        {value}
      </dd>
    </>
  );
}
