import { expect, test } from 'vitest';
import { usedFor } from './used-for.ts';

test.each([
  ['3 years', 'used 3 years'],
  ['1 year', 'used 1 year'],
  ['0 years', 'used less than a year'],
  ['10 years', 'used 10 years'],
  ['1 years', 'used 1 year'],
  ['03 years', 'used 3 years'],
  ['two years', 'used two years'],
])('%j reads %j', (yearsOfUse, text) => {
  expect(usedFor(yearsOfUse)).toBe(text);
});
