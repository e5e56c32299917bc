import { formatNumber, maxExactCount } from '@redial/contract';

/** A count as people read it: `1,240`, or `over 1,000` where nobody counted further. */
export const countText = (count: number): string =>
  count === maxExactCount + 1 ? `over ${formatNumber(maxExactCount)}` : formatNumber(count);

/** `1 phone`, `132 phones`, `over 1,000 phones`. */
export const phonesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'phone' : 'phones'}`;
