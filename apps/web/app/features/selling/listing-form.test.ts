import { expect, test } from 'vitest';
import {
  emptyListingForm,
  fieldFromError,
  type ListingFormValues,
  toNewProduct,
  validateListing,
} from './listing-form.ts';
import { possiblePrices } from './listing-price.ts';

/** A value for each required field. */
const requiredValues = {
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
} as const;
const formValues: ListingFormValues = { ...emptyListingForm, ...requiredValues };
const errors = (about: Partial<ListingFormValues>) =>
  validateListing({ ...formValues, ...about }, 2026);

test('form values are converted to the request body', () => {
  expect(toNewProduct(formValues, 'https://img.test/a.jpg')).toEqual({
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

test('an empty form lacks every required field', () => {
  expect(Object.keys(validateListing(emptyListingForm, 2026))).toEqual(Object.keys(requiredValues));
  expect(errors({})).toEqual({});
});

test('whitespace only counts as empty', () => {
  expect(errors({ location: '   ' })).toEqual({ location: 'Enter the location' });
});

test.each(['0.99', '100000.01', 'cheap', '1.2345', '-5', '1e3', 'Infinity'])(
  'a price of %s is rejected',
  (resalePrice) => {
    expect(Object.keys(errors({ resalePrice }))).toEqual(['resalePrice']);
  },
);

test.each(['1', '100000', '100,000.00', '$ 12.5', '89,90', '1 250'])(
  'a price of %s is accepted',
  (resalePrice) => {
    expect(errors({ resalePrice })).toEqual({});
  },
);

test('an ambiguous price is refused with its valid readings', () => {
  expect(errors({ resalePrice: '1.250' })).toEqual({
    resalePrice: 'Did you mean $1,250 or $1.25?',
  });
  expect(possiblePrices('1.250')).toEqual([1250, 1.25]);
  expect(errors({ resalePrice: '12.345' })).toEqual({ resalePrice: 'Did you mean $12,345?' });
  expect(possiblePrices('1,250')).toEqual([]);
});

test('the year of purchase is between 2007 and this year', () => {
  expect(errors({ purchaseDate: '2026' })).toEqual({});
  expect(errors({ purchaseDate: '2007' })).toEqual({});
  for (const purchaseDate of ['2006', '2027', '2020.5']) {
    expect(errors({ purchaseDate })).toEqual({
      purchaseDate: 'Enter a whole number from 2007 to 2026',
    });
  }
});

test('years of use are 0 to 30', () => {
  expect(errors({ yearsOfUse: '0' })).toEqual({});
  expect(Object.keys(errors({ yearsOfUse: '31' }))).toEqual(['yearsOfUse']);
  expect(Object.keys(errors({ yearsOfUse: '-1' }))).toEqual(['yearsOfUse']);
});

test('the error for a long text states its length', () => {
  expect(errors({ name: 'x'.repeat(120) })).toEqual({});
  expect(errors({ name: 'x'.repeat(121) })).toEqual({
    name: 'Use at most 120 characters, these are 121',
  });
  expect(errors({ name: '\u{1f4f1}'.repeat(120) })).toEqual({});
});

test('a server-side field error is mapped to its form field', () => {
  expect(fieldFromError('body.resalePrice')).toBe('resalePrice');
  expect(fieldFromError('body.img')).toBe('img');
  expect(fieldFromError('body.sellerName')).toBeUndefined();
  expect(fieldFromError(undefined)).toBeUndefined();
});
