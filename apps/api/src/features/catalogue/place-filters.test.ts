import {
  addProduct,
  distancesKm,
  editProduct,
  getFacets,
  listProducts,
  listSavedSearches,
  type ProductQuery,
  saveSearch,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProductInput, type TestUser, unwrap } from '../../../test/test-app.ts';
import { places, products } from '../../db/schema/index.ts';
import { createModelsFixture } from '../models/models.fixture.ts';
import { distanceKm } from '../places/index.ts';
import { findMatchingSearches } from '../saved-searches/find-matching-searches.ts';

let app: Awaited<ReturnType<typeof createModelsFixture>>;
let buyer: TestUser;
/** Places around Lyon and Geneva, in the Pacific near the date line, and some others. */
let known: (typeof places.$inferSelect)[];
const listings = new Map<string, typeof places.$inferSelect | undefined>();

const lyon = 2996944;
const query = async (search: ProductQuery) =>
  unwrap(await app.call(listProducts, { query: search }));

beforeAll(async () => {
  app = await createModelsFixture();
  buyer = await app.insertUser('buyer');
  known = await app.db
    .select()
    .from(places)
    .where(
      sql`${places.latitude} between 44 and 48 and ${places.longitude} between 3 and 8
        or abs(${places.longitude}) > 175 or ${places.id} in (2988507, 2643743)`,
    )
    .orderBy(places.id);
  for (const [index, place] of known.entries()) {
    if (index % 4 !== 0 && place.id !== lyon) continue;
    const { id: placeId, country } = place;
    listings.set(await app.insertProduct(app.seller, { placeId, country }), place);
  }
  listings.set(await app.insertProduct(app.seller, {}), undefined);
});
afterAll(() => app.close());

/** What a search should find, by comparing every listing. */
function expected({ country, place: id, within }: ProductQuery): string[] {
  const center = known.find((place) => place.id === id);
  return [...listings].flatMap(([product, place]) => {
    const isFound =
      (country === undefined || place?.country === country) &&
      (!center ||
        (place !== undefined &&
          (within === undefined ? place.id === id : distanceKm(center, place) <= within)));
    return isFound ? [product] : [];
  });
}

const searches = (): ProductQuery[] => {
  const centers = known.filter((place, index) => index % 40 === 0 || place.id === lyon);
  return [
    ...['FR', 'CH', 'NZ', 'FJ', 'DE'].map((country) => ({ country })),
    ...centers.flatMap(({ id }) => [
      { place: id },
      ...distancesKm.map((within) => ({ place: id, within })),
      { place: id, within: 250 as const, country: 'FR' },
    ]),
  ];
};

test('filters by country, place and distance find what a comparison of all listings finds', async () => {
  expect(listings.size).toBeGreaterThan(30);
  for (const search of searches()) {
    const found = (await query(search)).map(({ _id }) => _id);
    expect(found.toSorted(), JSON.stringify(search)).toEqual(expected(search).toSorted());
    const { total } = unwrap(await app.call(getFacets, { query: search }));
    expect(total).toBe(found.length);
  }
});

test('products of a list with a distance have theirs, and others have none', async () => {
  const center = known.find(({ id }) => id === lyon);
  const near = await query({ place: lyon, within: 50 });
  expect(near.length).toBeGreaterThan(2);
  for (const { _id, distanceKm: stated } of near) {
    const place = listings.get(_id);
    expect(stated).toBe(center && place && Math.round(distanceKm(center, place)));
  }
  const [there] = await query({ place: lyon });
  expect(there?.distanceKm).toBeUndefined();
});

test('phones around a place are sorted by distance, on all pages', async () => {
  const center = known.find(({ id }) => id === lyon);
  const distances: number[] = [];
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const search = { place: lyon, within: 250, sort: 'distance', limit: 7 } as const;
    const { headers, body } = await app.server.inject({
      url: `/allproducts?${new URLSearchParams({
        ...Object.fromEntries(Object.entries(search).map(([key, value]) => [key, `${value}`])),
        ...(after ? { after } : {}),
      })}`,
    });
    for (const { _id } of JSON.parse(body)) {
      seen.add(_id);
      const place = listings.get(_id);
      distances.push(center && place ? distanceKm(center, place) : Number.NaN);
    }
    after =
      new URL(/<([^>]+)>/.exec(`${headers.link}`)?.[1] ?? 'x:').searchParams.get('after') ??
      undefined;
  } while (after);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect([...seen].toSorted()).toEqual(expected({ place: lyon, within: 250 }).toSorted());
  expect(seen.size).toBeGreaterThan(14);
  // Without a place, they are the newest first.
  expect(await query({ sort: 'distance' })).toEqual(await query({ sort: 'newest' }));
});

test('facets have the place of the filter, and the countries on offer with their numbers', async () => {
  const facets = unwrap(await app.call(getFacets, { query: { place: lyon, within: 250 } }));
  expect(facets.place).toEqual({
    _id: lyon,
    name: 'Lyon',
    label: 'Lyon, France',
    country: 'FR',
  });
  const french = expected({ place: lyon, within: 250, country: 'FR' }).length;
  expect(facets.countries.find(({ code }) => code === 'FR')).toEqual({
    code: 'FR',
    name: 'France',
    count: french,
  });
  const chosen = unwrap(await app.call(getFacets, { query: { country: 'FR' } }));
  const all = unwrap(await app.call(getFacets, { query: {} }));
  expect(chosen.countries).toEqual(all.countries);
  expect(all.countries.map(({ name }) => name)).toEqual(
    all.countries.map(({ name }) => name).toSorted(),
  );
});

test.each([
  [{ place: 5 }, 'No place has the id 5', 'query.place'],
  [{ within: 50 as const }, 'within is a distance from a place', 'query.within'],
])('the filters %j are refused', async (search, message, field) => {
  for (const endpoint of [listProducts, getFacets]) {
    const result = await app.call(endpoint, { query: search });
    expect(result).toMatchObject({ ok: false, error: { code: 'request.invalid', message, field } });
  }
  const body = { name: 'Near', search, frequency: 'daily' as const };
  expect(await app.call(saveSearch, { body, token: buyer.token })).toMatchObject({
    ok: false,
    error: { code: 'request.invalid', field: field.replace('query', 'body.search') },
  });
});

test('saved searches find the listings that the same filters find', async () => {
  const saved = new Map<string, ProductQuery>();
  for (const search of searches().slice(0, 45)) {
    const body = { name: 'Near', search, frequency: 'daily' as const };
    const { insertedId } = unwrap(await app.call(saveSearch, { body, token: buyer.token }));
    saved.set(insertedId, search);
  }
  for (const [product] of listings) {
    const found = await findMatchingSearches(app.db, product, {
      today: new Date(),
      isNew: 'to all',
    });
    const matching = [...saved].filter(([, search]) => expected(search).includes(product));
    expect(found.toSorted()).toEqual(matching.map(([id]) => id).toSorted());
  }
  const list = unwrap(await app.call(listSavedSearches, { token: buyer.token }));
  expect(list.find(({ search }) => search.place === lyon)?.place?.label).toBe('Lyon, France');
  expect(list.find(({ search }) => search.country === 'FR')?.countryName).toBe('France');
});

const whereabouts = async (id: string) => {
  const [row] = await app.db
    .select({ placeId: products.placeId, country: products.country })
    .from(products)
    .where(eq(products.id, id));
  return row;
};

test('a listing is where its location says, also after a change', async () => {
  const id = await app.add({ location: 'Lyon, Croix-Rousse' });
  expect(await whereabouts(id)).toEqual({ placeId: lyon, country: 'FR' });
  const change = async (location: string) => {
    const body = newProductInput({ img: app.img, location });
    unwrap(await app.call(editProduct, { params: { id }, body, token: app.seller.token }));
    return whereabouts(id);
  };
  expect(await change('Portugal')).toEqual({ placeId: null, country: 'PT' });
  expect(await change('Barcelona')).toEqual({ placeId: null, country: null });
  expect(await change('Porto, Portugal')).toEqual({ placeId: 2735943, country: 'PT' });
});

test('the job finds the places of listings that were stored without', async () => {
  const { insertedId: listed } = unwrap(
    await app.call(addProduct, {
      body: newProductInput({ img: app.img, location: 'Barcelona' }),
      token: app.seller.token,
    }),
  );
  const stored = await app.insertProduct(app.seller, { location: 'Genève' });
  const unknown = await app.insertProduct(app.seller, { location: 'somewhere' });
  await app.runJobs('locate-listings');
  expect(await whereabouts(stored)).toEqual({ placeId: 2660646, country: 'CH' });
  expect(await whereabouts(unknown)).toEqual({ placeId: null, country: null });
  // Places of a later version are looked for once more.
  await app.db
    .update(products)
    .set({ location: 'Barcelona, Spain', locatedWith: '2020-01-01' })
    .where(eq(products.id, listed));
  await app.runJobs('locate-listings');
  expect(await whereabouts(listed)).toEqual({ placeId: 3128760, country: 'ES' });
});
