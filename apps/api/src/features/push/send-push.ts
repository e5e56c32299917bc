import { eq, sql } from 'drizzle-orm';
import { pushSubscriptions, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { active } from '../../platform/users.ts';
import type { PushSender } from '../../ports/push-sender.ts';

/** News older than this is not shown any more; push services store it no longer either. */
const maxAgeSeconds = 24 * 3600;

/**
 * Sends a notification to a browser. A subscription that has ended is deleted: the browser's push service
 * says so, its session is over, or our key is another one now.
 *
 * @throws if the push service cannot be reached; the outbox repeats it.
 */
export async function sendPush(
  deps: Pick<Deps, 'db' | 'identity' | 'push' | 'clock' | 'log'>,
  { subscriptionId, at, title, text, path, tag }: DomainEventOf<'push.due'>,
): Promise<void> {
  const { db, push, clock, log } = deps;
  const ttlSeconds = maxAgeSeconds - Math.floor((clock.now().getTime() - Date.parse(at)) / 1000);
  if (!push || ttlSeconds <= 0) return;
  const ofBrowser = eq(pushSubscriptions.id, subscriptionId);
  const [target] = await db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      serverKey: pushSubscriptions.serverKey,
      sessionId: pushSubscriptions.sessionId,
      uid: users.identityUid,
      isActive: sql<boolean>`${active}`,
    })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(ofBrowser);
  if (!target) return;
  if (!(await isCurrent({ ...deps, push }, target))) {
    await db.delete(pushSubscriptions).where(ofBrowser);
    return;
  }
  const payload = JSON.stringify({ title, text, path, tag });
  const outcome = await push.send(target, { payload, ttlSeconds });
  if (outcome === 'gone') await db.delete(pushSubscriptions).where(ofBrowser);
  if (outcome === 'sent') {
    await db.update(pushSubscriptions).set({ usedAt: sql`now()` }).where(ofBrowser);
  }
  if (outcome === 'refused') log.warn({ subscriptionId }, 'a push service refused a notification');
}

/** Whether a subscription still works: for the account, in its session, with our key, at a known service. */
const isCurrent = async (
  { identity, push }: { identity: Deps['identity']; push: PushSender },
  target: {
    isActive: boolean;
    serverKey: string;
    endpoint: string;
    uid: string;
    sessionId: string | null;
  },
): Promise<boolean> =>
  target.isActive &&
  target.serverKey === push.publicKey &&
  push.accepts(target.endpoint) &&
  (await identity.isSessionActive({ uid: target.uid, sessionId: target.sessionId ?? undefined }));
