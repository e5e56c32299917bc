/** A text in plain lower-case ASCII where possible, with the place of each character in the original. */
export interface NormalizedText {
  readonly text: string;
  /** Start and end in the original of the character at each index. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Zeros of the decimal digits that NFKD does not decompose (Unicode 17, general category Nd). */
const digitZeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810,
];

/**
 * Cyrillic and Greek letters that look like Latin ones (Unicode TR 39, confusables), the ideographic full
 * stop, zeros in circles, and Chinese digits.
 */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ο: 'o',
  ν: 'v',
  ρ: 'p',
  ι: 'i',
  '。': '.',
  '⓿': '0',
  '🄋': '0',
  '🄌': '0',
  〇: '0',
  零: '0',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
}; // prettier-ignore

/** The first of the digits 1 to 9 in double, black, plain and black sans-serif circles. */
const circledOnes = [0x24f5, 0x2776, 0x2780, 0x278a];

/** Invisible characters, marks (accents, key caps) and variation selectors. */
const ignored = /[\p{Cf}\p{M}\u115f\u1160\u3164]/u;

function normalizeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = digitZeros.find((one) => code >= one && code < one + 10);
  if (zero !== undefined) return String(code - zero);
  const one = circledOnes.find((first) => code >= first && code < first + 9);
  if (one !== undefined) return String(code - one + 1);
  return [...character.normalize('NFKD').toLowerCase()]
    .filter((part) => !ignored.test(part))
    .map((part) => lookalikes[part] ?? part)
    .join('');
}

/** Undoes what hides characters from a machine but not from a person. */
export function normalize(original: string): NormalizedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of original) {
    const plain = normalizeCharacter(character);
    text += plain;
    for (let n = 0; n < plain.length; n++) {
      starts.push(at);
      ends.push(at + character.length);
    }
    at += character.length;
  }
  return { text, starts, ends };
}

/** Words that are written letter by letter: "g m a i l". */
const spacedWord = /(?<![a-z0-9])(?:[a-z][ .\-_*]){3,}[a-z](?![a-z0-9])/g;

/** Joins words that are written letter by letter. */
export function joinLetters({ text, starts, ends }: NormalizedText): NormalizedText {
  const left = new Set<number>();
  for (const { 0: found, index } of text.matchAll(spacedWord)) {
    for (let n = 1; n < found.length; n += 2) left.add(index + n);
  }
  if (left.size === 0) return { text, starts, ends };
  const isKept = (_: unknown, n: number) => !left.has(n);
  return {
    text: [...Array(text.length).keys()]
      .filter((n) => !left.has(n))
      .map((n) => text[n])
      .join(''),
    starts: starts.filter(isKept),
    ends: ends.filter(isKept),
  };
}
