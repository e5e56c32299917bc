/** Letters that have no decomposition into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * The form in which names of places are compared: in lower case, without diacritics, apostrophes and
 * punctuation, with one space between words. `Saint-Étienne` and `saint etienne` are the same.
 */
export const normalizePlaceName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæœđðþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’ʻʼ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
