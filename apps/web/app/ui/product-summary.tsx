import { formatPrice } from '@redial/contract';
import { href, Link } from 'react-router';
import { ProductImage } from './product-image.tsx';
import { ProductName } from './product-name.tsx';

/** The phone that a form is about: photo, name with a link to its page, and price in US dollars. */
export function ProductSummary({
  product: { _id, img, name, resalePrice },
}: {
  product: { _id: string; img: string; name: string; resalePrice: number };
}) {
  return (
    <div className="mb-8 flex max-w-xl items-center gap-4 rounded-lg border border-line bg-surface p-3">
      <ProductImage src={img} alt="" sizes="5rem" className="size-18 shrink-0 rounded-md" />
      <div className="min-w-0">
        <p className="wrap-anywhere font-bold">
          <Link to={href('/products/:id', { id: _id })} className="hover:underline">
            <ProductName name={name} />
          </Link>
        </p>
        <p className="figures mt-1 text-ink-soft">{formatPrice(resalePrice)}</p>
      </div>
    </div>
  );
}
