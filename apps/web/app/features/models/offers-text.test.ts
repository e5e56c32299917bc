import { maxExactCount } from '@redial/contract';
import { expect, test } from 'vitest';
import { offerCount, offersText } from './offers-text.ts';

test('what was not counted to the end is "over", and no number for search engines', () => {
  const many = { offers: maxExactCount + 1, fromPrice: 199 };
  expect(offersText(many)).toBe('over 1,000 from\u00a0$199');
  expect(offerCount(many)).toEqual({});
  const all = { offers: maxExactCount, fromPrice: 199 };
  expect(offersText(all)).toBe('1,000 from\u00a0$199');
  expect(offerCount(all)).toEqual({ offerCount: 1000 });
  expect(offersText({ offers: 0 })).toBe('none');
});
