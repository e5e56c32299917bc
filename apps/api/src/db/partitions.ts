import { sql } from 'drizzle-orm';
import type { Executor } from './client.ts';

/**
 * The tables that are partitioned by time, with the column, and how many partitions are created ahead.
 * The function `partition_step` of the database knows what a partition spans; a test compares them.
 */
export const partitionedTables = {
  live_events: { timeColumn: 'at', ahead: 3 },
  domain_events: { timeColumn: 'occurred_at', ahead: 2 },
  notifications: { timeColumn: 'created_at', ahead: 2 },
} as const;
export type PartitionedTable = keyof typeof partitionedTables;

/**
 * Creates the partitions of all partitioned tables for `now` and the time after it. Rows for which no
 * partition existed are in the default partition, and move to theirs.
 *
 * @returns the number of created partitions.
 */
export async function createPartitions(db: Pick<Executor, 'execute'>, now: Date): Promise<number> {
  let created = 0;
  for (const [table, { ahead }] of Object.entries(partitionedTables)) {
    // A transaction for each, so that the locks of one table are not held for the next one.
    const { rows } = await db.execute<{ created: number }>(
      sql`select create_partitions(${table}, ${now.toISOString()}, ${ahead}::integer) as created`,
    );
    created += rows[0]?.created ?? 0;
  }
  return created;
}

/**
 * Drops the partitions of which all rows are older than `before`, and deletes such rows of partitions
 * without a beginning.
 *
 * @returns the number of dropped partitions and deleted rows.
 */
export async function dropPartitions(
  db: Pick<Executor, 'execute'>,
  table: PartitionedTable,
  before: Date,
): Promise<number> {
  const { rows } = await db.execute<{ changed: string }>(
    sql`select drop_partitions(${table}, ${before.toISOString()}) as changed`,
  );
  return Number(rows[0]?.changed ?? 0);
}
