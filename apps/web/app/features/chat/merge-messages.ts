import type { Message } from '@redial/contract';

/**
 * Merges a page of messages into those that are known. A message that both contain is taken from the
 * page: its text can have changed, because contact data is judged over several messages.
 *
 * @returns all of them by number.
 */
export function mergeMessages(
  known: readonly Message[],
  page: readonly Message[],
): readonly Message[] {
  const all = new Map([...known, ...page].map((message) => [message.number, message]));
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/**
 * Finds the first number after which messages are missing between those that are known and a newer
 * page.
 *
 * @returns the number of the last message before the gap; undefined without one.
 */
export function findGap(known: readonly Message[], page: readonly Message[]): number | undefined {
  const last = known.at(-1)?.number;
  const first = page[0]?.number;
  return last !== undefined && first !== undefined && first > last + 1 ? last : undefined;
}
