import type { Notification } from '@redial/contract';
import { expect, test } from 'vitest';
import { groupNotifications } from './group-notifications.ts';

const notification = (_id: number, subject: string | null): Notification => ({
  _id,
  kind: 'orders',
  title: `Number ${_id}`,
  text: 'It happened.',
  path: '/dashboard/myorders',
  subject: subject === null ? null : { type: 'order', id: subject, title: `Phone ${subject}` },
  at: '2026-11-22T14:00:00.000Z',
  readAt: null,
});

test('notifications about one order stand together where the newest is', () => {
  const groups = groupNotifications([
    notification(5, 'a'),
    notification(4, 'b'),
    notification(3, 'a'),
    notification(2, null),
    notification(1, null),
  ]);
  const ids = groups.map(({ notifications }) => notifications.map(({ _id }) => _id));
  expect(ids).toEqual([[5, 3], [4], [2], [1]]);
  expect(groups.map(({ title }) => title)).toEqual(['Phone a', 'Phone b', undefined, undefined]);
});

test('there are no groups without notifications', () => {
  expect(groupNotifications([])).toEqual([]);
});
