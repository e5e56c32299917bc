import type { DataExport, PushSubscriptions } from '@redial/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { pushSubscriptions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/** Lists the caller's browsers that show notifications, those made last first. */
export async function listPushSubscriptions(
  { db, push }: { db: Executor; push?: Deps['push'] },
  actor: User,
): Promise<PushSubscriptions> {
  if (!push) return { publicKey: null, subscriptions: [] };
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.userId, actor.id), eq(pushSubscriptions.serverKey, push.publicKey)),
    )
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  return {
    publicKey: push.publicKey,
    subscriptions: rows.map(({ id, endpoint, createdAt }) => ({
      _id: id,
      endpoint,
      since: createdAt.toISOString(),
    })),
  };
}

/** Lists the subscriptions of somebody for the data export, without the keys: they are secrets of the browser. */
export async function listOwnPushData(
  db: Deps['db'],
  userId: string,
): Promise<Pick<DataExport, 'pushSubscriptions'>> {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(pushSubscriptions.createdAt);
  return {
    pushSubscriptions: rows.map(({ endpoint, createdAt, usedAt }) => ({
      endpoint,
      since: createdAt.toISOString(),
      lastUsedAt: usedAt.toISOString(),
    })),
  };
}
