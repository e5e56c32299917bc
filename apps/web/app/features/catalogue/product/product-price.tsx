import { formatPrice, type Product } from '@redial/contract';

/** The price, the original price, and the discount between them. */
export function ProductPrice({ product }: { product: Product }) {
  const { resalePrice, originalPrice } = product;
  const saved = originalPrice - resalePrice;
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span className="font-bold font-display text-3xl tracking-tight">
        {formatPrice(resalePrice)}
      </span>
      {saved > 0 && (
        <>
          <span className="text-ink-soft">
            <span className="sr-only">It cost </span>
            <s>{formatPrice(originalPrice)}</s> new
          </span>
          <span className="font-semibold text-good text-sm">
            {Math.round((saved / originalPrice) * 100)}% off
          </span>
        </>
      )}
    </p>
  );
}
