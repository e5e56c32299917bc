import type { Category } from '@redial/contract';

/** Display name of a brand. */
export const brandLabel = (brand: Category): string => (brand === 'Iphone' ? 'iPhone' : brand);
