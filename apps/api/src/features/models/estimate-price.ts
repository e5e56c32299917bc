import {
  type ComparableSale,
  costPeriodMonths,
  costPerMonthCents,
  type EstimateRequest,
  estimateFromCurve,
  estimateFromSales,
  forecastPrice,
  labelPrice,
  type PricedPhone,
  type PriceEstimate,
  toCents,
  toDollars,
} from '@redial/contract';
import type { Executor } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { findComparables } from './comparables.ts';
import { requireModel, type StoredModel } from './queries.ts';

/**
 * Estimates what a phone is worth: from completed sales where there are enough, else from the launch
 * price and the age of the model.
 *
 * @throws Problem `model.not-found`, `estimate.no-data`
 */
export async function estimatePrice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: User | undefined,
  input: EstimateRequest,
): Promise<PriceEstimate> {
  const model = await requireModel(db, input.model);
  const phone: PricedPhone = {
    storageGb: input.storageGb,
    condition: input.condition,
    batteryHealthPct: input.batteryHealthPct,
    carrierLocked: input.networkLock === 'carrier-locked',
    boxAndReceipt:
      input.accessories?.includes('box') === true && input.accessories.includes('receipt'),
  };
  const asked = input.price === undefined ? undefined : toCents(input.price);
  return explainPrice(db, model, phone, asked, clock.now());
}

/**
 * Estimates a phone, and compares a price with the estimate.
 *
 * @param askedCents the price, if there is one.
 * @throws Problem `estimate.no-data`
 */
export async function explainPrice(
  db: Executor,
  model: StoredModel,
  phone: PricedPhone,
  askedCents: number | undefined,
  today: Date,
): Promise<PriceEstimate> {
  const sales = await findComparables(db, [model], today);
  const estimate = estimateModel(model, phone, sales.get(model.id) ?? [], today);
  if (!estimate) throw new Problem('estimate.no-data');
  const { comparables, lowCents, expectedCents, highCents, contributions } = estimate;
  const label = askedCents === undefined ? undefined : labelPrice(askedCents, estimate);
  const later = forecastPrice(model, phone, estimate, today, costPeriodMonths);
  return {
    basis: comparables === undefined ? 'curve' : 'sales',
    comparables: comparables ?? 0,
    low: toDollars(lowCents),
    expected: toDollars(expectedCents),
    high: toDollars(highCents),
    contributions: contributions.map(({ factor, cents }) => ({ factor, amount: toDollars(cents) })),
    ...(label === undefined || label === 'suspicious' ? {} : { label }),
    in24Months: toDollars(later.expectedCents),
    costPerMonth: toDollars(costPerMonthCents(askedCents ?? expectedCents, later.expectedCents)),
  };
}

/** An estimate from sales if there are enough, else from the curve. `comparables`: from sales. */
export function estimateModel(
  model: StoredModel,
  phone: PricedPhone,
  sales: readonly ComparableSale[],
  today: Date,
) {
  const fromCurve = () => {
    const estimate = estimateFromCurve(model, phone, today);
    return estimate && { ...estimate, comparables: undefined };
  };
  return estimateFromSales(model, phone, sales, today) ?? fromCurve();
}
