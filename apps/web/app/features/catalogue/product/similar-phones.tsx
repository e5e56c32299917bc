import type { Product } from '@redial/contract';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { Price } from '../../../ui/price.tsx';
import { ProductImage } from '../../../ui/product-image.tsx';
import { ProductName } from '../../../ui/product-name.tsx';
import { cardLink } from '../card-link.ts';
import { animatesPhotos } from '../photo-transition.ts';
import { productPath } from './product-path.ts';

/** Products similar to the one on the page. */
export function SimilarPhones({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="pt-20 lg:pt-28">
      <h2 id="similar" className="mb-8 scroll-mt-24 text-2xl">
        Similar phones
      </h2>
      <div className="@container">
        <ul
          data-cards={products.length}
          className="card-grid lazy-grid [--beside:1rem] [--below:6.55rem] [--between:2.25rem] [--columns:2] sm:[--beside:1.5rem] md:[--columns:4]"
        >
          {products.map((product) => (
            <li key={product._id} className="lazy-card">
              <article className="group relative">
                <div className="overflow-hidden rounded-lg">
                  <ProductImage
                    src={product.img}
                    alt=""
                    sizes="(min-width: 84rem) 18rem, (min-width: 48rem) 22vw, 44vw"
                    className="transition-[scale] duration-500 ease-calm group-hover:scale-103"
                  />
                </div>
                <h3 className="mt-3 line-clamp-2 text-base leading-snug">
                  <Link
                    to={productPath(product._id)}
                    viewTransition={animatesPhotos}
                    className={cx('wrap-anywhere', cardLink)}
                  >
                    <ProductName name={product.name} />
                  </Link>
                </h3>
                <Price
                  dollars={product.resalePrice}
                  original={product.originalPrice}
                  className="mt-1"
                />
                <p className="text-ink-soft text-sm">
                  <span className="capitalize">{product.condition}</span> condition
                </p>
              </article>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
