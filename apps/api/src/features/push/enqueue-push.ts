import { eq, sql } from 'drizzle-orm';
import { prepareOnce } from '../../db/prepare-once.ts';
import { pushSubscriptions } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** Longer texts are cut: a push message has room for 3.9 kB, and a screen for less. */
const maxTextLength = 400;

/** A browser of a user, and the time of the transaction. */
interface PushTargetRow {
  readonly id: string;
  readonly at: string;
}

const targetsOfUser = prepareOnce((db) =>
  db
    .select({ id: pushSubscriptions.id, at: sql<string>`to_json(now()) #>> '{}'` })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, sql.placeholder('userId'))),
);

/** Lists the browsers to which notifications of a user are sent. */
export const listPushTargets = (
  tx: Transaction,
  userId: string,
): Promise<readonly PushTargetRow[]> => targetsOfUser(tx).execute({ userId });

/**
 * Sends a notification to browsers, once the transaction has committed: one event for each browser, so that
 * one whose push service is away does not repeat it in the others.
 *
 * @param message.tag a second notification with this tag replaces the first in a browser.
 */
export async function enqueuePush(
  tx: Transaction,
  browsers: readonly PushTargetRow[],
  { title, text, path, tag }: { title: string; text: string; path: string; tag: string },
): Promise<void> {
  const events = browsers.map(({ id, at }) => ({
    type: 'push.due' as const,
    subscriptionId: id,
    title: title.slice(0, maxTextLength),
    text: text.slice(0, maxTextLength),
    path,
    tag,
    at,
  }));
  await emit(tx, ...events);
}
