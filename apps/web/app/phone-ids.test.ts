import { expect, test } from 'vitest';
import { parsePhoneIds } from './phone-ids.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('of a list of ids, the valid ones remain, each once, in their order, as many as allowed', () => {
  const text = [id(1), 'x', id(2), '', id(1), "'; drop", id(3).toUpperCase(), id(4)].join(',');
  expect(parsePhoneIds(text, 10)).toEqual([id(1), id(2), id(4)]);
  expect(parsePhoneIds(text, 2)).toEqual([id(1), id(2)]);
  expect(parsePhoneIds(null, 10)).toEqual([]);
  expect(parsePhoneIds('{"ids":[]}', 10)).toEqual([]);
});
