import { expect, test } from 'vitest';
import {
  carrierCodeOf,
  carriers,
  isPostalItemNumber,
  isTrackingNumber,
  normalizeTrackingNumber,
  trackingUrlOf,
} from './carriers.ts';

test('the example of each carrier is one of its numbers', () => {
  for (const [code, { example }] of Object.entries(carriers)) {
    expect(isTrackingNumber(code as keyof typeof carriers, example), code).toBe(true);
  }
});

test('a wrong check digit is found', () => {
  expect(isTrackingNumber('ups', '1Z5R89390357567127')).toBe(true);
  expect(isTrackingNumber('ups', '1Z5R89390357567128')).toBe(false);
  expect(isPostalItemNumber('RR123456785CA')).toBe(true);
  expect(isPostalItemNumber('RR123456784CA')).toBe(false);
});

test('a number is normalized as it is typed on labels', () => {
  expect(normalizeTrackingNumber(' 1z 5r8-939 0357567127 ')).toBe('1Z5R89390357567127');
});

test('links contain nothing but the number', () => {
  expect(trackingUrlOf('ups', '1Z&x=<')).toBe('https://www.ups.com/track?tracknum=1Z%26x%3D%3C');
  expect(trackingUrlOf('other', '1234')).toBeUndefined();
  expect(isTrackingNumber('other', 'AB<12')).toBe(false);
});

test('a carrier is found by its name', () => {
  for (const [code, { name }] of Object.entries(carriers)) expect(carrierCodeOf(name)).toBe(code);
  expect(carrierCodeOf(' royal mail')).toBe('royal-mail');
  expect(carrierCodeOf('CTT')).toBe('other');
});
