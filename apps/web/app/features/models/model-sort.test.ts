import type { ModelSummary } from '@redial/contract';
import { expect, test } from 'vitest';
import { parseModelSort, sortModels } from './model-sort.ts';

const model = (name: string, about: Partial<ModelSummary>) =>
  ({ name, offers: 0, releasedOn: '2020-01', ...about }) as ModelSummary;
const models = [
  model('Galaxy S9', {
    costPerMonth: 4,
    estimate: 100,
    offers: 2,
    releasedOn: '2021-03-01',
    updates: { status: 'dated', until: '2027-01-31' },
  }),
  model('Galaxy S10', { offers: 7, releasedOn: '2022-01', updates: { status: 'unknown' } }),
  model('Aquila', {
    costPerMonth: 2.5,
    estimate: 300,
    offers: 2,
    updates: { status: 'supported' },
  }),
];

test.each([
  ['name', ['Aquila', 'Galaxy S9', 'Galaxy S10']],
  ['cost', ['Aquila', 'Galaxy S9', 'Galaxy S10']],
  ['price', ['Galaxy S9', 'Aquila', 'Galaxy S10']],
  ['updates', ['Aquila', 'Galaxy S9', 'Galaxy S10']],
  ['offers', ['Galaxy S10', 'Aquila', 'Galaxy S9']],
  ['newest', ['Galaxy S10', 'Galaxy S9', 'Aquila']],
] as const)('sorts by %s; models without the number come last', (sort, names) => {
  expect(sortModels(models, sort).map(({ name }) => name)).toEqual(names);
});

test('an unknown order is the order by name', () => {
  expect(parseModelSort('cost')).toBe('cost');
  expect(parseModelSort(null)).toBe('name');
  expect(parseModelSort('toString')).toBe('name');
});
