import { expect, test } from 'vitest';
import { parseStoredIds } from './stored-ids.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('stored favourites are valid ids, each once, fifty at most', () => {
  expect(parseStoredIds(null)).toEqual([]);
  expect(parseStoredIds(`${id(1)},nonsense,,${id(2)},${id(1)}`)).toEqual([id(1), id(2)]);
  const many = Array.from({ length: 60 }, (_, n) => id(n));
  expect(parseStoredIds(many.join(','))).toEqual(many.slice(0, 50));
});
