import { type FunctionComponent, memo, Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';
import type { ProductSectionsProps } from './product-sections.tsx';

const containerId = 'sections';

/**
 * The sections are rendered by the server; their script is loaded at the first interaction, or at once
 * where the browser renders them. React keeps the server's markup until then.
 */
const Sections: FunctionComponent<ProductSectionsProps> = import.meta.env.SSR
  ? (await import('./product-sections.tsx')).ProductSections
  : lazyPart(async () => {
      if (document.getElementById(containerId)) await firstInteraction();
      return (await import('./product-sections.tsx')).ProductSections;
    });

/**
 * The sections of the product page, hydrated late. A memo, because React replaces server markup that is
 * not hydrated yet by the empty fallback as soon as its parent renders it again.
 */
export const DeferredSections = memo((props: ProductSectionsProps) => (
  <div id={containerId}>
    <Suspense key={props.product._id}>
      <Sections {...props} />
    </Suspense>
  </div>
));

/** Resolves when the user scrolls, presses a key, or points at or touches the page. */
function firstInteraction(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['scroll', 'pointermove', 'pointerdown', 'keydown', 'popstate']) {
      addEventListener(type, () => resolve(), { once: true, capture: true, passive: true });
    }
  });
}
