import {
  type AnyNotificationKind,
  defaultDelivery,
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationKinds,
  notificationKindTexts,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { notificationSettings } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/** Returns how the kinds that concern the caller's role are delivered. */
export async function getSettings(
  { db }: { db: Executor },
  user: Pick<User, 'id' | 'role' | 'staffRole'>,
): Promise<NotificationSettings> {
  const rows = await db
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, user.id));
  return {
    kinds: notificationKinds
      .filter((kind) => concerns(kind, user))
      .map((kind) => {
        const { inApp, mail, push } = rows.find((row) => row.kind === kind) ?? defaultDelivery;
        return { kind, inApp, mail, push };
      }),
  };
}

/**
 * Changes the settings of the kinds that are named; the last one wins if a kind is named twice.
 *
 * @returns the settings as they are then.
 */
export function changeSettings(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { kinds }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  return inTransaction(db, async (tx) => {
    for (const { kind, ...chosen } of kinds) {
      await tx
        .insert(notificationSettings)
        .values({ userId: actor.id, kind, ...chosen })
        .onConflictDoUpdate({
          target: [notificationSettings.userId, notificationSettings.kind],
          set: { ...chosen, changedAt: sql`now()` },
        });
    }
    return getSettings({ db: tx }, actor);
  });
}

/** Whether somebody with a role gets a kind. */
export const concerns = (
  kind: AnyNotificationKind,
  { role, staffRole }: Pick<User, 'role' | 'staffRole'>,
): boolean => notificationKindTexts[kind].roles.some((one) => one === role || one === staffRole);
