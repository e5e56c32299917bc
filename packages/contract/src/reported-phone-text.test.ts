import { expect, test } from 'vitest';
import { type OrderState, orderStates } from './orders.ts';
import { reportedPhoneAdvice } from './reported-phone-text.ts';

const having = (part: string): OrderState[] =>
  orderStates.filter((state) => reportedPhoneAdvice(state)?.includes(part));

test('the advice about a reported phone is possible in the state of its order', () => {
  expect(having('Do not pay')).toEqual(['unpaid']);
  expect(having('ask for a cancellation')).toEqual(['paid']);
  expect(having('open a dispute')).toEqual(['in_transit', 'delivered']);
  expect(having('your money stays')).toEqual([
    'paid',
    'in_transit',
    'delivered',
    'disputed',
    'returning',
  ]);
  expect(orderStates.filter((state) => reportedPhoneAdvice(state) === undefined)).toEqual([
    'completed',
    'refunded',
    'cancelled',
    'expired',
  ]);
});
