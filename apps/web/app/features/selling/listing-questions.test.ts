import { expect, test } from 'vitest';
import { emptyListingForm, type ListingFormValues } from './listing-form.ts';
import { listingQuestions, modelQuery, priceQuestions, similarQuery } from './listing-questions.ts';

const values: ListingFormValues = {
  ...emptyListingForm,
  name: 'Galaxy S23 256 GB, Cream',
  originalPrice: '999',
  resalePrice: '350',
  purchaseDate: '2024',
  yearsOfUse: '2',
};
const similar = { total: 12, price: { min: 300, max: 480 } };
const ask = (about: Partial<ListingFormValues>, facets: typeof similar | undefined = similar) =>
  listingQuestions({ ...values, ...about }, 2026, facets);

test('a usual listing raises no question', () => {
  expect(ask({})).toEqual([]);
  expect(ask({ resalePrice: '160' })).toEqual([]);
});

test('a price far from those of similar phones is questioned', () => {
  const question = 'Similar phones cost $300 to $480. Is $12 right?';
  expect(ask({ resalePrice: '12' })).toEqual([question]);
  expect(ask({ resalePrice: '990' })).toHaveLength(1);
  expect(ask({ resalePrice: '12' }, { ...similar, total: 2 })).toEqual([]);
  expect(listingQuestions({ ...values, resalePrice: '12' }, 2026, undefined)).toEqual([]);
});

test('a resale price above the original price is questioned', () => {
  expect(ask({ originalPrice: '300', resalePrice: '400' })).toHaveLength(1);
});

test('a price is questioned by itself', () => {
  expect(priceQuestions(350, 999, similar)).toEqual([]);
  expect(priceQuestions(1.25, 999, similar)).toEqual([
    'Similar phones cost $300 to $480. Is $1.25 right?',
  ]);
  expect(priceQuestions(1250, 999, undefined)).toHaveLength(1);
});

test('years of use that do not fit the year of purchase are questioned', () => {
  expect(ask({ yearsOfUse: '3' })).toEqual([]);
  expect(ask({ yearsOfUse: '30' })).toEqual([
    'Bought in 2024 and used for 30 years: is that right?',
  ]);
});

test('a year of purchase before the release of the model is questioned', () => {
  const galaxy = {
    name: 'Galaxy S23',
    brand: 'Samsung',
    aliases: ['SM-S911'],
    releasedOn: '2023-02',
  };
  const ultra = { ...galaxy, name: 'Galaxy S23 Ultra', releasedOn: '2024-02' };
  const askOf = (about: Partial<ListingFormValues>) =>
    listingQuestions({ ...values, yearsOfUse: '1', ...about }, 2026, similar, [ultra, galaxy]);
  const question = 'The Galaxy S23 came out in 2023. Was it bought in 2020?';
  expect(askOf({ purchaseDate: '2020' })).toEqual([question]);
  expect(askOf({ purchaseDate: '2020', name: 'Samsung galaxy s23 5G 128GB' })).toEqual([]);
  expect(askOf({ purchaseDate: '2020', name: 'samsung GalaxyS23 128GB' })).toEqual([question]);
  expect(askOf({ purchaseDate: '2023' })).toEqual([]);
  expect(askOf({ purchaseDate: '2020', name: 'Galaxy S24' })).toEqual([]);
});

test('models are searched without storage and colour', () => {
  expect(modelQuery(values)).toBe('Galaxy S23');
});

test('similar phones are searched without the colour', () => {
  expect(similarQuery(values)).toBe('Galaxy S23 256 GB');
});
