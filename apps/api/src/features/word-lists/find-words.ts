import type { WordList } from '@redial/contract';
import AhoCorasick from 'modern-ahocorasick';
import { foldText } from './fold-text.ts';

/** A phrase as the search needs it. */
export interface SearchedWord {
  readonly list: WordList;
  readonly phrase: string;
  readonly folded: string;
  readonly weight: number;
  readonly holds: boolean;
}

export interface FoundWord<Word extends SearchedWord> {
  readonly word: Word;
  /** As it was written. */
  readonly found: string;
}

/** A search for many phrases at once; its time does not depend on how many there are. */
export type WordSearch<Word extends SearchedWord> = (text: string) => readonly FoundWord<Word>[];

/** Builds the search. It takes longer than a search, so it is worth keeping. */
export function createWordSearch<Word extends SearchedWord>(
  words: readonly Word[],
): WordSearch<Word> {
  const matcher = new AhoCorasick<Word>(
    words.map((word) => ({ pattern: word.folded, data: word })),
  );
  return (original) => {
    const folded = foldText(original);
    const found = new Map<Word, FoundWord<Word>>();
    for (const { start, end, data: word } of matcher.search(folded.text)) {
      // Whole words: "scam" is not in "scampi", nor at the end of one word and the beginning of the next.
      if (!word || found.has(word) || !folded.begins[start] || !folded.closes[end - 1]) continue;
      const written = original.slice(folded.starts[start] ?? 0, folded.ends[end - 1] ?? 0);
      found.set(word, { word, found: written.slice(0, maxFound) });
    }
    return [...found.values()];
  };
}

/** What is kept of a place where letters are far apart. */
const maxFound = 120;
