import { and, asc, gt, gte, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { auditEntries } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { toCsvLine } from '../../platform/csv.ts';
import { parsePeriod } from '../../platform/period.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { selectEntries, toAuditEntry } from './list-audit-entries.ts';
import { recordAction } from './record-action.ts';

/** Entries fetched at a time. */
const batchSize = 1000;

const header = [
  'id',
  'time',
  'action',
  'role',
  'actor',
  'target type',
  'target',
  'changes',
  'reason',
  'network',
] as const;

/**
 * Streams the entries of a period as CSV, oldest first, with ids instead of names. Memory use does not
 * depend on the length: entries are read in batches, which are consistent, since entries never change. That
 * it is exported is recorded first.
 *
 * @param input.from the first day, in UTC.
 * @param input.to the last day, in UTC.
 * @throws Problem `validation.failed` if the period ends before it begins.
 */
export async function exportAuditLog(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { from: string; to: string },
): Promise<AsyncIterable<string>> {
  const period = parsePeriod(input);
  await inTransaction(db, (tx) =>
    recordAction(tx, actor, {
      action: 'audit-log.exported',
      target: { type: 'audit-log', id: 'entries' },
      changes: { from: [null, input.from], to: [null, input.to] },
    }),
  );
  return streamEntries(db, period);
}

async function* streamEntries(
  db: Database,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<string> {
  yield toCsvLine(header);
  for (let after = 0; ; ) {
    const rows = await selectEntries(db)
      .where(and(gt(auditEntries.id, after), gte(auditEntries.at, from), lt(auditEntries.at, to)))
      .orderBy(asc(auditEntries.id))
      .limit(batchSize);
    yield rows.map((row) => toLine(row)).join('');
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.entry.id;
  }
}

function toLine(row: Parameters<typeof toAuditEntry>[0]): string {
  const { _id, at, action, actor, target, changes, reason, network } = toAuditEntry(row);
  const changed = changes.map(
    ({ field, before, after }) => `${field}: ${before ?? 'none'} > ${after ?? 'none'}`,
  );
  const who = [actor.role, actor._id ?? '', target.type, target._id];
  return toCsvLine([_id, at, action, ...who, changed.join('; '), reason ?? '', network ?? '']);
}
