import type { Notification } from '@redial/contract';

export interface NotificationGroup {
  readonly key: string;
  readonly title: string | undefined;
  /** Newest first; at least one. */
  readonly notifications: readonly [Notification, ...Notification[]];
}

/** Groups notifications by subject, in the order of their newest; those without one stand alone. */
export function groupNotifications(
  notifications: readonly Notification[],
): readonly NotificationGroup[] {
  const groups = Map.groupBy(notifications, ({ _id, subject }) =>
    subject ? `${subject.type}:${subject.id}` : `${_id}`,
  );
  return [...groups].flatMap(([key, [newest, ...earlier]]) =>
    newest ? [{ key, title: newest.subject?.title, notifications: [newest, ...earlier] }] : [],
  );
}
