import { colourOf } from './drawing/colours.ts';
import { readHex } from './drawing/tone.ts';
import type { DemoListing } from './listings.ts';
import type { Random } from './random.ts';
import { demoSeller } from './users.ts';

/**
 * Stages of a sale. There is one demo order for each between the demo seller and the demo buyer. The
 * later ones have begun earlier, so they get older listings.
 */
export const demoSaleStages = [
  'to-ship',
  'to-meet',
  'cancellation-requested',
  // Ended without a payment; the phone is on offer again.
  'expired',
  'in-transit',
  'cancelled-unpaid',
  'disputed',
  'delivered',
  'charged-back',
  'returning',
  'cancelled',
  'escalated',
  'decided',
  'completed',
] as const;
export type DemoSaleStage = (typeof demoSaleStages)[number] | 'unpaid' | 'not-received';

/** What the demo admin, who buys as well, has ordered from other sellers: one order of each stage. */
const demoPurchaseStages = [
  'unpaid',
  'expired',
  'cancelled-unpaid',
  'to-ship',
  'in-transit',
  'delivered',
  'completed',
  'cancelled',
  'not-received',
  'returning',
] as const satisfies readonly DemoSaleStage[];

/** The listings with a special state; all others are simply on offer. */
export interface ListingStates {
  readonly advertised: ReadonlySet<DemoListing>;
  readonly reported: readonly DemoListing[];
  /** Ordered but not paid. The first is the demo buyer's. */
  readonly reserved: readonly DemoListing[];
  /** Ordered and paid by the demo buyer, newest first. */
  readonly paid: readonly DemoListing[];
  /** Sales of the demo seller to the demo buyer, by stage. */
  readonly sales: ReadonlyMap<DemoListing, DemoSaleStage>;
  /** Orders of the demo admin, by stage. */
  readonly purchases: ReadonlyMap<DemoListing, DemoSaleStage>;
}

const counts = {
  advertised: { Iphone: 4, Samsung: 3, Xiaomi: 2 },
  reported: 4,
  held: 10,
  paid: 2,
} as const;

/** Groups colours by hue: twelve hues, and grey. */
function hueOf({ model, colour }: DemoListing): number {
  const { c, h } = readHex(colourOf(model.model, colour));
  return c < 0.02 ? -1 : Math.floor(h / 30);
}

/** Whether a phone is attractive enough to be advertised. */
const isSought = ({ model, condition, resalePriceUsd }: DemoListing): boolean =>
  condition !== 'fair' && model.launchUsd >= 599 && resalePriceUsd >= 120;

/** Picks attractive phones of different colours and sellers, including one of the demo seller's. */
function advertise(random: Random, listings: readonly DemoListing[]): Set<DemoListing> {
  const chosen = new Set<DemoListing>();
  const left: Record<string, number> = { ...counts.advertised };
  const own = (listing: DemoListing) => listing.seller === demoSeller;
  const candidates = random
    .shuffle(listings.filter(isSought))
    .sort((a, b) => Number(own(b)) - Number(own(a)));
  for (const strict of [true, false]) {
    for (const listing of candidates) {
      const { category } = listing.model;
      const alike = [...chosen].some(
        (other) =>
          other.seller === listing.seller ||
          other.model === listing.model ||
          hueOf(other) === hueOf(listing),
      );
      if ((left[category] ?? 0) === 0 || chosen.has(listing) || (strict && alike)) continue;
      chosen.add(listing);
      left[category] = (left[category] ?? 0) - 1;
    }
  }
  return chosen;
}

/** Assigns the states. The newest listings are left unchanged, as they are on the first page. */
export function assignListingStates(
  random: Random,
  listings: readonly DemoListing[],
): ListingStates {
  const settled = listings.slice(12, 220);
  const advertised = advertise(random, listings.slice(0, 200));
  // The oldest: there is time for what has happened since they were ordered.
  const sold = listings
    .filter((listing) => listing.seller === demoSeller && !advertised.has(listing))
    .slice(-demoSaleStages.length);
  const sales = inStages(sold, demoSaleStages);
  const free = random.shuffle(
    settled.filter((listing) => !advertised.has(listing) && !sales.has(listing)),
  );
  const take = (
    count: number,
    fits: (listing: DemoListing) => boolean = () => true,
  ): DemoListing[] =>
    free
      .filter(fits)
      .slice(0, count)
      .map((listing) => {
        free.splice(free.indexOf(listing), 1);
        return listing;
      });
  const states = {
    advertised,
    sales,
    paid: take(counts.paid, ({ condition }) => condition !== 'fair'),
    reserved: take(counts.held),
    reported: take(counts.reported, ({ seller }) => !seller.verified),
  };
  const old = listings.slice(-55).filter((listing) => listing.seller !== demoSeller);
  return { ...states, purchases: inStages(random.shuffle(old), demoPurchaseStages) };
}

/** Pairs listings with stages, as many as there are stages. */
const inStages = (
  listings: readonly DemoListing[],
  stages: readonly DemoSaleStage[],
): ReadonlyMap<DemoListing, DemoSaleStage> =>
  new Map(
    listings.flatMap((listing, i): [DemoListing, DemoSaleStage][] => {
      const stage = stages[i];
      return stage ? [[listing, stage]] : [];
    }),
  );
