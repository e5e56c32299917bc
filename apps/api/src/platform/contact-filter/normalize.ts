/** A text in plain lower-case ASCII where possible, with the place of each character in the original. */
export interface NormalizedText {
  readonly text: string;
  /** Start and end in the original of the character at each index. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Zeros of the decimal digits that NFKD does not decompose (Unicode 17, general category Nd). */
const digitZeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0,
  0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40,
  0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da,
  0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60,
  0x16ac0, 0x16b50, 0x16d70, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
];

/**
 * Cyrillic, Greek and Cherokee letters that look like Latin ones, Latin ones with a stroke or without a dot
 * (Unicode TR 39, confusables), small capitals, the ideographic full stop, slashes and colons of
 * mathematics, zeros in circles, and Chinese digits.
 */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
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
  ꭱ: 'r',
  ꮢ: 'r',
  ɍ: 'r',
  ı: 'i',
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
  '。': '.',
  '⁄': '/',
  '∕': '/',
  '∶': ':',
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
  if (code < 0x80) return character.toLowerCase();
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
