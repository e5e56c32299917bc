import type { OrderDetails } from '@redial/contract';
import { expect, test } from 'vitest';
import { possibleReasons } from './possible-reasons.ts';

type Event = OrderDetails['timeline'][number];

const event = (kind: Event['kind'], actor: Event['actor']): Event => ({
  kind,
  actor,
  at: '2026-11-26T14:00:00.000Z',
  details: {},
});

test('before a phone has arrived, it can only be reported as not received', () => {
  const timeline = [event('order.shipped', 'seller')];
  expect(possibleReasons({ state: 'in_transit', timeline })).toEqual(['not-received']);
});

test('a phone that the buyer has cannot be reported as not received', () => {
  for (const received of [event('order.received', 'buyer'), event('order.handed-over', 'buyer')]) {
    const reasons = possibleReasons({ state: 'delivered', timeline: [received] });
    expect(reasons).toContain('not-as-described');
    expect(reasons).not.toContain('not-received');
  }
});

test('a phone that the clock marked as received can be reported for every reason', () => {
  const timeline = [event('order.received', 'system')];
  const reasons = possibleReasons({ state: 'delivered', timeline });
  expect(reasons).toContain('not-received');
  expect(reasons).toContain('counterfeit');
});
