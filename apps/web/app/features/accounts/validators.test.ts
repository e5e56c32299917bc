import { expect, test } from 'vitest';
import { tidyName, validateName } from './validators.ts';

test.each(['Ann Lee', ' Ann ', 'Ann\tLee', 'Ann\u2028Lee', '\u738b\u82b3', 'A\u0301nn'])(
  'the name %j can be sent',
  (name) => {
    expect(validateName(name)).toBe(true);
    expect(tidyName(name)).not.toMatch(/^\s|[\t\u2028]|\s$/);
  },
);

test.each(['', ' \t', '\u200b', '\u3164'])('the name %j is missing', (name) => {
  expect(validateName(name)).toBe('Please tell us your name');
});

test.each(['eeL\u202e nnA', 'Ann\u0007', `A${'\u0301'.repeat(9)}nn`])(
  'the name %j, which the provider refuses, is not sent',
  (name) => {
    expect(validateName(name)).toBe('Please use the letters of your name only');
  },
);
