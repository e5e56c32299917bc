import { and, asc, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';

export interface DeadLetter {
  readonly id: number;
  readonly kind: string;
  readonly attempts: number;
  readonly deadAt: Date | null;
  readonly lastError: string | null;
}

const isDead = and(isNotNull(outbox.deadAt), isNull(outbox.doneAt));

/** The outbox messages that were given up after too many failed attempts, oldest first. */
export function listDeadLetters({ db }: Pick<Deps, 'db'>): Promise<DeadLetter[]> {
  return db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      attempts: outbox.attempts,
      deadAt: outbox.deadAt,
      lastError: outbox.lastError,
    })
    .from(outbox)
    .where(isDead)
    .orderBy(asc(outbox.deadAt), asc(outbox.id));
}

/**
 * Makes dead letters due again, with all their attempts.
 *
 * @param ids which ones; all of them by default.
 * @returns how many.
 */
export async function retryDeadLetters(
  { db }: Pick<Deps, 'db'>,
  ids?: readonly number[],
): Promise<number> {
  const retried = await db
    .update(outbox)
    .set({ deadAt: null, attempts: 0, dueAt: sql`now()` })
    .where(and(isDead, ids && inArray(outbox.id, [...ids])))
    .returning({ id: outbox.id });
  return retried.length;
}
