import type { liveEventTypes } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';

/** The channel of PostgreSQL's NOTIFY; the payload is the id of the user who has new events. */
export const liveChannel = 'redial_live';

/** What an event says, without its id. */
export interface LiveMessage {
  readonly type: (typeof liveEventTypes)[number];
}

/** Users to signal once a transaction has committed. Transactions that are not here signal by NOTIFY. */
const signalled = new WeakMap<Executor, Set<string>>();

/**
 * Has the transactions of a database signal through something else than NOTIFY, once each has committed.
 *
 * @param send called with the ids of the users who have new events.
 */
export function signalAfterCommit(db: Database, send: (userIds: readonly string[]) => void): void {
  const transaction = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const userIds = new Set<string>();
    const result = await transaction((tx) => {
      signalled.set(tx, userIds);
      return work(tx);
    }, config);
    if (userIds.size > 0) send([...userIds]);
    return result;
  };
}

/**
 * Publishes a live event to users, in the transaction of the change: it is stored and signalled if
 * that commits. Locks a row of each user until then, in the order of their ids; so it belongs at the
 * end of a transaction.
 */
export async function publishLive(
  tx: Executor,
  userIds: readonly string[],
  { type }: LiveMessage,
): Promise<void> {
  if (userIds.length === 0) return;
  const recipients = [...new Set(userIds)].sort();
  const afterCommit = signalled.get(tx);
  const signal = afterCommit
    ? sql`select from events`
    : sql`select pg_notify(${liveChannel}, user_id::text) from events`;
  await tx.execute(sql`
    with recipients as (
      select id from unnest(${sql.param(recipients)}::uuid[]) as id order by id
    ),
    cursors as (
      insert into live_cursors as cursor (user_id, last_id) select id, 1 from recipients
      on conflict (user_id) do update set last_id = cursor.last_id + 1
      returning user_id, last_id
    ),
    events as (
      insert into live_events (user_id, id, type) select user_id, last_id, ${type} from cursors
      returning user_id
    )
    ${signal}`);
  for (const userId of recipients) afterCommit?.add(userId);
}
