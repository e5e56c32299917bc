import type { Product } from '@redial/contract';
import { SmallCard } from '../small-card.tsx';

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
              <SmallCard
                product={product}
                sizes="(min-width: 84rem) 18rem, (min-width: 48rem) 22vw, 44vw"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
