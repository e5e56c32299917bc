import { type Listing, type ProductDetails, unknownDetails } from '@redial/contract';
import { expect, test } from 'vitest';
import { type ComparedPhone, comparePhones } from './comparison.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

function phone(
  about: Partial<ProductDetails>,
  details: Partial<Listing['details']>,
): ComparedPhone {
  const product = {
    _id: '1',
    resalePrice: 300,
    condition: 'good',
    purchaseDate: 2023,
    yearsOfUse: '2 years',
    location: 'Porto',
    sellerName: 'Rana',
    varified: false,
    ...about,
  } as ProductDetails;
  const listing = { details: { ...unknownDetails, ...details } } as Listing;
  return { id: '1', product, listing, estimate: undefined };
}

const gone: ComparedPhone = {
  id: '2',
  product: undefined,
  listing: undefined,
  estimate: undefined,
};
const factsOf = (...phones: ComparedPhone[]) =>
  new Map(comparePhones(phones, now).map(({ name, ...fact }) => [name, fact]));

test('facts that differ are distinguished from those that are the same, unknown ones included', () => {
  const facts = factsOf(
    phone({}, { storageGb: 128 }),
    phone({ resalePrice: 250 }, { storageGb: 128, colour: 'Blue' }),
  );
  expect(facts.get('Price')).toEqual({ values: ['$300', '$250'], differs: true });
  expect(facts.get('Storage')).toEqual({ values: ['128\u00a0GB', '128\u00a0GB'], differs: false });
  expect(facts.get('Colour')).toEqual({ values: ['Unknown', 'Blue'], differs: true });
  expect(facts.get('Memory')).toEqual({ values: ['Unknown', 'Unknown'], differs: false });
});

test('a phone that is no longer offered has no values and makes no difference', () => {
  const facts = factsOf(phone({}, {}), gone);
  expect(facts.get('Price')).toEqual({ values: ['$300', ''], differs: false });
});

test('updates are compared as of today', () => {
  const model = (until: string) => ({
    model: {
      slug: 'x',
      name: 'X',
      formFactor: 'slab',
      updates: { status: 'dated', until },
    } as const,
  });
  const facts = factsOf(phone(model('2028-02-22'), {}), phone(model('2026-11-21'), {}));
  expect(facts.get('Security updates')?.values).toEqual([
    'Until Feb 2028 (1 y 3 m)',
    'Ended in Nov 2026',
  ]);
});
