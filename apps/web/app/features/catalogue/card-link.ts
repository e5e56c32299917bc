/**
 * Classes that stretch a link over its whole card (the nearest `relative` ancestor). The focus ring
 * is drawn around the card too, because the name itself is clipped.
 */
export const cardLink =
  'after:absolute after:inset-0 after:rounded-lg after:outline-accent after:outline-offset-4 focus-visible:outline-none focus-visible:after:outline-2';
