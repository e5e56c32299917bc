import { findCountry } from './countries.ts';
import { normalizePlaceName } from './place-names.ts';
import { findRegions } from './regions.ts';

/** A country, or a state of it. */
export interface Area {
  readonly country: string;
  readonly region?: string;
}

/** One way to read a location. */
export interface Reading {
  /** Normalized names, of which some may be places: `Hackney` and `London`. */
  readonly names: readonly string[];
  /** Where these are, any of them: `CA` is California or Canada. Undefined if it is not stated. */
  readonly areas: readonly Area[] | undefined;
  /** Whether the area was stated without a separator, and counts only with a place that is there. */
  readonly isGuess?: true;
}

/** Longer locations are descriptions. */
const maxParts = 6;

/**
 * The readings of a location that a seller wrote, the most literal one first. Numbers, as of postal codes,
 * are ignored.
 */
export function parseLocation(location: string): Reading[] {
  const parts = location
    .split(/[,;/|()\n•·]|\s[-–—]\s/)
    .map((part) => normalizePlaceName(part.replace(/\S*\d\S*/g, ' ')))
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > maxParts) return [];
  const literal = readAreas(parts);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    // A country may be a city, too: Luxembourg, Singapore.
    const asCity: Reading = { names: [only], areas: undefined };
    return literal.areas === undefined
      ? [asCity, ...splitWords(only)]
      : literal.areas.length === 1 && literal.areas[0]?.region === undefined
        ? [{ names: [only], areas: literal.areas }]
        : [asCity];
  }
  return [literal];
}

/** Takes areas from the end: a country, a state, or a state and its country. */
function readAreas(parts: readonly string[]): Reading {
  const [last = '', before = ''] = [parts.at(-1), parts.at(-2)];
  const areas = findAreas(last);
  if (areas.length === 0) return { names: parts, areas: undefined };
  const states = parts.length > 2 ? findRegions(before) : [];
  const inside = states.filter((state) => areas.some(({ country }) => country === state.country));
  return inside.length > 0
    ? { names: parts.slice(0, -2), areas: inside }
    : { names: parts.slice(0, -1), areas };
}

function findAreas(name: string): Area[] {
  const country = findCountry(name);
  return [...(country === undefined ? [] : [{ country }]), ...findRegions(name)];
}

/** `lyon france`: the last words may be an area. */
function splitWords(name: string): Reading[] {
  const words = name.split(' ');
  return [1, 2, 3]
    .filter((count) => count < words.length)
    .flatMap((count) => {
      const areas = findAreas(words.slice(-count).join(' '));
      const names = [words.slice(0, -count).join(' ')];
      return areas.length > 0 ? [{ names, areas, isGuess: true as const }] : [];
    });
}
