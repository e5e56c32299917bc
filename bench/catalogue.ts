/**
 * A deterministic catalogue of any size: product names, descriptions, prices and dates, with common
 * and rare words.
 */

/** Category, model names, and the launch price of the oldest model in dollars. */
const lines = [
  ['Iphone', ['iPhone 11', 'iPhone 12', 'iPhone 12 mini', 'iPhone 13', 'iPhone 13 Pro'], 699],
  ['Iphone', ['iPhone 14', 'iPhone 14 Plus', 'iPhone 15', 'iPhone 15 Pro Max', 'iPhone 16e'], 799],
  ['Samsung', ['Galaxy S21 5G', 'Galaxy S22', 'Galaxy S23', 'Galaxy S23 Ultra'], 799],
  ['Samsung', ['Galaxy A54 5G', 'Galaxy Z Flip5', 'Galaxy Z Fold4', 'Galaxy S24 FE'], 599],
  ['Xiaomi', ['Redmi Note 12', 'Redmi Note 13', 'Mi 11', 'Mi 11 Lite 5G', 'POCO F5'], 299],
  ['Xiaomi', ['Xiaomi 13', 'Xiaomi 13T Pro', 'Xiaomi 14', 'POCO X6 Pro', 'Xiaomi 12T'], 449],
] as const;
const colours =
  'Black White Blue Green Purple Gold Silver Graphite Midnight Starlight Cream Coral Lavender Titanium'.split(
    ' ',
  );
const cities = [
  'Porto, Portugal',
  'Lyon, France',
  'Dhaka, Bangladesh',
  'Leeds, England',
  'Austin, Texas',
  'Kraków, Poland',
  'Osaka, Japan',
  'Accra, Ghana',
  'Lima, Peru',
  'Pune, India',
];
const sentences = [
  'Used every day and looked after.',
  'Always in a case with a screen protector.',
  'Comes in its box with the cable.',
  'The battery still gets through a day.',
  'A few light marks on the back that you only see at an angle.',
  'Selling because work gave me a phone and two is one too many.',
  'Scratches on the screen that you see in the sun, and a dent in one corner.',
  'Nothing wrong with it at all, I just wanted a smaller phone.',
  'Unlocked, works with every network that I tried.',
  'Bought new, I am its only owner.',
  'Never repaired, never opened, never in the water.',
  'Happy to meet at a café so that you can try it first.',
];

/** Later than any gazetteer: the job that looks up locations would change a million rows, too. */
const locatedWith = '2999-01-01';

export interface CopyLines {
  readonly users: Iterable<string>;
  readonly products: Iterable<string>;
}

/** Mail domain of generated users, which distinguishes them from demo users. */
export const benchMailDomain = 'bench.redial.dev';

/**
 * @param count number of products
 * @param images image URLs that the installation serves
 * @param modelIds the ids of the model catalogue by name: products are stored as the server stores
 *   them, since its job that finds missing models would change a million rows during measurements
 * @returns lines for `COPY users (…)` and `COPY products (…)` in the column order of `seed.ts`.
 */
export function generateCatalogue(
  count: number,
  images: readonly string[],
  modelIds: ReadonlyMap<string, number>,
): CopyLines {
  const sellers = Math.max(20, Math.floor(count / 50));
  return { users: userLines(sellers), products: productLines(count, sellers, images, modelIds) };
}

function* userLines(count: number): Generator<string> {
  for (let n = 0; n < count; n++) {
    const email = `seller${n}@${benchMailDomain}`;
    const verified = n % 3 === 0 ? 'f' : 't';
    yield `${rowId('5', n)}\tbench-${n}\t${email}\t${email}\tSeller ${n}\tseller\t${verified}\n`;
  }
}

function* productLines(
  count: number,
  sellers: number,
  images: readonly string[],
  modelIds: ReadonlyMap<string, number>,
): Generator<string> {
  const random = createRandom(20_260_101);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const start = Date.UTC(2024, 0, 1);
  const step = Math.floor((700 * 86_400_000) / count);
  for (let n = 0; n < count; n++) {
    const [category, models, launch] = pick(lines);
    const storage = pick([64, 128, 256, 512]);
    const model = pick(models);
    const colour = pick(colours);
    const name = `${model} ${storage} GB, ${colour}`;
    const modelId = modelIds.get(model);
    if (modelId === undefined) throw new Error(`the catalogue has no model ${model}`);
    const original = Math.round(launch * (1 + random()) * 100);
    const resale = Math.max(2_000, Math.round(original * (0.2 + random() * 0.6)));
    // A word that occurs in one product only, like a serial number.
    const description = `${pick(sentences)} ${pick(sentences)} ${pick(sentences)} Ref. ${rareWord(n)}.`;
    const chance = random();
    const paid = chance < 0.01;
    const sold = chance < 0.06;
    const year = 2018 + Math.floor(random() * 8);
    yield [
      rowId('7', n),
      rowId('5', Math.floor(random() * sellers)),
      name,
      description,
      '{}',
      category,
      pick(['excellent', 'good', 'fair']),
      pick(images),
      original,
      resale,
      `+1 202-555-01${String(n % 100).padStart(2, '0')}`,
      pick(cities),
      year,
      `${2026 - year} years`,
      sold ? 'Sold' : 'Available',
      paid ? 't' : 'f',
      random() < 0.05 ? 't' : 'f',
      new Date(start + n * step).toISOString(),
      modelId,
      storage,
      colour,
      locatedWith,
    ]
      .join('\t')
      .concat('\n');
  }
}

/** The id of the nth row of a kind. */
export const rowId = (kind: '5' | '7', n: number): string =>
  `0190${kind}000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** A word that is unique per number. */
const rareWord = (n: number): string =>
  `ref${((n * 2_654_435_761) >>> 0).toString(36).padStart(7, '0')}`;

/** Seeded pseudorandom numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
