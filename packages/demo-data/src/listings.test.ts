import { expect, test } from 'vitest';
import { descriptionLength } from './descriptions.ts';
import { assignListingStates, demoSaleStages } from './listing-states.ts';
import { generateListings, mix } from './listings.ts';
import { models, releasedAt } from './models.ts';
import { createRandom } from './random.ts';
import { demoBuyer, otherBuyers, sellers } from './users.ts';

const now = new Date('2026-11-21T10:00:00Z');
const listings = generateListings(now);
const day = 86_400_000;

const shareOf = (fits: (listing: (typeof listings)[number]) => boolean): number =>
  listings.filter(fits).length / listings.length;

test('the same moment gives the same catalogue, the same day the same phones', () => {
  const phones = (catalogue: typeof listings) =>
    catalogue.map(({ name, colour, seller }) => [name, colour, seller.name]);
  expect(generateListings(now)).toEqual(listings);
  for (const hour of ['00:20', '05:59', '12:00', '23:59']) {
    const other = generateListings(new Date(`2026-11-21T${hour}:00Z`));
    expect(phones(other), hour).toEqual(phones(listings));
  }
});

test('brands and conditions have the shares of a plausible market', () => {
  expect(listings).toHaveLength(mix.size);
  for (const [category, share] of Object.entries(mix.category)) {
    expect(shareOf(({ model }) => model.category === category)).toBeCloseTo(share, 2);
  }
  for (const [condition, share] of Object.entries(mix.condition)) {
    expect(shareOf((listing) => listing.condition === condition)).toBeCloseTo(share, 2);
  }
  expect(shareOf(({ boxed }) => boxed)).toBeGreaterThan(0.3);
  expect(shareOf(({ boxed }) => boxed)).toBeLessThan(0.5);
});

test('phones are bought after their release and listed after their purchase', () => {
  for (const { model, purchasedAt, postedAt } of listings) {
    expect(purchasedAt.getTime()).toBeGreaterThanOrEqual(releasedAt(model));
    expect(postedAt.getTime()).toBeGreaterThan(purchasedAt.getTime());
    expect(postedAt.getTime()).toBeLessThan(now.getTime());
    expect(now.getTime() - postedAt.getTime()).toBeLessThan(70 * day);
  }
});

test('years of use agree with the year of purchase', () => {
  for (const { purchasedAt, yearsOfUse } of listings) {
    expect(yearsOfUse).toMatch(/^\d{1,2} years?$/);
    const years = Number.parseInt(yearsOfUse, 10);
    expect(Math.abs(now.getUTCFullYear() - purchasedAt.getUTCFullYear() - years)).toBeLessThan(2);
  }
});

test('a phone costs less than new, but not too little', () => {
  for (const { resalePriceUsd, originalPriceUsd, name } of listings) {
    expect(resalePriceUsd, name).toBeGreaterThanOrEqual(20);
    expect(resalePriceUsd, name).toBeLessThan(originalPriceUsd * 0.95);
    expect(resalePriceUsd % 5, name).toBe(0);
  }
});

test('storage and colour are available for the model', () => {
  for (const { model, colour, storageGb } of listings) {
    expect(models).toContain(model);
    expect(model.colours).toContain(colour);
    expect(model.storageGb).toContain(storageGb);
  }
});

test('battery health matches the condition', () => {
  for (const { condition, battery } of listings) {
    if (battery === undefined) continue;
    expect(battery).toBeGreaterThanOrEqual({ excellent: 85, good: 80, fair: 60 }[condition]);
    expect(battery).toBeLessThanOrEqual(100);
  }
});

test('names rarely repeat, and similar phones are not adjacent', () => {
  expect(new Set(listings.map(({ name }) => name)).size).toBeGreaterThan(0.9 * mix.size);
  const seen = listings.map(({ model, colour }) => `${model.model}/${colour}`);
  for (const [i, look] of seen.slice(0, 200).entries()) {
    expect(seen.slice(i + 1, i + 8)).not.toContain(look);
  }
});

test('sentences begin with a capital letter, except for "iPhone"', () => {
  const lower = listings
    .map(({ description }) => description)
    .filter((description) => /(?:^|[.!?] )(?!iPhone)[a-z]/.test(description));
  expect(lower).toEqual([]);
});

test('descriptions are unique and have no unfilled placeholder', () => {
  const { min, max } = descriptionLength;
  const descriptions = listings.map(({ description }) => description);
  expect(new Set(descriptions).size).toBe(descriptions.length);
  for (const description of descriptions) {
    expect(description.length).toBeGreaterThanOrEqual(min);
    expect(description.length).toBeLessThanOrEqual(max);
    expect(description).not.toMatch(/[{}]|undefined| {2}|\ba (?:iPhone|O2|AT&T|EE)/i);
  }
  const openings = new Set(descriptions.map((description) => description.slice(0, 24)));
  expect(openings.size).toBeGreaterThan(60);
});

test('a description mentions a network lock and a weak battery', () => {
  for (const { carrier, battery, description } of listings) {
    if (carrier) expect(description).toContain(carrier);
    if (battery !== undefined && battery < 80) expect(description).toContain(`${battery}%`);
  }
});

test('every phone number is in a range reserved for fiction', () => {
  const fictional = [
    /^\+1 \d{3} 555 01\d\d$/,
    /^\+44 7700 900\d{3}$/,
    /^\+353 20 91\d \d{4}$/,
    /^\+46 70 174 06 (?:0[5-9]|[1-9]\d)$/,
    /^\+33 6 39 98 \d\d \d\d$/,
    /^\+49 30 23125 \d{3}$/,
  ];
  const numbers = [...sellers, demoBuyer, ...otherBuyers].map(({ phone }) => phone);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers)
    expect(fictional.filter((range) => range.test(number))).toHaveLength(1);
});

test('a listing has at most one of the states advertised, reserved, paid, sold and reported', () => {
  const { advertised, reserved, paid, reported, sales } = assignListingStates(
    createRandom(7),
    listings,
  );
  const all = [...advertised, ...reserved, ...paid, ...reported, ...sales.keys()];
  expect(new Set(all).size).toBe(all.length);
  expect([advertised.size, reserved.length, paid.length, reported.length]).toEqual([9, 10, 2, 4]);
  expect([...sales.values()]).toEqual(demoSaleStages);
});
