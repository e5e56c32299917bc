import { ECDH } from 'node:crypto';
import { maxPushSubscriptions, type PushSubscriptions } from '@redial/contract';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { pushSubscriptions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { listPushSubscriptions } from './list-push-subscriptions.ts';

/**
 * Has the caller's notifications shown by a browser, until the session of the request ends. A browser
 * belongs to the user who subscribed it last; beyond the maximum, the least used one of the caller is dropped.
 *
 * @throws Problem `push.service-refused`, `push.keys-invalid`
 */
export async function putPushSubscription(
  { db, push }: Pick<Deps, 'db' | 'push'>,
  actor: User,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<PushSubscriptions> {
  if (!push?.accepts(endpoint)) throw new Problem('push.service-refused');
  if (!isPoint(keys.p256dh)) throw new Problem('push.keys-invalid');
  return inTransaction(db, async (tx) => {
    // Serializes the calls of a user, so that two at once do not exceed the maximum.
    await lockActiveUser(tx, actor, 'no key update');
    const values = {
      userId: actor.id,
      sessionId: actor.sessionId ?? null,
      p256dh: keys.p256dh,
      auth: keys.auth,
      serverKey: push.publicKey,
    };
    await tx
      .insert(pushSubscriptions)
      .values({ id: newId(), endpoint, ...values })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { ...values, usedAt: sql`now()` },
      });
    await dropLeastUsed(tx, actor.id);
    return listPushSubscriptions({ db: tx, push }, actor);
  });
}

async function dropLeastUsed(tx: Transaction, userId: string): Promise<void> {
  const own = eq(pushSubscriptions.userId, userId);
  const excess = (await tx.$count(pushSubscriptions, own)) - maxPushSubscriptions;
  if (excess <= 0) return;
  const oldest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(own)
    .orderBy(asc(pushSubscriptions.usedAt), asc(pushSubscriptions.id))
    .limit(excess);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest));
}

/** Whether a key is a point of the curve: otherwise no message could be encrypted for it. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}
