import { expect, test } from 'vitest';
import { searchModels } from './search-models.ts';

const models = [
  { brand: 'Apple', name: 'iPhone 13', aliases: [] },
  { brand: 'Samsung', name: 'Galaxy S23 Ultra', aliases: ['S23U'] },
  { brand: 'Samsung', name: 'Galaxy S23', aliases: [], correctedAt: '2026-11-22T10:00:00.000Z' },
];

test.each([
  ['', ['Galaxy S23', 'iPhone 13', 'Galaxy S23 Ultra']],
  ['s23 galaxy', ['Galaxy S23', 'Galaxy S23 Ultra']],
  ['S23u', ['Galaxy S23 Ultra']],
  ['samsung ultra', ['Galaxy S23 Ultra']],
  ['nokia', []],
])('“%s” finds by brand, name and other names, edited models first', (text, names) => {
  expect(searchModels(models, text).map(({ name }) => name)).toEqual(names);
});
