import { expect, test } from 'vitest';
import {
  cardOf,
  cvcProblem,
  expiryProblem,
  groupExpiry,
  groupNumber,
  numberProblem,
  retype,
} from './card-fields.ts';

const now = Date.UTC(2026, 10, 21);

test('a card number stands in groups of four', () => {
  expect(groupNumber('42')).toBe('42');
  expect(groupNumber('4242')).toBe('4242');
  expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(groupNumber('4242-4242 42x')).toBe('4242 4242 42');
  expect(groupNumber('1'.repeat(25))).toHaveLength(23);
});

test.each([
  ['1', '1'],
  ['12', '12'],
  ['4', '04'],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['1/30', '01 / 30'],
  ['01/2030', '01 / 30'],
  ['012030', '01 / 30'],
  ['12 / 3', '12 / 3'],
  ['12 / 20', '12 / 20'],
  ['', ''],
])('the date %j is shown as %j', (typed, shown) => {
  expect(groupExpiry(typed)).toBe(shown);
});

test('typing on at the end keeps the caret there', () => {
  expect(retype(groupNumber, '4242', { text: '42424', caret: 5 })).toEqual({
    text: '4242 4',
    caret: 6,
  });
});

test('a digit put in the middle leaves the caret behind it', () => {
  expect(retype(groupNumber, '4242 4242', { text: '4299 42 4242', caret: 4 })).toEqual({
    text: '4299 4242 42',
    caret: 4,
  });
});

test('taking away a gap takes away the digit beside it', () => {
  const typed = { text: '42424', caret: 4 };
  expect(retype(groupNumber, '4242 4', typed, 'backward')).toEqual({ text: '4244', caret: 3 });
  expect(retype(groupNumber, '4242 4', typed, 'forward')).toEqual({ text: '4242', caret: 4 });
});

test('a mistyped card number is told from an incomplete one', () => {
  expect(numberProblem('4242 4242 4242 4242')).toBeUndefined();
  expect(numberProblem('4242 4242 4242 4241')).toBe(
    'The card number is not right: check its digits',
  );
  expect(numberProblem('4242 42')).toBe('The card number is incomplete');
  expect(numberProblem(' ')).toBe('Enter the card number');
});

test('a card holds to the end of its month', () => {
  expect(expiryProblem('11 / 26', now)).toBeUndefined();
  expect(expiryProblem('10 / 26', now)).toBe('The card has expired');
  expect(expiryProblem('12 / 25', now)).toBe('The card has expired');
  expect(expiryProblem('01 / 27', now)).toBeUndefined();
});

test.each(['', '1', '13 / 30', '00 / 30', '12 / 3'])('%j is no date', (expiry) => {
  expect(expiryProblem(expiry, now)).toBe('Enter MM / YY');
});

test('a security code has 3 or 4 digits', () => {
  expect(cvcProblem('123')).toBeUndefined();
  expect(cvcProblem('1234')).toBeUndefined();
  expect(cvcProblem('12')).toBeDefined();
  expect(cvcProblem('12a')).toBeDefined();
});

test('the card is sent as digits, month and whole year', () => {
  expect(cardOf({ number: '4242 4242 4242 4242', expiry: '01 / 30', cvc: '123' })).toEqual({
    number: '4242424242424242',
    expMonth: 1,
    expYear: 2030,
    cvc: '123',
  });
});
