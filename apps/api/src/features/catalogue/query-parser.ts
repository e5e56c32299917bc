import type { Category } from '@redial/contract';

/** One term of a search text. A product matches it by any one of these alternatives. */
export interface Term {
  /** Words of the full-text index; with `prefix`, words that begin with the text match, too. */
  readonly words: readonly { readonly text: string; readonly prefix: boolean }[];
  /** A word that may be misspelt: matches words of similar spelling in the product's name. */
  readonly fuzzy?: string;
  /** A brand that the word names. */
  readonly brand?: Category;
  /** A symbol that full-text indexing drops: the plus of "S23+". */
  readonly symbol?: '+';
}

/** Terms of one search; further ones are ignored. */
const maxTerms = 8;

/** Abbreviations and the words that they stand for, in lower case. */
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

/** Groups of words with the same meaning. */
const synonyms = [
  ['gray', 'grey'],
  ['mi', 'xiaomi'],
] as const;

/** Words that match all products of a brand, whether or not their names contain them. */
const brandNames: Readonly<Record<string, Category>> = {
  apple: 'Iphone',
  iphone: 'Iphone',
  samsung: 'Samsung',
  xiaomi: 'Xiaomi',
};

/** Words that do not distinguish one phone from another. */
const stopWords = new Set(
  'a an and buy cell cellphone cheap for in mobile mobiles of phone phones secondhand smartphone smartphones the used with'.split(
    ' ',
  ),
);

/**
 * Parses a search text. Numbers are split from adjoining words ("ip13", "note12", "256gb",
 * "s23ultra"), abbreviations are expanded, and a number matches whole numbers only: "iphone 12" does
 * not match 128 GB. A word that was split also matches as a whole, such as the model code "lm2113".
 *
 * @param isPrefix the text is still being typed: its last word or number may be a prefix
 */
export function parseTerms(q: string | undefined, isPrefix = false): Term[] {
  const meaningful = splitWords(q).filter(({ text }) => !stopWords.has(text));
  return meaningful.slice(0, maxTerms).map((token, index, all) => {
    const last = isPrefix && index === all.length - 1;
    const term = parseTerm(token.text, all[index - 1]?.text, last);
    const { whole } = token;
    return whole ? { ...term, words: [...term.words, { text: whole, prefix: last }] } : term;
  });
}

/** The search text in lower case with abbreviations expanded, for comparison with names. */
export const normalizeQuery = (q: string | undefined): string => tokenize(q).join(' ');

/** Splits a search text into words and numbers and expands abbreviations. */
export const tokenize = (q: string | undefined): string[] => splitWords(q).map(({ text }) => text);

/** The words and numbers of a search text, with the word that they are parts of, if it was split. */
function splitWords(q: string | undefined): { text: string; whole?: string }[] {
  const spaced = (q ?? '')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])\+/gu, ' plus ')
    .replace(/(?<![\p{L}\p{N}])([safx])\s+(?=\d{1,2}(?!\d))/gu, '$1');
  const words = spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.split(letterDigitBoundary);
    return parts
      .flatMap((part) => (Object.hasOwn(abbreviations, part) ? abbreviations[part] : part) ?? [])
      .map((text) => (parts.length > 1 ? { text, whole: word } : { text }));
  });
}

/** Between two letters and a digit, or a digit and two letters; "s23", "5g", "9t" stay whole. */
const letterDigitBoundary = /(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u;

function parseTerm(token: string, previous: string | undefined, isPrefix: boolean): Term {
  const word = (text: string, prefix: boolean) => ({ text, prefix });
  if (/^\p{N}+$/u.test(token)) {
    // "note 20" is also spelt Note20, and "se 2" means the 2nd generation.
    const joined = previous && /^\p{L}+$/u.test(previous) ? [word(previous + token, isPrefix)] : [];
    const nth = previous === 'se' ? [word(token + ordinal(token), false)] : [];
    return { words: [word(token, isPrefix), ...joined, ...nth] };
  }
  if (/\p{N}/u.test(token)) return { words: [word(token, true)] };
  const spellings = synonyms.find((group) => (group as readonly string[]).includes(token)) ?? [
    token,
  ];
  const brand = matchBrand(token);
  return {
    // Two letters are too short for a prefix: "mi" would match mint and midnight.
    words: spellings.map((text) => word(text, isPrefix || text.length > 2)),
    // Too many short words are similar: grey and green, pro and poco.
    ...(token.length > 4 ? { fuzzy: token } : {}),
    ...(brand ? { brand } : {}),
    ...(token === 'plus' ? { symbol: '+' as const } : {}),
  };
}

const ordinal = (number: string) => ({ 1: 'st', 2: 'nd', 3: 'rd' })[number] ?? 'th';

/** The brand that a word names, allowing for one typing error. */
export function matchBrand(word: string): Category | undefined {
  const name = Object.keys(brandNames).find(
    (known) => known === word || (word.length > 4 && isWithinOneEdit(word, known)),
  );
  return name ? brandNames[name] : undefined;
}

/** Whether one insertion, deletion, substitution or transposition turns `a` into `b`. */
export function isWithinOneEdit(a: string, b: string): boolean {
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
