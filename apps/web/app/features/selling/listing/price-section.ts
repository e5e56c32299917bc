import { formatPrice } from '@redial/contract';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { ListingSection } from './listing-section.ts';

export const priceSection: ListingSection = {
  id: 'price',
  title: 'Price',
  summary: ({ product, plan }) =>
    formatPrice(product.resalePrice) + (plan ? ', goes down by itself' : ''),
  // The forms are loaded when the section is opened.
  Section: lazyPart(async () => (await import('./price-form.tsx')).PriceSection),
};
