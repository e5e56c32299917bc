import type { EndpointExamples } from '../example.ts';

export const overviewExamples = {
  getOverview: {
    tag: 'Moderation',
    description:
      'What waits, one item per kind, with the number of those that are late and since when the oldest waits. Moderators get what waits for moderators, support the disputes, admins everything, and how each job last ran on any server.',
    response: {
      at: '2026-11-22T14:00:00.000Z',
      items: [
        {
          name: 'moderation-queue',
          count: 1,
          overdue: 0,
          oldest: '2026-11-21T09:30:00.000Z',
        },
        { name: 'reported-messages', count: 0, overdue: 0, oldest: null },
        { name: 'appeals', count: 0, overdue: 0, oldest: null },
        { name: 'possession-proofs', count: 0, overdue: 0, oldest: null },
      ],
      jobs: [],
    },
  },
  getFigures: {
    tag: 'Moderation',
    description:
      'Days are in UTC; the last one is today, so far. Sales are payments of orders, fees what sellers paid. Moderators get sign-ups, listings and reports, support orders, refunds and disputes.',
    query: { days: '7' },
    response: {
      from: '2026-11-16',
      to: '2026-11-22',
      figures: [
        { name: 'sign-ups', unit: 'count', total: 1, days: [0, 0, 0, 0, 0, 0, 1] },
        { name: 'listings', unit: 'count', total: 1, days: [0, 0, 0, 0, 1, 0, 0] },
        { name: 'reports', unit: 'count', total: 1, days: [0, 0, 0, 0, 0, 1, 0] },
      ],
    },
  },
} as const satisfies EndpointExamples<'getOverview' | 'getFigures'>;
