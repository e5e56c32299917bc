import type { ReactNode } from 'react';
import { ProductCardSkeleton } from './product-card.tsx';

/** A grid of one to four columns (specification, 2); its children are list items. */
export function ProductGrid({
  narrow = false,
  children,
}: {
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <ul
      className={
        narrow
          ? 'grid grid-cols-1 gap-x-6 gap-y-12 sm:grid-cols-2 xl:grid-cols-3'
          : 'grid grid-cols-1 gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'
      }
    >
      {children}
    </ul>
  );
}

/** The grid while its phones load. */
export function ProductGridSkeleton({
  count = 8,
  narrow = false,
}: {
  count?: number;
  narrow?: boolean;
}) {
  return (
    <div role="status">
      <span className="sr-only">Loading phones</span>
      <ProductGrid narrow={narrow}>
        <ProductSkeletons count={count} />
      </ProductGrid>
    </div>
  );
}

/** Stand-ins for cards that are on their way into a grid. */
export function ProductSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => `place ${place}`).map((key) => (
    <li key={key} aria-hidden="true">
      <ProductCardSkeleton />
    </li>
  ));
}
