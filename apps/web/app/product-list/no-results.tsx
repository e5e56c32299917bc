import { ArrowRight, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ProductCard } from '../features/catalogue/product-card.tsx';
import { ProductGrid } from '../features/catalogue/product-grid.tsx';
import { buttonClass } from '../ui/button.tsx';
import { countText } from '../ui/count.ts';
import { EmptyState } from '../ui/empty-and-error-state.tsx';
import type { AlternativeSearch, SearchFallback } from './search-fallback.ts';

/** The empty state of a search, with alternative searches and similar products. */
export function NoResults({ fallback, now }: { fallback: SearchFallback; now: number }) {
  const { corrections, relaxed, products } = fallback;
  return (
    <>
      <EmptyState
        icon={<SearchX />}
        title="No phones match"
        action={
          <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-6">
            {corrections.length > 0 && (
              <AlternativeSearches title="Did you mean" searches={corrections} />
            )}
            {relaxed.length > 0 && (
              <AlternativeSearches title="Search more widely" searches={relaxed} />
            )}
            {corrections.length + relaxed.length === 0 && (
              <Link to="/search" className={buttonClass('outline')}>
                See all phones
              </Link>
            )}
          </div>
        }
      >
        New phones are listed every day. Until then, try one of these.
      </EmptyState>
      {products.length > 0 && (
        <section aria-labelledby="nearest" className="pt-16">
          <h2 id="nearest" className="mb-8 text-2xl">
            The closest matches
          </h2>
          <ProductGrid narrow>
            {products.map((product) => (
              <li key={product._id}>
                <ProductCard product={product} now={now} />
              </li>
            ))}
          </ProductGrid>
        </section>
      )}
    </>
  );
}

function AlternativeSearches({
  title,
  searches,
}: {
  title: string;
  searches: readonly AlternativeSearch[];
}): ReactNode {
  return (
    <nav aria-label={title} className="max-w-full">
      <p className="mb-2 text-ink-soft text-sm">{title}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {searches.map(({ label, href, count }) => (
          <li key={href} className="max-w-full">
            <Link to={href} className={buttonClass('tonal', 'small', 'max-w-full')}>
              <span className="wrap-anywhere min-w-0">{label}</span>
              <span className="figures font-normal">({countText(count)})</span>
              <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
