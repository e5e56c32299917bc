import type { OrderDetails } from '@redial/contract';
import { expect, test } from 'vitest';
import { describeEvent } from './timeline-texts.ts';

type Details = OrderDetails['timeline'][number]['details'];
const settled = (details: Details, actor: 'admin' | 'buyer' | 'system' = 'admin') =>
  describeEvent({ kind: 'order.dispute-resolved', actor, details }, 'buyer');

test.each<[Details, string]>([
  [{ kind: 'full-refund' }, 'Full refund'],
  [{ kind: 'partial-refund', refundCents: 6_050 }, 'Partial refund of $60.50'],
  [{ kind: 'return-and-refund' }, 'Return, then refund'],
  [{ kind: 'release' }, 'No refund: the seller is paid'],
])('the timeline says how a dispute was settled: %j', (details, text) => {
  expect(settled({ source: 'admin', ...details })).toBe(`by Redial · ${text}`);
});

test('an agreement is that of both, and the clock has no name', () => {
  const kind = 'full-refund';
  expect(settled({ source: 'agreement', kind }, 'buyer')).toBe(
    'agreed by buyer and seller · Full refund',
  );
  expect(settled({ source: 'clock', kind }, 'system')).toBe('Full refund');
  // Old events have no details.
  expect(settled({})).toBe('by Redial');
});

test('the timeline says who did what, with which parcel and for which reason', () => {
  const parcel = { carrier: 'ups', carrierName: 'UPS', trackingNumber: '1Z5R89390357567127' };
  const shipped = { kind: 'order.shipped', actor: 'seller', details: parcel } as const;
  expect(describeEvent(shipped, 'buyer')).toBe('by the seller · UPS 1Z5R89390357567127');
  expect(describeEvent(shipped, 'seller')).toBe('by you · UPS 1Z5R89390357567127');
  const details = { reason: 'not-available' };
  expect(describeEvent({ kind: 'order.sale-cancelled', actor: 'seller', details }, 'buyer')).toBe(
    'by the seller · I no longer have the phone',
  );
});
