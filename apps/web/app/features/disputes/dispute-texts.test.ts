import { expect, test } from 'vitest';
import { describeResolution } from './dispute-texts.ts';

test('a resolution says what the buyer gets back', () => {
  const amounts = { price: 389, refunded: 0 };
  expect(describeResolution('full-refund', null, amounts)).toBe(
    'Full refund: the buyer gets everything back',
  );
  expect(describeResolution('partial-refund', 60, amounts)).toBe(
    'Partial refund: the buyer keeps the phone and gets $60 back',
  );
  expect(describeResolution('release', null, amounts)).toBe('No refund: the seller is paid');
});

test('what a bank gave back before is no part of what is offered now', () => {
  const amounts = { price: 389, refunded: 100.1 };
  expect(describeResolution('full-refund', null, amounts)).toBe(
    'Full refund: the buyer gets the other $288.90 back',
  );
  expect(describeResolution('return-and-refund', null, amounts)).toContain(
    'then the buyer gets the other $288.90 back',
  );
  expect(describeResolution('partial-refund', 150.1, amounts)).toBe(
    'Partial refund: the buyer keeps the phone and gets another $50 back, besides the $100.10 from before',
  );
  // It was proposed before the bank decided.
  expect(describeResolution('partial-refund', 60, amounts)).toBe(
    'Partial refund: the buyer keeps the phone and the $100.10 from before',
  );
  expect(describeResolution('release', null, amounts)).toBe(
    'No further refund: the seller is paid the rest',
  );
});
