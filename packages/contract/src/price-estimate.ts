import type { Condition } from './listing-fields.ts';
import type { PhoneModel } from './models.ts';
import { toCents } from './money.ts';
import { retainedShare } from './price-curve.ts';

/** What decides about the price of a phone besides its model and age. */
export interface PricedPhone {
  /** Undefined: the smallest size of the model. */
  readonly storageGb?: number | undefined;
  readonly condition: Condition;
  /** In percent. Unknown does not change the price. */
  readonly batteryHealthPct?: number | undefined;
  readonly carrierLocked?: boolean | undefined;
  readonly boxAndReceipt?: boolean | undefined;
}

/** A completed sale of the model, on this marketplace. */
export interface ComparableSale extends PricedPhone {
  readonly priceCents: number;
}

export const priceFactors = [
  'launch-price',
  'age',
  'sales',
  'storage',
  'condition',
  'battery',
  'network-lock',
  'accessories',
  'rounding',
] as const;
export type PriceFactor = (typeof priceFactors)[number];

export interface PriceContribution {
  readonly factor: PriceFactor;
  /** Negative if it lowers the price. */
  readonly cents: number;
}

/** An estimate; the contributions add up to `expectedCents`. */
export interface PriceEstimateCents {
  readonly lowCents: number;
  readonly expectedCents: number;
  readonly highCents: number;
  readonly contributions: readonly PriceContribution[];
}

/** What decides about the price of a model. */
export interface PricedModel
  extends Pick<PhoneModel, 'launchPrice' | 'storageStep' | 'curve' | 'releasedOn'> {
  readonly storageGb: readonly number[];
}

const conditionFactors: Readonly<Record<Condition, number>> = {
  excellent: 1.1,
  good: 1,
  fair: 0.8,
};
const weakBattery = { belowPct: 80, factor: 0.9 };
const carrierLockFactor = 0.88;
const boxAndReceiptFactor = 1.03;
/** Share of the launch price of more storage that a used phone keeps at most. */
const storageShare = 0.4;
/** Width of the band around an estimate from the curve. */
const curveBand = { low: 0.91, high: 1.09 };
/** Estimates are multiples of five dollars, and at least that. */
const roundingCents = 500;
/** Fewer sales say nothing about a price. */
export const minComparables = 5;

/**
 * Estimates a price from the launch price and the age of the model.
 *
 * @returns undefined for a model without a launch price.
 */
export function estimateFromCurve(
  model: PricedModel,
  phone: PricedPhone,
  at: Date,
): PriceEstimateCents | undefined {
  if (model.launchPrice === undefined) return undefined;
  const launch = toCents(model.launchPrice) ?? 0;
  const kept = launch * retainedShare(model.curve, model.releasedOn, at);
  const steps = createSteps();
  steps.to('launch-price', launch);
  steps.to('age', kept);
  steps.to('storage', kept + storageValue(model, phone, at));
  steps.times('condition', conditionFactors[phone.condition]);
  timesDetails(steps, phone);
  return steps.finish(curveBand);
}

/**
 * Estimates a price from completed sales. Those of the same storage and condition are used alone if
 * there are enough; else those of the same storage, adjusted for the condition; else all of the model,
 * adjusted for both.
 *
 * @param sales recent ones of the model.
 * @returns undefined if there are fewer than `minComparables`.
 */
export function estimateFromSales(
  model: PricedModel,
  phone: PricedPhone,
  sales: readonly ComparableSale[],
  at: Date,
): (PriceEstimateCents & { readonly comparables: number }) | undefined {
  const storage = storageValue(model, phone, at);
  const sameStorage = sales.filter(
    (sale) => tierOf(model, sale.storageGb) === tierOf(model, phone.storageGb),
  );
  const sameCondition = sameStorage.filter(({ condition }) => condition === phone.condition);
  const levels = [
    {
      used: sameCondition,
      adjust: (cents: number, _sale: PricedPhone) => cents,
      storage: 0,
      condition: 1,
    },
    {
      used: sameStorage,
      adjust: (cents: number, sale: PricedPhone) => cents / conditionFactors[sale.condition],
      storage: 0,
      condition: conditionFactors[phone.condition],
    },
    {
      used: sales,
      adjust: (cents: number, sale: PricedPhone) =>
        Math.max(0, cents / conditionFactors[sale.condition] - storageValue(model, sale, at)),
      storage,
      condition: conditionFactors[phone.condition],
    },
  ];
  const level = levels.find(({ used }) => used.length >= minComparables);
  if (!level) return undefined;
  const adjusted = level.used.map((sale) =>
    level.adjust(sale.priceCents / detailsFactor(sale), sale),
  );
  const median = percentile(adjusted, 0.5);
  const steps = createSteps();
  steps.to('sales', median);
  steps.to('storage', median + level.storage);
  steps.times('condition', level.condition);
  timesDetails(steps, phone);
  const factor = level.condition * detailsFactor(phone);
  return {
    ...steps.finish({
      lowCents: (percentile(adjusted, 0.25) + level.storage) * factor,
      highCents: (percentile(adjusted, 0.75) + level.storage) * factor,
    }),
    comparables: level.used.length,
  };
}

/** Launch price in cents that stands for an unknown one where only a ratio matters. */
const anyLaunchCents = 50_000;

/**
 * What a phone will be worth, if it loses value as its product line does. Never rises with time.
 *
 * @param estimate of today.
 * @param months from today, 0 or more.
 */
export function forecastPrice(
  model: PricedModel,
  phone: PricedPhone,
  estimate: Omit<PriceEstimateCents, 'contributions'>,
  today: Date,
  months: number,
): Omit<PriceEstimateCents, 'contributions'> {
  const launch = toCents(model.launchPrice ?? Number.NaN) ?? anyLaunchCents;
  const valueAt = (at: Date) =>
    launch * retainedShare(model.curve, model.releasedOn, at) + storageValue(model, phone, at);
  const ratio = Math.min(1, valueAt(addMonths(today, months)) / valueAt(today));
  const expectedCents = Math.max(
    roundingCents,
    Math.round((estimate.expectedCents * ratio) / roundingCents) * roundingCents,
  );
  const wholeDollars = (cents: number) => Math.round((cents * ratio) / 100) * 100;
  return {
    lowCents: Math.min(expectedCents, wholeDollars(estimate.lowCents)),
    expectedCents,
    highCents: Math.max(expectedCents, wholeDollars(estimate.highCents)),
  };
}

/** Labels that are public. */
export const shownPriceLabels = ['great', 'fair', 'high'] as const;
export type ShownPriceLabel = (typeof shownPriceLabels)[number];

/** How a price compares; a suspiciously low one is not shown as such but checked by an admin. */
export const priceLabels = [...shownPriceLabels, 'suspicious'] as const;
export type PriceLabel = (typeof priceLabels)[number];

/** Below this share of the expected price a listing is checked by a person, not praised. */
const suspiciousBelow = 0.55;

/** An estimate to compare prices with; with `comparables` if it is from sales. */
type ComparedEstimate = Omit<PriceEstimateCents, 'contributions'> & {
  readonly comparables?: number | undefined;
};

/**
 * The prices at which the label changes, in cents. The band of an estimate from the curve is all fair;
 * of one from sales, the lowest quarter is great, its upper end included.
 */
export function labelLimits({ lowCents, expectedCents, highCents, comparables }: ComparedEstimate) {
  const greatOfSales = lowCents < highCents ? lowCents : 0;
  return {
    suspiciousBelowCents: Math.ceil(suspiciousBelow * expectedCents),
    greatUpToCents: comparables === undefined ? lowCents - 1 : greatOfSales,
    fairUpToCents: highCents,
  };
}

/** Compares an asking price in whole cents with an estimate. */
export function labelPrice(priceCents: number, estimate: ComparedEstimate): PriceLabel {
  const limits = labelLimits(estimate);
  if (priceCents < limits.suspiciousBelowCents) return 'suspicious';
  if (priceCents <= limits.greatUpToCents) return 'great';
  return priceCents <= limits.fairUpToCents ? 'fair' : 'high';
}

/** Months over which the cost of using a phone is counted. */
export const costPeriodMonths = 24;

/**
 * What a month of use costs: the price, less what the phone is worth at the end of the period.
 *
 * @returns cents, at least 0.
 */
export const costPerMonthCents = (priceCents: number, laterCents: number): number =>
  Math.max(0, Math.round((priceCents - laterCents) / costPeriodMonths));

/** The same day some months later, or the last day of that month. */
export function addMonths(date: Date, months: number): Date {
  const day = date.getUTCDate();
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months + 1, 0);
  moved.setUTCDate(Math.min(day, moved.getUTCDate()));
  return moved;
}

/**
 * The value below which a share of the numbers lies, by linear interpolation.
 *
 * @param values at least one, in any order.
 * @param share 0 to 1.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

/** Steps above the smallest storage. A size that was never sold counts as the next smaller one. */
function tierOf({ storageGb }: PricedModel, gb: number | undefined): number {
  if (gb === undefined) return 0;
  return Math.max(0, storageGb.filter((size) => size <= gb).length - 1);
}

/** What more than the smallest storage is worth, in cents. It falls in value with the phone. */
function storageValue(model: PricedModel, { storageGb }: PricedPhone, at: Date): number {
  const step = toCents(model.storageStep) ?? 0;
  const share = retainedShare(model.curve, model.releasedOn, at);
  return storageShare * step * tierOf(model, storageGb) * Math.min(1, 2 * share);
}

const batteryFactor = ({ batteryHealthPct }: PricedPhone): number =>
  batteryHealthPct !== undefined && batteryHealthPct < weakBattery.belowPct
    ? weakBattery.factor
    : 1;
const lockFactor = ({ carrierLocked }: PricedPhone): number =>
  carrierLocked ? carrierLockFactor : 1;
const accessoriesFactor = ({ boxAndReceipt }: PricedPhone): number =>
  boxAndReceipt ? boxAndReceiptFactor : 1;
const detailsFactor = (phone: PricedPhone): number =>
  batteryFactor(phone) * lockFactor(phone) * accessoriesFactor(phone);

function timesDetails(steps: Steps, phone: PricedPhone): void {
  steps.times('battery', batteryFactor(phone));
  steps.times('network-lock', lockFactor(phone));
  steps.times('accessories', accessoriesFactor(phone));
}

type Steps = ReturnType<typeof createSteps>;

/** A running total, with what each step adds to it in whole cents. */
function createSteps() {
  let exact = 0;
  let cents = 0;
  const contributions: PriceContribution[] = [];
  const to = (factor: PriceFactor, value: number) => {
    exact = value;
    const change = Math.round(value) - cents;
    cents += change;
    if (change !== 0) contributions.push({ factor, cents: change });
  };
  return {
    to,
    times: (factor: PriceFactor, multiplier: number) => to(factor, exact * multiplier),
    finish(band: { low: number; high: number } | { lowCents: number; highCents: number }) {
      const expected = Math.max(roundingCents, Math.round(exact / roundingCents) * roundingCents);
      to('rounding', expected);
      const { lowCents, highCents } =
        'low' in band ? { lowCents: expected * band.low, highCents: expected * band.high } : band;
      const wholeDollars = (value: number) => Math.round(value / 100) * 100;
      return {
        lowCents: Math.min(expected, wholeDollars(lowCents)),
        expectedCents: expected,
        highCents: Math.max(expected, wholeDollars(highCents)),
        contributions,
      };
    },
  };
}
