import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from './listing-fields.ts';
import { depreciationCurves, retainedShare } from './price-curve.ts';
import {
  addMonths,
  type ComparableSale,
  costPerMonthCents,
  estimateFromCurve,
  estimateFromSales,
  forecastPrice,
  labelPrice,
  type PricedPhone,
  percentile,
} from './price-estimate.ts';

const model = {
  launchPrice: 799,
  storageStep: 100,
  storageGb: [128, 256, 512],
  curve: 'iphone',
  releasedOn: '2024-01-01',
} as const;
const month = 30.44 * 86_400_000;
const after = (months: number) => new Date(Date.parse(model.releasedOn) + months * month);

const anyModel = fc.record({
  launchPrice: fc.integer({ min: 99, max: 2500 }),
  storageStep: fc.constantFrom(0, 50, 100),
  storageGb: fc.constant([64, 128, 256, 512]),
  curve: fc.constantFrom(...depreciationCurves),
  releasedOn: fc.constantFrom('2017-09-22', '2021-03', '2024-01-24', '2026-11-01'),
});
const anyPhone = fc.record({
  storageGb: fc.constantFrom(undefined, 32, 64, 128, 256, 512, 1024),
  condition: fc.constantFrom(...conditions),
  batteryHealthPct: fc.constantFrom(undefined, 60, 79, 80, 100),
  carrierLocked: fc.boolean(),
  boxAndReceipt: fc.boolean(),
});
const anySales: fc.Arbitrary<ComparableSale[]> = fc.array(
  fc.tuple(anyPhone, fc.integer({ min: 2000, max: 200_000 })).map(([phone, priceCents]) => ({
    ...phone,
    priceCents,
  })),
  { minLength: 0, maxLength: 30 },
);
const anyDay = fc.date({
  min: new Date('2017-01-01'),
  max: new Date('2035-01-01'),
  noInvalidDate: true,
});
const sum = (contributions: readonly { cents: number }[]) =>
  contributions.reduce((total, { cents }) => total + cents, 0);

test('the contributions add up to the estimate', () => {
  fc.assert(
    fc.property(anyModel, anyPhone, anySales, anyDay, (phone, details, sales, day) => {
      for (const estimate of [
        estimateFromCurve(phone, details, day),
        estimateFromSales(phone, details, sales, day),
      ]) {
        if (!estimate) continue;
        expect(sum(estimate.contributions)).toBe(estimate.expectedCents);
        expect(estimate.expectedCents % 500).toBe(0);
        expect(estimate.lowCents).toBeLessThanOrEqual(estimate.expectedCents);
        expect(estimate.highCents).toBeGreaterThanOrEqual(estimate.expectedCents);
      }
    }),
  );
});

test('a forecast never rises with time', () => {
  fc.assert(
    fc.property(anyModel, anyPhone, anyDay, (phone, details, day) => {
      const estimate = estimateFromCurve(phone, details, day);
      if (!estimate) throw new Error('there is a launch price');
      let before = estimate.expectedCents;
      for (const months of [0, 1, 6, 12, 13, 24, 60, 120]) {
        const later = forecastPrice(phone, details, estimate, day, months);
        expect(later.expectedCents).toBeLessThanOrEqual(before);
        expect(later.lowCents).toBeLessThanOrEqual(later.expectedCents);
        expect(later.highCents).toBeGreaterThanOrEqual(later.expectedCents);
        before = later.expectedCents;
      }
    }),
  );
});

test('a curve has its published points, falls by 1 % a month afterwards, and ends at 3 %', () => {
  expect(retainedShare('iphone', model.releasedOn, after(-5))).toBe(0.88);
  expect(retainedShare('iphone', model.releasedOn, after(12))).toBeCloseTo(0.67);
  expect(retainedShare('iphone', model.releasedOn, after(30))).toBeCloseTo(0.435);
  expect(retainedShare('galaxy', model.releasedOn, after(72))).toBeCloseTo(0.1);
  expect(retainedShare('galaxy', model.releasedOn, after(84))).toBeCloseTo(0.1 * 0.99 ** 12);
  expect(retainedShare('galaxy', model.releasedOn, after(400))).toBe(0.03);
});

test('an estimate from the curve names each factor', () => {
  const phone: PricedPhone = {
    storageGb: 512,
    condition: 'fair',
    batteryHealthPct: 79,
    carrierLocked: true,
    boxAndReceipt: true,
  };
  const estimate = estimateFromCurve(model, phone, after(24));
  // (799 × 0.5 + 0.4 × 100 × 2) × 0.8 × 0.9 × 0.88 × 1.03 = 312.92…
  expect(estimate).toEqual({
    lowCents: 28_700,
    expectedCents: 31_500,
    highCents: 34_300,
    contributions: [
      { factor: 'launch-price', cents: 79_900 },
      { factor: 'age', cents: -39_950 },
      { factor: 'storage', cents: 8000 },
      { factor: 'condition', cents: -9590 },
      { factor: 'battery', cents: -3836 },
      { factor: 'network-lock', cents: -4143 },
      { factor: 'accessories', cents: 912 },
      { factor: 'rounding', cents: 207 },
    ],
  });
});

test('a model without data has no estimate', () => {
  const { launchPrice: _, ...unpriced } = model;
  expect(estimateFromCurve(unpriced, { condition: 'good' }, after(1))).toBeUndefined();
  expect(estimateFromSales(unpriced, { condition: 'good' }, [], after(1))).toBeUndefined();
});

const sale = (priceCents: number, more: Partial<ComparableSale> = {}): ComparableSale => ({
  condition: 'good',
  storageGb: 128,
  priceCents,
  ...more,
});

test('five sales of the same storage and condition make an estimate', () => {
  const sales = [30_000, 31_000, 32_000, 34_000, 36_000].map((cents) => sale(cents));
  const estimate = estimateFromSales(
    model,
    { condition: 'good', storageGb: 128 },
    sales,
    after(24),
  );
  expect(estimate).toEqual({
    lowCents: 31_000,
    expectedCents: 32_000,
    highCents: 34_000,
    contributions: [{ factor: 'sales', cents: 32_000 }],
    comparables: 5,
  });
  expect(
    estimateFromSales(model, { condition: 'good', storageGb: 128 }, sales.slice(1), after(24)),
  ).toBeUndefined();
});

test('too few sales of a condition are widened to the others, adjusted', () => {
  const sales = Array.from({ length: 5 }, () => sale(33_000, { condition: 'excellent' }));
  const estimate = estimateFromSales(
    model,
    { condition: 'fair', storageGb: 128 },
    sales,
    after(24),
  );
  expect(estimate?.contributions).toEqual([
    { factor: 'sales', cents: 30_000 },
    { factor: 'condition', cents: -6000 },
  ]);
});

test('too few sales of a size are widened to the others, adjusted', () => {
  const sales = Array.from({ length: 5 }, () => sale(38_000, { storageGb: 512 }));
  // 0.4 × 100 for each of the two steps above 128 GB.
  const estimate = estimateFromSales(
    model,
    { condition: 'good', storageGb: 256 },
    sales,
    after(24),
  );
  expect(estimate?.contributions).toEqual([
    { factor: 'sales', cents: 30_000 },
    { factor: 'storage', cents: 4000 },
  ]);
});

test('what a sold phone lacked or had besides is taken out of its price', () => {
  const sales = Array.from({ length: 5 }, () => sale(27_000, { batteryHealthPct: 70 }));
  const phone = { condition: 'good', storageGb: 128 } as const;
  expect(estimateFromSales(model, phone, sales, after(24))?.expectedCents).toBe(30_000);
  const weak = { ...phone, batteryHealthPct: 75 };
  expect(estimateFromSales(model, weak, sales, after(24))?.expectedCents).toBe(27_000);
});

test.each([
  [16_499, undefined, 'suspicious'],
  [16_500, undefined, 'great'],
  [27_299, undefined, 'great'],
  [27_300, undefined, 'fair'],
  [27_300, 7, 'great'],
  [32_700, 7, 'fair'],
  [32_701, undefined, 'high'],
] as const)('%i cents with %s comparables is %s', (cents, comparables, label) => {
  const estimate = { lowCents: 27_300, expectedCents: 30_000, highCents: 32_700, comparables };
  expect(labelPrice(cents, estimate)).toBe(label);
});

test('percentiles are interpolated', () => {
  expect(percentile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(percentile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(percentile([7], 0.75)).toBe(7);
});

test('the cost of a month is a 24th of the loss, and never negative', () => {
  expect(costPerMonthCents(30_000, 18_000)).toBe(500);
  expect(costPerMonthCents(10_000, 18_000)).toBe(0);
});

test('months are added by the calendar', () => {
  expect(addMonths(new Date('2026-01-31T10:00:00Z'), 1).toISOString()).toBe(
    '2026-02-28T10:00:00.000Z',
  );
  expect(addMonths(new Date('2026-11-22T00:00:00Z'), 24).toISOString()).toBe(
    '2028-11-22T00:00:00.000Z',
  );
});
