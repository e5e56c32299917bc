import { expect, test } from 'vitest';
import { compareHref, parseComparedIds } from './compare-store.ts';

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`;

test('the ids of a comparison are valid, distinct, and four at most', () => {
  const text = [id(1), id(2), id(1), 'x', '', id(3), id(4), id(5)].join(',');
  expect(parseComparedIds(text)).toEqual([1, 2, 3, 4].map(id));
  expect(parseComparedIds(null)).toEqual([]);
  expect(parseComparedIds("'; drop")).toEqual([]);
});

test('the URL of a comparison has the ids, and whether only differences are shown', () => {
  expect(compareHref([id(1), id(2)])).toBe(`/compare?ids=${id(1)}%2C${id(2)}`);
  expect(compareHref([id(1)], true)).toMatch(/&differences=true$/);
});
