import type { Product } from '@redial/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { Price } from '../../ui/price.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { cardLink } from './card-link.ts';
import { animatesPhotos } from './photo-transition.ts';
import { productPath } from './product/product-path.ts';

/**
 * A product in a row beside others: photo, name, price and condition.
 *
 * @param sizes the `sizes` attribute of the photo
 * @param badge shown on the photo
 */
export function SmallCard({
  product,
  sizes,
  badge,
}: {
  product: Product;
  sizes: string;
  badge?: ReactNode;
}) {
  return (
    <article className="group relative">
      <div className="relative overflow-hidden rounded-lg">
        <ProductImage
          src={product.img}
          alt=""
          sizes={sizes}
          className="transition-[scale] duration-500 ease-calm group-hover:scale-103"
        />
        {badge && <div className="absolute top-2 right-2 left-2 flex">{badge}</div>}
      </div>
      <h3 className="mt-3 line-clamp-2 min-h-[2lh] text-base leading-snug">
        <Link
          to={productPath(product._id)}
          viewTransition={animatesPhotos}
          className={cx('wrap-anywhere', cardLink)}
        >
          <ProductName name={product.name} />
        </Link>
      </h3>
      <Price dollars={product.resalePrice} original={product.originalPrice} className="mt-1" />
      <p className="text-ink-soft text-sm">
        <span className="capitalize">{product.condition}</span> condition
      </p>
    </article>
  );
}
