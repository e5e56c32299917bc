import type { Condition } from '@redial/contract';
import { type Model, storageStepUsd, tiersUp } from './models.ts';

const monthsAt = [0, 6, 12, 18, 24, 36, 48, 60, 72] as const;

/**
 * Share of the launch price that a phone in good condition retains in private sales, by months
 * since its release. Interpolated from published trade-in values (SellCell, 2022 to 2024), a
 * quarter to a third above them.
 */
const curves = {
  iphone: [0.88, 0.76, 0.67, 0.58, 0.5, 0.37, 0.27, 0.2, 0.14],
  galaxy: [0.82, 0.63, 0.53, 0.43, 0.36, 0.25, 0.18, 0.13, 0.1],
  galaxyA: [0.8, 0.62, 0.5, 0.41, 0.34, 0.23, 0.16, 0.11, 0.08],
  xiaomi: [0.78, 0.58, 0.47, 0.38, 0.31, 0.21, 0.15, 0.1, 0.07],
  redmi: [0.76, 0.57, 0.46, 0.37, 0.3, 0.2, 0.14, 0.1, 0.07],
} as const satisfies Record<string, readonly number[]>;
export type DepreciationCurve = keyof typeof curves;

/** Yearly factor after the last point of a curve. */
const yearlyAfterwards = 0.85;

export function getDepreciationCurve({
  category,
  family,
}: Pick<Model, 'category' | 'family'>): DepreciationCurve {
  if (category === 'Iphone') return 'iphone';
  if (category === 'Samsung') return family === 'A' ? 'galaxyA' : 'galaxy';
  return family === 'Xiaomi' || family === 'Mi' ? 'xiaomi' : 'redmi';
}

/** Share of the launch price retained after some months, interpolated linearly. */
export function getResidualShare(curve: DepreciationCurve, months: number): number {
  const points = curves[curve];
  const last = points.length - 1;
  const end = monthsAt[last] as number;
  if (months >= end) return (points[last] as number) * yearlyAfterwards ** ((months - end) / 12);
  const next = Math.max(
    1,
    monthsAt.findIndex((at) => at > months),
  );
  const [from, to] = [monthsAt[next - 1] as number, monthsAt[next] as number];
  const [high, low] = [points[next - 1] as number, points[next] as number];
  return high + ((low - high) * Math.max(0, months - from)) / (to - from);
}

const byCondition: Readonly<Record<Condition, number>> = { excellent: 1.1, good: 1, fair: 0.8 };

export interface PricingInput {
  readonly model: Model;
  readonly storageGb: number;
  readonly monthsSinceRelease: number;
  readonly condition: Condition;
  /** Battery health in percent, if known. */
  readonly battery: number | undefined;
  readonly locked: boolean;
  readonly boxAndReceipt: boolean;
  readonly successorIsNew: boolean;
  readonly daysListed: number;
  /** The seller's price level relative to the market, around 1. */
  readonly priceFactor: number;
}

/** Computes an asking price, in whole dollars that end in 0 or 5. */
export function askingPriceUsd(worth: PricingInput): number {
  const { model, storageGb, monthsSinceRelease, condition, battery } = worth;
  const base = model.launchUsd * getResidualShare(getDepreciationCurve(model), monthsSinceRelease);
  const storage = 0.4 * storageStepUsd(model) * tiersUp(model, storageGb);
  // The surcharge for storage depreciates with the phone.
  const retained =
    base +
    storage * Math.min(1, 2 * getResidualShare(getDepreciationCurve(model), monthsSinceRelease));
  const factors = [
    byCondition[condition],
    battery !== undefined && battery < 80 ? 0.9 : 1,
    worth.locked ? 0.88 : 1,
    worth.boxAndReceipt ? 1.03 : 1,
    worth.successorIsNew ? 0.94 : 1,
    0.99 ** (Math.max(0, worth.daysListed - 30) / 7),
    worth.priceFactor,
  ];
  const price = factors.reduce((price, factor) => price * factor, retained);
  return Math.max(20, Math.round(price / 5) * 5);
}
