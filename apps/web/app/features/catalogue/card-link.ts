/**
 * A name that leads on from all of its card, which is `relative`. The ring is the whole card's, too:
 * the name's own would be cut off with the name.
 */
export const cardLink =
  'after:absolute after:inset-0 after:rounded-lg after:outline-accent after:outline-offset-4 focus-visible:outline-none focus-visible:after:outline-2';
