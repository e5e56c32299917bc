/** Characters of a description on a card (specification, 9). */
const descriptionLength = 100;

/**
 * The first `length` characters and an ellipsis; a text that is not longer stays as it is.
 * Counts what people see as characters, so that no emoji or accent is cut in half.
 */
export function truncate(text: string, length: number = descriptionLength): string {
  if (text.length <= length) return text;
  const characters = [...new Intl.Segmenter('en').segment(text)];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length).map(({ segment }) => segment);
  return `${kept.join('').trimEnd()}…`;
}
