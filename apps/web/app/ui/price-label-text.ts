import type { ShownPriceLabel } from '@redial/contract';

/** How a price compares with what such a phone is worth, in words. */
export const priceLabelText: Readonly<Record<ShownPriceLabel, string>> = {
  great: 'Great price',
  fair: 'Fair price',
  high: 'High price',
};
