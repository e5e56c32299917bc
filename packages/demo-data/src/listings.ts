import { type Category, type Condition, yearsOfUseText } from '@redial/contract';
import { createDescriptionWriter } from './descriptions.ts';
import {
  hasNewSuccessor,
  launchPriceUsd,
  type Model,
  models,
  month,
  releasedAt,
  storageText,
} from './models.ts';
import { askingPriceUsd } from './prices.ts';
import { createRandom, type Random } from './random.ts';
import { type DemoSeller, sellers } from './users.ts';

/** A phone on offer, as generated. */
export interface DemoListing {
  readonly model: Model;
  readonly colour: string;
  readonly storageGb: number;
  readonly condition: Condition;
  readonly battery: number | undefined;
  readonly boxed: boolean;
  /** The network to which the phone is locked. */
  readonly carrier: string | undefined;
  /** The seller's price level relative to the market, around 1. */
  readonly priceFactor: number;
  readonly name: string;
  readonly description: string;
  readonly seller: DemoSeller;
  readonly location: string;
  readonly originalPriceUsd: number;
  readonly resalePriceUsd: number;
  readonly purchasedAt: Date;
  readonly yearsOfUse: string;
  readonly postedAt: Date;
}

/** Size and composition of the demo catalogue, as shares of a plausible market. */
export const mix = {
  size: 300,
  category: { Iphone: 0.45, Samsung: 0.35, Xiaomi: 0.2 },
  condition: { excellent: 0.3, good: 0.5, fair: 0.2 },
  /** Years since purchase: `[from, to, share]`. */
  ages: [
    [1, 4, 0.8],
    [0.25, 1, 0.1],
    [4, 7.5, 0.1],
  ],
  boxed: 0.4,
  locked: 0.1,
} as const;

const seed = 20_211_121;
const day = 86_400_000;
const year = 12 * month;
/** Period in weeks over which the phones were listed. */
const weeks = 9;
/** How long after its release a phone is still sold new. */
const soldNew = 30 * month;

/** Allocates kinds by their shares of `size`, in random order. */
function allocate<T>(random: Random, shares: readonly (readonly [T, number])[], size: number): T[] {
  const all = shares.flatMap(([kind, share]) =>
    Array.from({ length: Math.round(share * size) }, () => kind),
  );
  const last = shares[0]?.[0];
  while (all.length < size && last !== undefined) all.push(last);
  return random.shuffle(all.slice(0, size));
}

const firstRelease = (category: Category): number =>
  Math.min(...models.filter((m) => m.category === category).map(releasedAt));

/** The models on sale at a point in time, with popular ones repeated. */
function onSale(category: Category, at: number): Model[] {
  const released = models.filter((m) => m.category === category && releasedAt(m) <= at);
  const fresh = released.filter((m) => at - releasedAt(m) <= soldNew);
  const choice = fresh.length > 0 ? fresh : released;
  return choice.flatMap((m) => {
    const young = at - releasedAt(m) <= 12 * month ? 2 : 1;
    const sought = /Pro|Ultra|^iPhone \d+$|^Galaxy S\d+$|^Xiaomi \d+$/.test(m.model) ? 2 : 1;
    return Array.from({ length: young * sought }, () => m);
  });
}

/** Battery health in percent, within the range that the condition allows; sometimes unknown. */
function pickBattery(random: Random, condition: Condition, ageYears: number): number | undefined {
  if (condition !== 'fair' && random.chance(0.22)) return undefined;
  const least = condition === 'excellent' ? 85 : condition === 'good' ? 80 : 71;
  const worn = 100 - ageYears * 5.2 + random.normal() * 2.5;
  return Math.round(Math.min(100, worn < least ? least + random.next() * 6 : worn));
}

const carriers = { us: ['AT&T', 'Verizon', 'T-Mobile'], uk: ['EE', 'Vodafone', 'O2'] } as const;

function pickCarrier(random: Random, seller: DemoSeller): string | undefined {
  const land = seller.phone.startsWith('+1 ') ? 'us' : seller.phone.startsWith('+44') ? 'uk' : '';
  if (land === '' || !random.chance(mix.locked * 1.5)) return undefined;
  return random.pick(carriers[land]);
}

function pickStorage(random: Random, { storageGb }: Model): number {
  const weights = [5, 4, 1.2, 0.5];
  const total = storageGb.reduce((sum, _, i) => sum + (weights[i] ?? 0.3), 0);
  let left = random.next() * total;
  for (const [i, gb] of storageGb.entries()) {
    left -= weights[i] ?? 0.3;
    if (left <= 0) return gb;
  }
  return storageGb[0] ?? 128;
}

/**
 * Orders listings so that similar phones are not adjacent and every page reflects the overall
 * shares of the brands.
 */
function spread(random: Random, listings: readonly Draft[]): Draft[] {
  const left = [...listings];
  const order: Draft[] = [];
  while (left.length > 0) {
    const near = order.slice(-14);
    const [before, last] = [order.at(-2), order.at(-1)];
    const tired =
      before?.model.category === last?.model.category ? last?.model.category : undefined;
    // A random remaining listing has a brand in proportion to its remaining share.
    const brand = random.pick(left).model.category;
    const fits = (strict: boolean) =>
      left.findIndex(
        ({ model, colour, seller }) =>
          model.category !== tired &&
          (!strict || model.category === brand) &&
          !near.some((other) => other.model === model || (strict && other.colour === colour)) &&
          !(strict && last?.seller === seller),
      );
    const strict = fits(true);
    const found = strict >= 0 ? strict : fits(false);
    order.push(...left.splice(Math.max(0, found), 1));
  }
  return order;
}

/** Times of listing, newest first: more frequent recently, and only during the day. */
function postTimes(random: Random, now: number): Date[] {
  const times = Array.from({ length: mix.size }, (_, i) => {
    const back = ((i + random.next() * 0.9) / mix.size) ** 1.35 * weeks * 7 * day;
    return now - 23 * 60_000 - back;
  });
  return times
    .map((time) => {
      const hour = new Date(time).getUTCHours();
      // Drawn at any hour, so that the following random numbers do not depend on the time of day.
      const earlier = random.next();
      // No phones are listed at night.
      return new Date(hour < 6 ? time - (hour + 1 + earlier * 4) * 3_600_000 : time);
    })
    .sort((a, b) => b.getTime() - a.getTime());
}

/**
 * Generates the demo catalogue as of a point in time, newest first. Deterministic: the same time
 * gives the same catalogue, and the same day the same phones.
 */
export function generateListings(now: Date): DemoListing[] {
  const random = createRandom(seed);
  const write = createDescriptionWriter(random);
  const at = now.getTime();
  // Only the day determines the phones, so that a repeated start draws no other images.
  const today = Math.floor(at / day) * day;
  const kinds = allocate(random, Object.entries(mix.category) as [Category, number][], mix.size);
  const states = allocate(random, Object.entries(mix.condition) as [Condition, number][], mix.size);
  const ages = allocate(
    random,
    mix.ages.map(([from, to, share]) => [[from, to] as const, share] as const),
    mix.size,
  );
  const owners = allocate(
    random,
    sellers.map((seller) => [seller, seller.share / totalShare] as const),
    mix.size,
  );
  const taken = new Map<string, number>();

  const drafts = kinds.map((category, i): Draft => {
    const condition = states[i] ?? 'good';
    const [from, to] = ages[i] ?? [1, 4];
    const seller = owners[i] ?? sellers[0];
    if (!seller) throw new Error('Nobody sells');
    const wished = today - (from + (to - from) * random.next()) * year;
    const purchased = Math.max(wished, firstRelease(category) + random.next() * 6 * month);
    const [model, colour] = pickRareCombination(random, onSale(category, purchased), taken);
    return draft({ random, write, now: today, model, colour, condition, seller, purchased });
  });

  const times = postTimes(random, at);
  return spread(random, drafts).map((listing, i) => {
    const postedAt = times[i] ?? now;
    const price = priceAt(listing, postedAt.getTime(), at);
    const resalePriceUsd = tooCheap.includes(i) ? Math.round((0.4 * price) / 5) * 5 : price;
    return { ...listing, postedAt, resalePriceUsd };
  });
}

/** Listings whose price is suspiciously low, for the admins' queue. */
const tooCheap = [57, 143];

/** A listing without its time of listing and the price, which depends on it. */
type Draft = Omit<DemoListing, 'postedAt' | 'resalePriceUsd'>;

function draft(input: {
  random: Random;
  write: ReturnType<typeof createDescriptionWriter>;
  now: number;
  model: Model;
  colour: string;
  condition: Condition;
  seller: DemoSeller;
  purchased: number;
}): Draft {
  const { random, model, colour, condition, seller, purchased } = input;
  const ageYears = (input.now - purchased) / year;
  const storageGb = pickStorage(random, model);
  const batteryRenewed = ageYears > 2.5 && random.chance(0.08);
  const battery = batteryRenewed ? random.int(94, 99) : pickBattery(random, condition, ageYears);
  const boxed = random.chance(mix.boxed);
  const carrier = pickCarrier(random, seller);
  const purchasedAt = new Date(purchased);
  const facts = { colour, storageGb, condition, battery, batteryRenewed, boxed, carrier };
  return {
    ...facts,
    model,
    seller,
    purchasedAt,
    priceFactor: Math.exp(0.07 * random.normal()),
    name: `${model.model} ${storageText(storageGb)}, ${colour}`,
    description: input.write(seller.style, {
      ...facts,
      model: model.model,
      purchaseYear: purchasedAt.getUTCFullYear(),
      folds: model.family === 'Z',
      homeButton: model.family === '8' || model.family === 'SE',
    }),
    location: random.pick(seller.places),
    originalPriceUsd: launchPriceUsd(model, storageGb),
    yearsOfUse: yearsOfUseText(Math.round(ageYears)),
  };
}

function priceAt(listing: Draft, postedAt: number, now: number): number {
  const { model, storageGb, condition, battery, carrier, boxed, priceFactor } = listing;
  return askingPriceUsd({
    model,
    storageGb,
    condition,
    battery,
    priceFactor,
    monthsSinceRelease: (postedAt - releasedAt(model)) / month,
    locked: carrier !== undefined,
    boxAndReceipt: boxed,
    successorIsNew: hasNewSuccessor(model, now),
    daysListed: (now - postedAt) / day,
  });
}

const totalShare = sellers.reduce((sum, { share }) => sum + share, 0);

/** Picks a combination of model and colour that is rare so far. */
function pickRareCombination(
  random: Random,
  choice: readonly Model[],
  taken: Map<string, number>,
): [Model, string] {
  let best: [Model, string] | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 6 && fewest > 0; i++) {
    const model = random.pick(choice);
    const colour = random.pick(model.colours);
    const count = taken.get(`${model.model}/${colour}`) ?? 0;
    if (count < fewest) [best, fewest] = [[model, colour], count];
  }
  if (!best) throw new Error('No phone was on sale then');
  const key = `${best[0].model}/${best[1]}`;
  taken.set(key, (taken.get(key) ?? 0) + 1);
  return best;
}
