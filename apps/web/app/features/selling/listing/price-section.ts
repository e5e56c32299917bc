import { formatPrice, getPricePlan } from '@redial/contract';
import { call } from '../../../session/call.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { ListingSection } from './listing-section.ts';

/** Reads the plan; a failure is none, which the section then shows as off. */
export async function readPlan(id: string) {
  const result = await call(getPricePlan, { params: { id } });
  return result.ok ? result.value.plan : null;
}

export const priceSection: ListingSection = {
  id: 'price',
  title: 'Price',
  summary: ({ product, plan }) =>
    formatPrice(product.resalePrice) + (plan ? ', goes down by itself' : ''),
  // The forms are loaded when the section is opened.
  Section: lazyPart(async () => (await import('./price-form.tsx')).PriceSection),
};
