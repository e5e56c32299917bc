import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a description of 100 characters is shown whole', () => {
  const text = 'a'.repeat(100);

  expect(truncate(text)).toBe(text);
});

test('a longer description is cut at 100 characters and gets an ellipsis', () => {
  expect(truncate('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
});

test('no space stands before the ellipsis', () => {
  expect(truncate(`${'a'.repeat(99)} and more`)).toBe(`${'a'.repeat(99)}…`);
});

test('an accent that is a character of its own stays with its letter', () => {
  const last = 'e\u0301';

  expect(truncate(`${'a'.repeat(99)}${last} and more`)).toBe(`${'a'.repeat(99)}${last}…`);
});

test('what people see as one character is never cut in half', () => {
  const family = '👨‍👩‍👧‍👦';

  expect(truncate(family.repeat(101))).toBe(`${family.repeat(100)}…`);
  expect(truncate(family.repeat(100))).toBe(family.repeat(100));
});
