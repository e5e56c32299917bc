import type { Category } from '@redial/contract';

/** One thing that a search asks for: a product meets it in any one of these ways. */
export interface Term {
  /** Words as the full-text index has them; with `prefix`, the beginning of one is enough. */
  readonly words: readonly { readonly text: string; readonly prefix: boolean }[];
  /** A word that may be misspelt: one in the product's name looks much like it. */
  readonly fuzzy?: string;
  /** A brand that the word names. */
  readonly brand?: Category;
  /** A sign that the index does not keep: the plus of "S23+". */
  readonly symbol?: '+';
}

/** Terms that count in one search; what is typed beyond them is left out. */
const maxTerms = 8;

/** What people type for something that is written otherwise. Keys and values are lower case. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  ip: ['iphone'],
  iph: ['iphone'],
  promax: ['pro', 'max'],
  zflip: ['z', 'flip'],
  zfold: ['z', 'fold'],
  gig: ['gb'],
  gigs: ['gb'],
  gigabyte: ['gb'],
  gigabytes: ['gb'],
  terabyte: ['tb'],
};

/** Words of one meaning: each is met by any of its line. */
const synonyms = [
  ['gray', 'grey'],
  ['mi', 'xiaomi'],
] as const;

/** What brings a brand's phones, whether its name stands in theirs or not. */
const brandNames: Readonly<Record<string, Category>> = {
  apple: 'Iphone',
  iphone: 'Iphone',
  samsung: 'Samsung',
  xiaomi: 'Xiaomi',
};

/** Words that everybody's search could have: they tell no phone from another. */
const stopWords = new Set(
  'a an and buy cell cellphone cheap for in mobile mobiles of phone phones secondhand smartphone smartphones the used with'.split(
    ' ',
  ),
);

/**
 * Reads what somebody searches for. Numbers are cut from the words that they were glued to
 * ("ip13", "note12", "256gb", "s23ultra"), abbreviations are written out, and a number counts only
 * whole: a search for an iPhone 12 is none for 128 GB.
 *
 * @param typed still being typed: the last word, a number too, may be the beginning of one
 */
export function parseTerms(q: string | undefined, typed = false): Term[] {
  const tokens = tokenize(q);
  const meaningful = tokens.filter((token) => !stopWords.has(token));
  return meaningful
    .slice(0, maxTerms)
    .map((token, place, all) =>
      parseTerm(token, all[place - 1], typed && place === all.length - 1),
    );
}

/** What is searched for, in lower case and written out: to be compared with names. */
export const normalizeQuery = (q: string | undefined): string => tokenize(q).join(' ');

/** The words of a search, cut and written out. */
export function tokenize(q: string | undefined): string[] {
  const spaced = (q ?? '')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])\+/gu, ' plus ')
    .replace(/(?<![\p{L}\p{N}])([safx])\s+(?=\d{1,2}(?!\d))/gu, '$1');
  const words = spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) =>
    word
      .split(letterDigitBoundary)
      .flatMap((part) => (Object.hasOwn(abbreviations, part) ? abbreviations[part] : part) ?? []),
  );
}

/** Between two letters and a digit, and between a digit and two letters; "s23", "5g", "9t" stay whole. */
const letterDigitBoundary = /(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u;

function parseTerm(token: string, before: string | undefined, begun: boolean): Term {
  const word = (text: string, prefix: boolean) => ({ text, prefix });
  if (/^\p{N}+$/u.test(token)) {
    // "note 20" is also written Note20, "se 2" is the 2nd of its kind.
    const glued = before && /^\p{L}+$/u.test(before) ? [word(before + token, begun)] : [];
    const nth = before === 'se' ? [word(token + ordinal(token), false)] : [];
    return { words: [word(token, begun), ...glued, ...nth] };
  }
  if (/\p{N}/u.test(token)) return { words: [word(token, true)] };
  const meant = synonyms.find((line) => (line as readonly string[]).includes(token)) ?? [token];
  const brand = matchBrand(token);
  return {
    // Two letters begin too much: "mi" is no mint and no midnight.
    words: meant.map((text) => word(text, begun || text.length > 2)),
    // Of short words too many look alike: grey and green, pro and poco.
    ...(token.length > 4 ? { fuzzy: token } : {}),
    ...(brand ? { brand } : {}),
    ...(token === 'plus' ? { symbol: '+' as const } : {}),
  };
}

const ordinal = (number: string) => ({ 1: 'st', 2: 'nd', 3: 'rd' })[number] ?? 'th';

/** The brand that a word names, one wrong letter forgiven. */
export function matchBrand(word: string): Category | undefined {
  const name = Object.keys(brandNames).find(
    (known) => known === word || (word.length > 4 && isWithinOneEdit(word, known)),
  );
  return name ? brandNames[name] : undefined;
}

/** Whether one letter added, left out, changed or swapped with the next makes `a` into `b`. */
function isWithinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const swapped = `${restA[1] ?? ''}${restA[0] ?? ''}${restA.slice(2)}`;
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    swapped === restB
  );
}
