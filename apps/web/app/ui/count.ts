import { formatNumber, maxExactCount } from '@redial/contract';

/** A formatted count: `1,240`, or `over 1,000` if it was not counted exactly. */
export const countText = (count: number): string =>
  count === maxExactCount + 1 ? `over ${formatNumber(maxExactCount)}` : formatNumber(count);

/** `1 phone`, `132 phones`, `over 1,000 phones`. */
export const phonesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'phone' : 'phones'}`;
