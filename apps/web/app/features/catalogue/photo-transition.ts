/** Class of the image that grows from a card into the page of its product (View Transitions API). */
export const photoTransition = '[view-transition-name:product-photo]';

/**
 * Whether links to product pages animate their image. Without motion there is no transition at all:
 * capturing the page takes time, too.
 */
export const animatesPhotos =
  typeof window !== 'undefined' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
