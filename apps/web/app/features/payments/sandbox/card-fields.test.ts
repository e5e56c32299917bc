import { expect, test } from 'vitest';
import {
  formatCardNumber,
  formatExpiry,
  reformatInput,
  toNewCard,
  validateCardNumber,
  validateCvc,
  validateExpiry,
} from './card-fields.ts';

const now = Date.UTC(2026, 10, 21);

test('a card number is formatted in groups of four', () => {
  expect(formatCardNumber('42')).toBe('42');
  expect(formatCardNumber('4242')).toBe('4242');
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('4242-4242 42x')).toBe('4242 4242 42');
  expect(formatCardNumber('1'.repeat(25))).toHaveLength(23);
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
])('the expiry date %j is formatted as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test('typing at the end keeps the caret at the end', () => {
  expect(reformatInput(formatCardNumber, '4242', { text: '42424', caret: 5 })).toEqual({
    text: '4242 4',
    caret: 6,
  });
});

test('inserting a digit in the middle keeps the caret after it', () => {
  expect(reformatInput(formatCardNumber, '4242 4242', { text: '4299 42 4242', caret: 4 })).toEqual({
    text: '4299 4242 42',
    caret: 4,
  });
});

test('deleting a separator deletes the adjacent digit', () => {
  const typed = { text: '42424', caret: 4 };
  expect(reformatInput(formatCardNumber, '4242 4', typed, 'backward')).toEqual({
    text: '4244',
    caret: 3,
  });
  expect(reformatInput(formatCardNumber, '4242 4', typed, 'forward')).toEqual({
    text: '4242',
    caret: 4,
  });
});

test('an invalid card number and an incomplete one have different messages', () => {
  expect(validateCardNumber('4242 4242 4242 4242')).toBeUndefined();
  expect(validateCardNumber('4242 4242 4242 4241')).toBe(
    'The card number is not right: check its digits',
  );
  expect(validateCardNumber('4242 42')).toBe('The card number is incomplete');
  expect(validateCardNumber(' ')).toBe('Enter the card number');
});

test('a card is valid until the end of its expiry month', () => {
  expect(validateExpiry('11 / 26', now)).toBeUndefined();
  expect(validateExpiry('10 / 26', now)).toBe('The card has expired');
  expect(validateExpiry('12 / 25', now)).toBe('The card has expired');
  expect(validateExpiry('01 / 27', now)).toBeUndefined();
});

test.each(['', '1', '13 / 30', '00 / 30', '12 / 3'])('%j is not a valid expiry date', (expiry) => {
  expect(validateExpiry(expiry, now)).toBe('Enter MM / YY');
});

test('a security code has 3 or 4 digits', () => {
  expect(validateCvc('123')).toBeUndefined();
  expect(validateCvc('1234')).toBeUndefined();
  expect(validateCvc('12')).toBeDefined();
  expect(validateCvc('12a')).toBeDefined();
});

test('the request has digits only, the month, and a four-digit year', () => {
  expect(toNewCard({ number: '4242 4242 4242 4242', expiry: '01 / 30', cvc: '123' })).toEqual({
    number: '4242424242424242',
    expMonth: 1,
    expYear: 2030,
    cvc: '123',
  });
});
