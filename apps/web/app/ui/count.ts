import { formatNumber, maxExactCount } from '@redial/contract';

/** A formatted count: `1,240`, or `over 1,000` if it was not counted exactly. */
export const countText = (count: number): string =>
  count === maxExactCount + 1 ? `over ${formatNumber(maxExactCount)}` : formatNumber(count);

/** `1 phone`, `132 phones`, `over 1,000 phones`. */
export const phonesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'phone' : 'phones'}`;

/** `2 more tries`, `1 more try`, `no more tries`. */
export const triesText = (left: number): string =>
  left === 1 ? '1 more try' : `${left === 0 ? 'no' : left} more tries`;
