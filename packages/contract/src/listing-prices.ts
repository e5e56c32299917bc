import Type, { type Static } from 'typebox';
import { DateTime, Deleted, Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars, formatPrice, priceLimits, toCents } from './money.ts';

/** A change of a listing's price. */
export const PriceChange = Type.Object({ from: Dollars, to: Dollars, changedAt: DateTime });
export type PriceChange = Static<typeof PriceChange>;

/** Number of price changes that a listing shows. */
export const maxShownPriceChanges = 10;

/** Days between two steps of a price plan. */
export const priceIntervalDays = { min: 1, max: 90 } as const;

/** Automatic lowering of a price: by `step`, every `intervalDays`, never below `floor`. */
export const NewPricePlan = Type.Object({
  step: Dollars,
  intervalDays: Type.Integer(),
  floor: Dollars,
});
export type NewPricePlan = Static<typeof NewPricePlan>;

export const PricePlan = Type.Object({ ...NewPricePlan.properties, nextAt: DateTime });
export type PricePlan = Static<typeof PricePlan>;

const params = Type.Object({ id: Id });
const accessRule = "the product's seller, and without an active order";
const ownErrors = ['product.not-found', 'product.not-owner', 'product.has-active-order'] as const;

export const setPrice = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/price',
  summary: 'Change the price of a listing',
  access: 'seller',
  accessRule,
  params,
  body: Type.Object({ resalePrice: Dollars }),
  response: Modified,
  errors: [...ownErrors, 'validation.failed'],
});

export const getPricePlan = endpoint({
  method: 'GET',
  path: '/api/listings/:id/price-plan',
  summary: 'How the price of an own listing is lowered',
  access: 'seller',
  accessRule: "the product's seller",
  params,
  response: Type.Object({ plan: orNull(PricePlan) }),
  errors: ['product.not-found', 'product.not-owner'],
});

export const setPricePlan = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/price-plan',
  summary: 'Lower the price of a listing step by step',
  access: 'seller',
  accessRule,
  params,
  body: NewPricePlan,
  response: Modified,
  errors: [...ownErrors, 'validation.failed'],
});

export const removePricePlan = endpoint({
  method: 'DELETE',
  path: '/api/listings/:id/price-plan',
  summary: 'End the lowering of a price',
  access: 'seller',
  accessRule,
  params,
  response: Deleted,
  errors: ownErrors,
});

/**
 * Finds the first invalid field of a price plan; the form and the API use the same rules.
 *
 * @param price the current price in dollars.
 */
export function validatePricePlan(
  { step, intervalDays, floor }: NewPricePlan,
  price: number,
): { field: 'step' | 'intervalDays' | 'floor'; message: string } | undefined {
  const isPrice = (dollars: number) => {
    const cents = toCents(dollars);
    return cents !== undefined && cents >= priceLimits.minCents && cents <= priceLimits.maxCents;
  };
  const { min, max } = priceIntervalDays;
  if (!isPrice(step)) return { field: 'step', message: 'The step is at least $1, in whole cents' };
  if (!Number.isInteger(intervalDays) || intervalDays < min || intervalDays > max) {
    return { field: 'intervalDays', message: `The interval is ${min} to ${max} days` };
  }
  if (!isPrice(floor)) {
    return { field: 'floor', message: 'The lowest price is at least $1, in whole cents' };
  }
  if (floor >= price) {
    return {
      field: 'floor',
      message: `The lowest price must be below the price of ${formatPrice(price)}`,
    };
  }
  return undefined;
}

/** The price after the next step of a plan, in cents; undefined if the floor is reached. */
export const nextPlannedPrice = (
  priceCents: number,
  { stepCents, floorCents }: { readonly stepCents: number; readonly floorCents: number },
): number | undefined =>
  priceCents <= floorCents ? undefined : Math.max(floorCents, priceCents - stepCents);
