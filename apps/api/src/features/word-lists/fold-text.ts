import { normalizeText } from '../../platform/contact-filter/index.ts';

/** A text as it is compared: letters and digits alone, with the places of the original. */
interface FoldedText {
  readonly text: string;
  /** Start and end in the original of the character at each index. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether a word begins or ends there. */
  readonly begins: readonly boolean[];
  readonly closes: readonly boolean[];
}

/** Digits and signs that stand for letters, and letters that look the same: one for each group. */
const standsFor: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
}; // prettier-ignore

/** Whether a character is part of a word, rather than between words. */
const isPart = (character: string): boolean =>
  /[\p{L}\p{N}]/u.test(character) || character in standsFor;

/**
 * Undoes case, accents, look-alikes of other alphabets, digits for letters, and whatever is between letters:
 * "P4y.P@l" and "p a y p a l" become the same. Phrases and texts are folded alike.
 */
export function foldText(original: string): FoldedText {
  const plain = normalizeText(original);
  const [starts, ends, begins, closes]: [number[], number[], boolean[], boolean[]] = [
    [],
    [],
    [],
    [],
  ];
  let text = '';
  for (let at = 0; at < plain.text.length; at++) {
    const character = plain.text[at] ?? '';
    if (!isPart(character)) continue;
    const isSign = !/[\p{L}\p{N}]/u.test(character);
    const previous = plain.text[at - 1] ?? ' ';
    const next = plain.text[at + 1] ?? ' ';
    // A sign at the end of a word is a sign: "scam!" has no i.
    if (isSign && !isPart(next)) continue;
    text += standsFor[character] ?? character;
    starts.push(plain.starts[at] ?? 0);
    ends.push(plain.ends[at] ?? 0);
    begins.push(!isPart(previous));
    closes.push(!isPart(next) || !/[\p{L}\p{N}]/u.test(next));
  }
  return { text, starts, ends, begins, closes };
}
