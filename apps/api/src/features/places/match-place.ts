import { type Coordinates, distanceKm } from './distance.ts';
import type { Area, Reading } from './parse-location.ts';

/** A place with one of its names. */
export interface NamedPlace extends Coordinates {
  readonly id: number;
  /** A normalized name. */
  readonly name: string;
  /** Its main name, normalized. */
  readonly mainName: string;
  readonly country: string;
  readonly region: string | null;
  readonly population: number;
}

/** Where a listing is. Null is unknown. */
export interface Whereabouts {
  readonly placeId: number | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/**
 * How many times larger than any other place of the same name a place has to be, to be the one that is
 * meant, without and with a country or state.
 */
const minRatio = { anywhere: 10, inArea: 2 } as const;

/** Kilometres up to which two names can be a place and a part of it. */
const maxPartKm = 50;

/** Finds the place that a location names, if it is certain which one. Otherwise perhaps its country. */
export function matchPlace(
  readings: readonly Reading[],
  places: readonly NamedPlace[],
): Whereabouts {
  for (const reading of readings) {
    const place = findPlace(reading, places);
    if (place) return { placeId: place.id, country: place.country };
    // A name of several places stays one.
    if (places.some(({ name }) => reading.names.length === 1 && name === reading.names[0])) break;
  }
  const [first] = readings;
  const countries = new Set(first?.areas?.map(({ country }) => country));
  const [country = null] = countries;
  return { placeId: null, country: countries.size === 1 && !first?.isGuess ? country : null };
}

/** The ids of the places that a location without a certain place can mean, the largest first. */
export const findCandidates = (
  readings: readonly Reading[],
  places: readonly NamedPlace[],
): number[] => {
  const possible = places.filter(
    (place) =>
      isMainName(place) &&
      readings.some(
        ({ names, areas }) =>
          names.includes(place.name) && (!areas || areas.some((area) => isIn(place, area))),
      ),
  );
  const sorted = possible.toSorted((a, b) => b.population - a.population);
  return [...new Set(sorted.map(({ id }) => id))];
};

/** Of several names the largest place, if the others are near: they are parts of it. */
function findPlace(
  { names, areas }: Reading,
  places: readonly NamedPlace[],
): NamedPlace | undefined {
  const found = names.flatMap((name) => choose(name, areas, places) ?? []);
  const [largest] = found.toSorted((a, b) => b.population - a.population);
  return largest && found.every((other) => distanceKm(largest, other) <= maxPartKm)
    ? largest
    : undefined;
}

/** The place that a name means. */
function choose(
  name: string,
  areas: readonly Area[] | undefined,
  places: readonly NamedPlace[],
): NamedPlace | undefined {
  const [first, second] = places
    .filter((place) => place.name === name && (!areas || areas.some((area) => isIn(place, area))))
    .toSorted((a, b) => b.population - a.population);
  if (!first || !second) return first;
  const ratio = areas ? minRatio.inArea : minRatio.anywhere;
  // Another language may mean another place by it: Bienne is also Vienna.
  return isMainName(first) && first.population >= ratio * second.population ? first : undefined;
}

/** `Frankfurt` is short for `Frankfurt am Main`. */
const isMainName = ({ name, mainName }: NamedPlace): boolean =>
  `${mainName} `.startsWith(`${name} `);

const isIn = (place: NamedPlace, { country, region }: Area): boolean =>
  place.country === country && (region === undefined || place.region === region);
