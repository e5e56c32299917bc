import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('only fields that differ are sent, also those that became empty', () => {
  const before = { price: 300, text: 'Good', colour: 'Blue', tests: { nfc: 'pass' }, parts: {} };
  expect(changedFields(before, { ...before })).toEqual({});
  expect(
    changedFields<object>(before, {
      ...before,
      text: '',
      colour: null,
      tests: { nfc: 'fail' },
      parts: {},
    }),
  ).toEqual({ text: '', colour: null, tests: { nfc: 'fail' } });
});
