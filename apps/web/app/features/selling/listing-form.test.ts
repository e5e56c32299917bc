import { expect, test } from 'vitest';
import {
  emptyListing,
  fieldAtFault,
  type ListingTexts,
  listingOf,
  listingProblems,
  typedDollars,
} from './listing-form.ts';

const typed: ListingTexts = {
  name: ' Galaxy S23 256 GB ',
  originalPrice: '$1,299',
  resalePrice: '389.50',
  number: '+1 202-555-0117',
  location: 'Porto, Portugal',
  purchaseDate: '2023',
  yearsOfUse: '1',
  category: 'Samsung',
  condition: 'good',
  description: 'Always in a case.\n',
};
const problems = (about: Partial<ListingTexts>) => listingProblems({ ...typed, ...about }, 2026);

test('what is typed becomes the listing on the wire', () => {
  expect(listingOf(typed, 'https://img.test/a.jpg')).toEqual({
    name: 'Galaxy S23 256 GB',
    img: 'https://img.test/a.jpg',
    originalPrice: 1299,
    resalePrice: 389.5,
    number: '+1 202-555-0117',
    location: 'Porto, Portugal',
    purchaseDate: 2023,
    yearsOfUse: '1 year',
    category: 'Samsung',
    condition: 'good',
    description: 'Always in a case.',
  });
});

test('every field of an empty form is asked for', () => {
  expect(Object.keys(listingProblems(emptyListing, 2026))).toEqual(Object.keys(emptyListing));
  expect(problems({})).toEqual({});
});

test('blanks alone are no text', () => {
  expect(problems({ location: '   ' })).toEqual({ location: 'Enter the location' });
});

test.each(['0.99', '100000.01', 'cheap', '1.234', '1,29', '-5', '1e3', 'Infinity'])(
  'a price of %s is refused beside its field',
  (resalePrice) => {
    expect(Object.keys(problems({ resalePrice }))).toEqual(['resalePrice']);
  },
);

test.each(['1', '100000', '100,000.00', '$ 12.5'])('a price of %s is taken', (resalePrice) => {
  expect(problems({ resalePrice })).toEqual({});
});

test.each([
  ['12,345', 12345],
  ['89.90', 89.9],
  ['7.', 7],
])('%s is read as dollars', (text, dollars) => {
  expect(typedDollars(text)).toBe(dollars);
});

test('a phone is bought between the first smartphones and this year', () => {
  expect(problems({ purchaseDate: '2026' })).toEqual({});
  expect(problems({ purchaseDate: '2007' })).toEqual({});
  for (const purchaseDate of ['2006', '2027', '2020.5']) {
    expect(problems({ purchaseDate })).toEqual({
      purchaseDate: 'Enter a whole number from 2007 to 2026',
    });
  }
});

test('years of use are 0 to 30', () => {
  expect(problems({ yearsOfUse: '0' })).toEqual({});
  expect(Object.keys(problems({ yearsOfUse: '31' }))).toEqual(['yearsOfUse']);
  expect(Object.keys(problems({ yearsOfUse: '-1' }))).toEqual(['yearsOfUse']);
});

test('texts that are too long are told with their length', () => {
  expect(problems({ name: 'x'.repeat(120) })).toEqual({});
  expect(problems({ name: 'x'.repeat(121) })).toEqual({
    name: 'Use at most 120 characters, these are 121',
  });
});

test("the server's word on a field finds its way beside that field", () => {
  expect(fieldAtFault('body.resalePrice')).toBe('resalePrice');
  expect(fieldAtFault('body.img')).toBe('img');
  expect(fieldAtFault('body.sellerName')).toBeUndefined();
  expect(fieldAtFault(undefined)).toBeUndefined();
});
