/** Characters of a description on a card (specification, 9). */
const cardDescriptionLength = 100;

/** Only letters, figures and signs with which nothing joins: each is a character of its own. */
const simpleCharacters = /^[ -~\u00a1-\u024f\u2010-\u201f\u2026\u20a0-\u20bf]*$/;

/**
 * The first `length` characters and an ellipsis; a text that is not longer stays as it is.
 * Counts what people see as characters, so that no emoji or accent is cut in half.
 */
export function truncate(text: string, length: number = cardDescriptionLength): string {
  if (text.length <= length) return text;
  // Making a segmenter takes a browser as long as some ten cards: most texts do without.
  const start = text.slice(0, length + 1);
  if (simpleCharacters.test(start)) return `${start.slice(0, length).trimEnd()}…`;
  const characters = [...new Intl.Segmenter('en').segment(text)];
  if (characters.length <= length) return text;
  const visible = characters.slice(0, length).map(({ segment }) => segment);
  return `${visible.join('').trimEnd()}…`;
}
