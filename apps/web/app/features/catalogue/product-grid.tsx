import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { ProductCardSkeleton } from './product-card.tsx';

/**
 * A grid of one to four columns (specification, 2); the children are list items.
 *
 * @param narrow whether it is a list of results, with filters or categories beside it: on small screens
 *   the user can choose rows
 * @param deferredCount number of cards in a grid that starts below the fold; its layout is then
 *   deferred until it is near the viewport
 */
export function ProductGrid({
  narrow = false,
  deferredCount,
  children,
}: {
  narrow?: boolean;
  deferredCount?: number | undefined;
  children: ReactNode;
}) {
  return (
    <div className="@container">
      <ul
        data-cards={deferredCount}
        className={cx(
          deferredCount !== undefined && 'lazy-grid',
          'card-grid [--below:19.6875rem] [--beside:0.75rem] [--between:2.25rem] [--columns:1] min-[22rem]:[--columns:2] sm:[--below:20.4375rem] sm:[--beside:1.5rem] sm:[--between:3rem]',
          narrow ? 'card-rows xl:[--columns:3]' : 'lg:[--columns:3] xl:[--columns:4]',
        )}
      >
        {children}
      </ul>
    </div>
  );
}

/** The grid while its products load. */
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

/** Placeholder cards. */
export function ProductSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `placeholder ${index}`).map((key) => (
    <li key={key} aria-hidden="true">
      <ProductCardSkeleton />
    </li>
  ));
}
