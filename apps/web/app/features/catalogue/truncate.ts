/** Length of a card's description in characters (specification, 9). */
const cardDescriptionLength = 100;

/** Characters that never combine with others: each is a grapheme cluster of its own. */
const simpleCharacters = /^[ -~\u00a1-\u024f\u2010-\u201f\u2026\u20a0-\u20bf]*$/;

/**
 * Truncates text to `length` characters plus an ellipsis. Counts grapheme clusters, so that no
 * emoji or accented letter is split.
 */
export function truncate(text: string, length: number = cardDescriptionLength): string {
  if (text.length <= length) return text;
  // Creating an Intl.Segmenter takes as long as rendering some ten cards; most texts do not need
  // it.
  const start = text.slice(0, length + 1);
  if (simpleCharacters.test(start)) return `${start.slice(0, length).trimEnd()}…`;
  const characters = [...new Intl.Segmenter('en').segment(text)];
  if (characters.length <= length) return text;
  const visible = characters.slice(0, length).map(({ segment }) => segment);
  return `${visible.join('').trimEnd()}…`;
}
