import { matchLocation, suggestPlaces } from '@redial/contract';
import { beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, unwrap } from '../../../test/test-app.ts';
import { places } from '../../db/schema/index.ts';
import { findPlaces, importShippedPlaces, locate } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});

/** The label of the place that a location names; its country if only that is certain. */
async function found(location: string): Promise<string | null> {
  const { placeId, country } = await locate(app.db, location);
  if (placeId === null) return country;
  const [place] = await findPlaces(app.db, [placeId]);
  expect(place?.country).toBe(country);
  return place?.label ?? null;
}

test.each([
  ['Lyon', 'Lyon, France'],
  ['  LYON ', 'Lyon, France'],
  ['Lyon, France', 'Lyon, France'],
  ['Lyon, fr', 'Lyon, France'],
  ['Lyon France', 'Lyon, France'],
  ['Lyon, Croix-Rousse', 'Lyon, France'],
  ['69003 Lyon', 'Lyon, France'],
  ['Lyon 3e', 'Lyon, France'],
  ['Saint Etienne', 'Saint-Étienne, France'],
  ['saint-étienne', 'Saint-Étienne, France'],
  ['Wien', 'Vienna, Austria'],
  ['München', 'Munich, Germany'],
  ['Muenchen, Deutschland', 'Munich, Germany'],
  ['København', 'Copenhagen, Denmark'],
  ['Malmo', 'Malmö, Sweden'],
  ['Paris', 'Paris, France'],
  ['Paris, Texas', 'Paris, TX, United States'],
  ['Paris, TX', 'Paris, TX, United States'],
  ['Portland, OR', 'Portland, OR, United States'],
  ['Portland OR', 'Portland, OR, United States'],
  ['Portland, Oregon 97201, USA', 'Portland, OR, United States'],
  ['Los Angeles, CA', 'Los Angeles, CA, United States'],
  ['London, ON', 'London, ON, Canada'],
  ['London, UK', 'London, United Kingdom'],
  ['Barcelona, Spain', 'Barcelona, Spain'],
  ['Barcelona, España', 'Barcelona, Spain'],
  ['Frankfurt', 'Frankfurt am Main, Germany'],
  ['New York', 'New York City, NY, United States'],
  ['Brooklyn, New York', 'Brooklyn, NY, United States'],
  ['Atlanta, Georgia', 'Atlanta, GA, United States'],
  ['Tbilisi, Georgia', 'Tbilisi, Georgia'],
  ['Singapore', 'Singapore, Singapore'],
])('the location %s is %s', async (location, label) => {
  expect(await found(location)).toBe(label);
});

test.each([
  ['France', 'FR', 'a country alone'],
  ['Kleinkleckersdorf, Germany', 'DE', 'a village that the gazetteer lacks'],
  ['Springfield, USA', 'US', 'a name of several cities of a country'],
  ['Barcelona', null, 'cities of similar size in two countries'],
  ['Birmingham', null, 'cities of similar size in two countries'],
  ['Bienne', null, 'a town, and another name of a larger one'],
  ['Nowhereville, CA', null, 'California or Canada'],
  ['Georgia', null, 'a country or a state'],
  ['Paris, Lyon', null, 'two cities that are far apart'],
  ['West Jordan', 'West Jordan, UT, United States', 'a city that ends like a country'],
  ['near the station', null, 'no place'],
  ['12345', null, 'a number'],
  ['%', null, 'a wildcard'],
])('the location %s is %s: %s', async (location, result, _reason) => {
  expect(await found(location)).toBe(result);
});

test('suggestions are the largest places whose name begins with the text, in any spelling', async () => {
  const suggest = async (q: string) =>
    unwrap(await app.call(suggestPlaces, { query: { q } })).map(({ label }) => label);
  expect((await suggest('lyo'))[0]).toBe('Lyon, France');
  expect(await suggest('SAINT-éti')).toEqual([
    'Saint-Étienne, France',
    'Saint-Étienne-du-Rouvray, France',
  ]);
  expect((await suggest('muenche'))[0]).toBe('Munich, Germany');
  expect(await suggest('portland, or')).toEqual(['Portland, OR, United States']);
  expect(await suggest('portland, oregon, united')).toEqual(['Portland, OR, United States']);
  expect(await suggest('s')).toHaveLength(10);
  expect(await suggest(' , ')).toEqual([]);
  expect(await suggest('%')).toEqual([]);
  expect(await suggest('xyzzy')).toEqual([]);
});

test('a suggested label, as a location, names the place', async () => {
  const all = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const suggested = await Promise.all(
    all.map(async (q) => unwrap(await app.call(suggestPlaces, { query: { q } }))),
  );
  for (const place of suggested.flat()) {
    expect(await found(place.label), place.label).toBe(place.label);
  }
});

test('a location that can mean several places has them as candidates, which name themselves', async () => {
  const match = async (location: string) =>
    unwrap(await app.call(matchLocation, { query: { location } }));
  const labelsOf = async (location: string) => {
    const { place, candidates } = await match(location);
    expect(place).toBeUndefined();
    for (const candidate of candidates) {
      expect(await match(candidate.label)).toEqual({
        place: candidate,
        country: candidate.country,
        candidates: [],
      });
    }
    return candidates.map(({ label }) => label);
  };
  expect((await labelsOf('Portland')).slice(0, 2)).toEqual([
    'Portland, OR, United States',
    'Portland, ME, United States',
  ]);
  expect(await labelsOf('Portland, Hawthorne')).toContain('Portland, OR, United States');
  expect((await labelsOf('Manchester, Chorlton'))[0]).toBe('Manchester, United Kingdom');
  expect((await labelsOf('Lakewood'))[0]).toBe('Lakewood, CO, United States');
  expect(await labelsOf('Springfield, USA')).toContain('Springfield, MO, United States');
  expect(await labelsOf('near the station')).toEqual([]);
  expect(await match('France')).toEqual({ country: 'FR', candidates: [] });
});

test('an import of the same version changes nothing', async () => {
  const before = await app.db.$count(places);
  expect(before).toBeGreaterThan(20_000);
  expect(await importShippedPlaces(app.db)).toBeUndefined();
});
