import type { Database } from '../../db/client.ts';
import { dropPartitions } from '../../db/partitions.ts';

/**
 * Deletes live events of days that ended before a time; readers who have missed some of them reload
 * everything.
 *
 * @returns the number of dropped partitions and deleted rows.
 */
export const purgeLiveEvents = (db: Database, before: Date): Promise<number> =>
  dropPartitions(db, 'live_events', before);
