import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../db/client.ts';

/** The words of a set of titles, which the sum of their ids identifies: ids are hashes of 64 bits. */
interface TitleWords {
  readonly titles: string;
  readonly words: readonly string[];
}
const known = new WeakMap<Executor, TitleWords>();

/**
 * The words of all titles, as full-text indexing has them, with the markers of brands (`=iphone`) and
 * symbols (`=+`). Some thousand titles have some hundred words. They are read again where there are
 * other titles than the last time.
 */
export async function readTitleWords(db: Executor): Promise<readonly string[]> {
  const last = known.get(db);
  const { rows } = await db.execute<{ titles: string; words: string[] | null }>(sql`
    select titles, case when titles is distinct from ${last?.titles ?? null}::text then
      array(select word from ts_stat('select words from product_titles')) end as words
    from (select coalesce(sum(id), 0)::text as titles from product_titles) each`);
  const { titles = '', words } = rows[0] ?? {};
  const current = { titles, words: words ?? last?.words ?? [] };
  known.set(db, current);
  return current.words;
}

/** What was found to be similar among the words of titles. */
const found = new WeakMap<readonly string[], LRUCache<string, readonly string[]>>();
const maxRemembered = 1000;

/**
 * The words that a misspelt one may stand for: those of similar spelling (`pg_trgm`).
 *
 * @param words as `readTitleWords` returns them. What is found for them is remembered.
 */
export async function findSimilarWords(
  db: Executor,
  misspelt: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const remembered =
    found.get(words) ?? new LRUCache<string, readonly string[]>({ max: maxRemembered });
  found.set(words, remembered);
  const similar = remembered.get(misspelt) ?? (await readSimilarWords(db, misspelt, words));
  remembered.set(misspelt, similar);
  return similar;
}

async function readSimilarWords(
  db: Executor,
  misspelt: string,
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from unnest(${sql.param(words.filter(isWritten))}::text[]) word
    where ${misspelt} <% word`);
  return rows.map(({ word }) => word);
}

/** Whether a word stands in a title, and is not a marker of its brand. */
const isWritten = (word: string): boolean => /^[\p{L}\p{N}]+$/u.test(word);
