import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePhotos, moveItem } from './merge-photos.ts';

const photo = (_id: string, alt = '') => ({ _id, alt, img: `/images/${_id}.jpg` });

test('an edited order is kept; removed photos leave it, new ones follow', () => {
  const edited = [
    { _id: 'c', alt: 'The back' },
    { _id: 'removed', alt: '' },
    { _id: 'a', alt: '' },
  ];
  expect(mergePhotos(edited, [photo('a', 'old'), photo('b', 'new'), photo('c')])).toEqual([
    photo('c', 'The back'),
    photo('a'),
    photo('b', 'new'),
  ]);
});

test('moving an item changes its place only', () => {
  const items = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(items, fc.nat(9), fc.nat(9), (list, a, b) => {
      const [from, to] = [a % list.length, b % list.length];
      const moved = moveItem(list, from, to);
      expect(moved[to]).toBe(list[from]);
      expect(moved.filter((item) => item !== list[from])).toEqual(
        list.filter((item) => item !== list[from]),
      );
    }),
  );
});
