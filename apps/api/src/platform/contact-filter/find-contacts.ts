import { contactPlaceholder } from '@redial/contract';
import { LRUCache } from 'lru-cache';
import { findAddresses } from './find-addresses.ts';
import { findBankAccounts, findNumbers } from './find-numbers.ts';
import type { ContactKind, Finding } from './finding.ts';
import { joinLetters, normalize } from './normalize.ts';

/** A text as it is shown: contact data is replaced. */
export interface FilteredText {
  readonly text: string;
  /** The kinds that were replaced; empty if the text is unchanged. */
  readonly hidden: readonly ContactKind[];
}

/** Text that is shown from right to left, whatever its letters: addresses in it are written backwards. */
const reversed = /\u202e[^\u202c\n]+/gu;

/** Longer texts are judged in part; the rest is replaced. */
const maxLength = 10_000;

/**
 * Finds contact data in a text, also where it is written so that a machine shall not find it. It is
 * tuned so that descriptions of phones, prices, dates and meetings stay.
 *
 * @param text at most 10,000 characters; nothing behind them is judged.
 * @returns the places in the text, in order and without overlaps.
 */
export function findContacts(text: string): readonly Finding[] {
  const plain = normalize(text.slice(0, maxLength));
  const joined = joinLetters(plain);
  const found = [
    ...[
      ...findNumbers(plain.text),
      ...findBankAccounts(plain.text),
      ...findAddresses(plain.text),
    ].map((finding) => ({ finding, source: plain })),
    ...(joined === plain ? [] : findAddresses(joined.text)).map((finding) => ({
      finding,
      source: joined,
    })),
  ].map(
    ({ finding: { kind, start, end }, source }): Finding => ({
      kind,
      start: source.starts[start] ?? 0,
      end: source.ends[end - 1] ?? 0,
    }),
  );
  for (const { 0: backwards, index } of text.slice(0, maxLength).matchAll(reversed)) {
    found.push({ kind: 'link', start: index, end: index + backwards.length });
  }
  return mergeOverlaps(found);
}

function mergeOverlaps(found: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && one.start < last.end) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, one.end) };
    } else merged.push(one);
  }
  return merged;
}

/** Messages of a sender that are judged together: a number may be spread over them. */
const windowSize = 3;

/**
 * Replaces contact data in consecutive texts of one sender, oldest first. Each is judged alone, and
 * together with up to two before and after it. A pure function, to be applied when a text is read: what
 * is stored stays as it was written, and is shown whole once its reader may see it.
 */
export function hideContacts(texts: readonly string[]): readonly FilteredText[] {
  const found: Finding[][] = texts.map((text) => [...findContacts(text)]);
  for (let first = 0; first < texts.length - 1; first++) {
    for (let size = 2; size <= Math.min(windowSize, texts.length - first); size++) {
      // Nothing spans a long text; it may end with the beginning of a number, or begin with its end.
      if (size > 2 && isLong(texts[first + size - 2])) break;
      addFindings(found, toParts(texts, first, size));
    }
  }
  return texts.map((text, i) => replaceFindings(text, mergeOverlaps(found[i] ?? [])));
}

/** Names and other short texts that are shown often. */
const shownTexts = new LRUCache<string, string>({ max: 10_000 });

/** Replaces contact data in a single text. Those of up to 200 characters are remembered. */
export function hideContactsIn(text: string): string {
  if (text.length > maxPartLength) return hideContacts([text])[0]?.text ?? text;
  const known = shownTexts.get(text);
  if (known !== undefined) return known;
  const shown = hideContacts([text])[0]?.text ?? text;
  shownTexts.set(text, shown);
  return shown;
}

/** Up to this many characters, a message is judged whole with those beside it. */
const maxPartLength = 200;

const isLong = (text = '') => text.length > maxPartLength;

/** A message, or its end or beginning, that is judged together with others. */
interface Part {
  readonly text: string;
  /** The message, and where the part begins in it. */
  readonly index: number;
  readonly at: number;
  readonly isCut: boolean;
}

/** Consecutive messages: of a long one, the end if it is the first, else the beginning. */
function toParts(texts: readonly string[], first: number, size: number): readonly Part[] {
  return texts.slice(first, first + size).map((text, i) => {
    const at = i === 0 ? Math.max(0, text.length - maxPartLength) : 0;
    return {
      text: text.slice(at, at + maxPartLength),
      index: first + i,
      at,
      isCut: isLong(text),
    };
  });
}

/** Adds what is found across messages to each of them. */
function addFindings(found: Finding[][], parts: readonly Part[]): void {
  for (const { kind, start, end } of findContacts(parts.map(({ text }) => text).join('\n'))) {
    const places: (Finding & Pick<Part, 'index' | 'isCut'>)[] = [];
    let offset = 0;
    for (const part of parts) {
      const from = Math.max(0, start - offset);
      const to = Math.min(part.text.length, end - offset);
      const { index, isCut, at } = part;
      if (from < to) places.push({ index, isCut, kind, start: at + from, end: at + to });
      offset += part.text.length + 1;
    }
    const [place] = places;
    // A message that was cut is judged whole by itself.
    if (places.length === 1 && place?.isCut) continue;
    for (const { index, isCut: _, ...finding } of places) found[index]?.push(finding);
  }
}

function replaceFindings(text: string, findings: readonly Finding[]): FilteredText {
  let shown = '';
  let at = 0;
  for (const { start, end } of findings) {
    shown += text.slice(at, start) + contactPlaceholder;
    at = end;
  }
  return {
    text: shown + text.slice(at, maxLength),
    hidden: [...new Set(findings.map(({ kind }) => kind))],
  };
}
