/** Product lines that lose value alike. */
export const depreciationCurves = ['iphone', 'galaxy', 'galaxy-a', 'xiaomi', 'redmi-poco'] as const;
export type DepreciationCurve = (typeof depreciationCurves)[number];

const monthsAt = [0, 6, 12, 18, 24, 36, 48, 60, 72] as const;

/**
 * Share of the launch price that a phone in good condition keeps in private sales, by months since its
 * release: published trade-in values (SellCell, 2022 to 2024) and a quarter to a third above them, as
 * private sales are.
 */
const shares = {
  iphone: [0.88, 0.76, 0.67, 0.58, 0.5, 0.37, 0.27, 0.2, 0.14],
  galaxy: [0.82, 0.63, 0.53, 0.43, 0.36, 0.25, 0.18, 0.13, 0.1],
  'galaxy-a': [0.8, 0.62, 0.5, 0.41, 0.34, 0.23, 0.16, 0.11, 0.08],
  xiaomi: [0.78, 0.58, 0.47, 0.38, 0.31, 0.21, 0.15, 0.1, 0.07],
  'redmi-poco': [0.76, 0.57, 0.46, 0.37, 0.3, 0.2, 0.14, 0.1, 0.07],
} as const satisfies Record<DepreciationCurve, readonly number[]>;

/** Monthly factor after the last point of a curve, and the share below which no phone falls. */
const monthlyAfterwards = 0.99;
const leastShare = 0.03;

/** Milliseconds in an average month. */
const month = 30.44 * 86_400_000;

/**
 * The share of the launch price that a model keeps.
 *
 * @param releasedOn `YYYY-MM-DD` or `YYYY-MM`; before that day the share is that of the first day.
 */
export function retainedShare(curve: DepreciationCurve, releasedOn: string, at: Date): number {
  const months = Math.max(0, (at.getTime() - Date.parse(releasedOn)) / month);
  const points = shares[curve];
  const after = monthsAt.findIndex((point) => point > months);
  if (after < 0) {
    const [end = 0] = monthsAt.slice(-1);
    const [last = 0] = points.slice(-1);
    return Math.max(leastShare, last * monthlyAfterwards ** (months - end));
  }
  const [from = 0, to = 1] = monthsAt.slice(after - 1, after + 1);
  const [high = 0, low = 0] = points.slice(after - 1, after + 1);
  return high + ((low - high) * (months - from)) / (to - from);
}
