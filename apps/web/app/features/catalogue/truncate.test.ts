import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a description of 100 characters is not truncated', () => {
  const text = 'a'.repeat(100);

  expect(truncate(text)).toBe(text);
});

test('a longer description is truncated to 100 characters plus an ellipsis', () => {
  expect(truncate('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
});

test('there is no space before the ellipsis', () => {
  expect(truncate(`${'a'.repeat(99)} and more`)).toBe(`${'a'.repeat(99)}…`);
});

test('a combining accent stays with its letter', () => {
  const last = 'e\u0301';

  expect(truncate(`${'a'.repeat(99)}${last} and more`)).toBe(`${'a'.repeat(99)}${last}…`);
});

test('a grapheme cluster is never split', () => {
  const family = '👨‍👩‍👧‍👦';

  expect(truncate(family.repeat(101))).toBe(`${family.repeat(100)}…`);
  expect(truncate(family.repeat(100))).toBe(family.repeat(100));
});
