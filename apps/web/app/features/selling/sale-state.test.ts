import { type Product, statedHiddenReasons } from '@redial/contract';
import { expect, test } from 'vitest';
import { saleState } from './sale-state.ts';

const state = (about: Partial<Product>) => saleState({ advertised: false, ...about });

test.each(statedHiddenReasons)('a phone that is hidden is not on sale: %s', (hiddenReason) => {
  const { label, text } = state({ hiddenReason, advertised: true, paused: true, inReview: true });
  expect(label).toBe('Not on sale');
  expect(text).toMatch(/^Only you can see this phone/);
});

test('everybody sees a phone only while nothing hides it', () => {
  expect(state({ inReview: true }).text).toMatch(/^Only you/);
  expect(state({ paused: true }).text).toMatch(/^Only you/);
  expect(state({ paused: true, inReview: true }).label).toBe('In review');
  expect(state({}).text).toBe('Everybody can see this phone.');
  expect(state({ advertised: true }).text).toMatch(/^Everybody .* advertised/);
});
