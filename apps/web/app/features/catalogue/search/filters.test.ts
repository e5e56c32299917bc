import { expect, test } from 'vitest';
import { activeFilters, clearFilters, removeFilter } from './active-filters.ts';
import { parseSearch, searchHref } from './filters.ts';

const read = (query: string) => parseSearch(new URLSearchParams(query));

test('a search round-trips through its URL', () => {
  const href =
    '/search?q=iphone+13&brand=Iphone&model=iphone-13&storage=128&colour=Midnight&condition=good&country=FR&place=2996944&within=50&minPrice=100&maxPrice=400.5&minYear=2021&updates=supported&verified=true&available=true&sort=price';
  expect(searchHref(read(href.split('?')[1] ?? ''))).toBe(href);
  expect(searchHref(read(''))).toBe('/search');
  expect(searchHref(read('brand=Samsung'), 'abc')).toBe('/search?brand=Samsung&after=abc');
});

test('unknown parameters, invalid values and empty form fields are ignored', () => {
  const odd =
    'q=+&brand=Nokia&condition=&minPrice=&maxPrice=-3&minYear=20.5&model=..&storage=big&updates=all&verified=yes&available=false&sort=cheap&x=1';
  expect(read(odd)).toEqual({});
  expect(read('minPrice=1e99&maxPrice=NaN')).toEqual({});
});

test('removing a model removes its colour, and its chip has the name of the model', () => {
  const search = read('brand=Iphone&model=iphone-13&storage=128&colour=Midnight');
  expect(searchHref(removeFilter(search, 'model'))).toBe('/search?brand=Iphone&storage=128');
  const labels = (models?: { slug: string; name: string }[]) =>
    activeFilters(search, models ? { models } : {}).map(({ label }) => label);
  expect(labels([{ slug: 'iphone-13', name: 'iPhone 13' }])).toEqual([
    'iPhone',
    'iPhone 13',
    '128\u00a0GB',
    'Midnight',
  ]);
  expect(labels()).toContain('iphone 13');
});

test('a place and its distance are one filter, named by its place', () => {
  const search = read('country=FR&place=2996944&within=50&sort=distance');
  const labels = (names?: Parameters<typeof activeFilters>[1]) =>
    activeFilters(search, names).map(({ label }) => label);
  const place = { _id: 2996944, label: 'Lyon, France' };
  expect(labels({ countries: [{ code: 'FR', name: 'France' }], place })).toEqual([
    'France',
    'Within 50 km of Lyon, France',
  ]);
  expect(labels({ place: { ...place, _id: 1 } })).toEqual([
    'FR',
    'Within 50 km of the chosen place',
  ]);
  expect(activeFilters(read('place=2996944'), { place })[0]?.label).toBe('In Lyon, France');
  expect(removeFilter(search, 'place')).toEqual({ country: 'FR' });
  expect(clearFilters(search)).toEqual({});
});

test('a distance needs a place, and so does sorting by distance', () => {
  expect(read('within=50&sort=distance')).toEqual({});
  expect(read('place=2996944&within=51&sort=distance')).toEqual({ place: 2996944 });
  expect(read('place=0&within=50')).toEqual({});
  expect(read('place=2147483648')).toEqual({});
  expect(read('country=fr')).toEqual({});
});

test('reversed price bounds are swapped', () => {
  expect(read('minPrice=400&maxPrice=100')).toEqual({ minPrice: 100, maxPrice: 400 });
});

test('the default sort order is omitted', () => {
  expect(read('sort=newest')).toEqual({});
  expect(read('sort=relevance')).toEqual({});
  expect(read('q=x&sort=relevance')).toEqual({ q: 'x' });
  expect(read('q=x&sort=newest')).toEqual({ q: 'x', sort: 'newest' });
});

test('the query is truncated to the limit of the API', () => {
  expect(read(`q=${'a'.repeat(300)}`).q).toHaveLength(100);
});

test('every active filter has a label and can be removed on its own', () => {
  const search = read('q=x&brand=Iphone&minPrice=100&maxPrice=1400&minYear=2021&verified=true');
  const active = activeFilters(search);
  expect(active.map(({ label }) => label)).toEqual([
    'iPhone',
    '$100 to $1,400',
    'Bought in 2021 or later',
    'Verified sellers',
  ]);
  for (const { filter } of active) {
    const labels = activeFilters(removeFilter(search, filter)).map((rest) => rest.filter);
    expect(labels).toEqual(active.map((one) => one.filter).filter((one) => one !== filter));
  }
  expect(clearFilters(read('q=x&brand=Iphone&sort=price'))).toEqual({ q: 'x', sort: 'price' });
});
