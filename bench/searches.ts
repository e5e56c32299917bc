import { createRandom } from './catalogue.ts';

const phones = [
  'iphone 11',
  'iphone 12',
  'iphone 12 mini',
  'iphone 13',
  'iphone 13 pro',
  'iphone 14',
  'iphone 15',
  'iphone 15 pro max',
  'galaxy s21',
  'galaxy s22',
  'galaxy s23',
  'galaxy s23 ultra',
  'galaxy a54',
  'z flip',
  'z fold 4',
  'redmi note 12',
  'redmi note 13',
  'mi 11',
  'mi 11 lite',
  'poco f5',
  'xiaomi 13',
  'xiaomi 13t pro',
  'xiaomi 14',
  'poco x6 pro',
];
const misspellings = [
  'ihpone 13',
  'galxy s23',
  'iphnoe 12',
  'samsng s22',
  'redmy note 12',
  'xaomi 14',
  'galaxi a54',
  'pocco f5',
];
const brands = ['iphone', 'samsung', 'xiaomi', 'galaxy', 'redmi', 'apple'];
const colours = [
  'black',
  'white',
  'blue',
  'green',
  'purple',
  'gold',
  'silver',
  'graphite',
  'cream',
  'lavender',
];
const storages = ['64', '128', '256', '128gb', '256 gb', '512gb'];
const descriptionWords = [
  'unlocked',
  'battery',
  'boxed',
  'case',
  'repaired',
  'owner',
  'scratches',
  'cable',
];

/**
 * Deterministic search queries: mostly models, often with storage or colour, sometimes misspelt, a
 * brand only, or a word that occurs in descriptions only.
 */
export function generateSearches(count: number): string[] {
  const random = createRandom(7);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.08) return pick(brands);
    if (kind < 0.18)
      return `${pick(misspellings)} ${random() < 0.5 ? pick(colours) : pick(storages)}`;
    if (kind < 0.28) return `${pick(phones)} ${pick(descriptionWords)}`;
    if (kind < 0.5) return pick(phones);
    if (kind < 0.75) return `${pick(phones)} ${pick(storages)}`;
    return `${pick(phones)} ${pick(storages)} ${pick(colours)}`;
  });
}

/** Samples from a Zipf distribution: the nth query occurs about 1/n as often as the first. */
export function zipfSample(all: readonly string[], count: number): string[] {
  const random = createRandom(11);
  const distinct = [...new Set(all)];
  return Array.from(
    { length: count },
    () => distinct[Math.floor(distinct.length ** random()) - 1] ?? (distinct[0] as string),
  );
}

export const searchPath = (q: string, more = ''): string =>
  `/allproducts?limit=24&q=${encodeURIComponent(q).replaceAll('%20', '+')}${more}`;

/** Every combination of model, storage, colour and another word once, in a random order. */
export function distinctSearches(): string[] {
  const random = createRandom(13);
  const all = phones.flatMap((phone) =>
    storages.flatMap((storage) =>
      colours.flatMap((colour) =>
        ['', ...descriptionWords].map((word) => [phone, storage, colour, word].join(' ').trim()),
      ),
    ),
  );
  for (let n = all.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1));
    [all[n], all[other]] = [all[other] as string, all[n] as string];
  }
  return all;
}
