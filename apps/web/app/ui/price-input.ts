import { formatPrice, toCents } from '@redial/contract';

/** What a typed price means. */
export type PriceInput =
  | { readonly kind: 'amount'; readonly dollars: number }
  /** Two readings, such as 1250 and 1.25 for `1.250`. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [number, number] }
  | { readonly kind: 'too-many-decimals' }
  | { readonly kind: 'invalid' };

const invalid: PriceInput = { kind: 'invalid' };

/**
 * Parses a price in dollars the way people in different countries write it: with an optional
 * currency sign, and with commas, dots, spaces or apostrophes between groups of three digits, if the
 * reading is unambiguous: `1,250.50`, `1.250,50`, `1 250`, `89,90`. A comma before three digits is a
 * group separator, as everywhere on this site; a dot before three digits is ambiguous.
 */
export function parsePrice(text: string): PriceInput {
  const plain = text
    .trim()
    .replace(/^(?:US)?\$\s*|\s*(?:\$|USD)$/gi, '')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, ' ');
  if (!/^\d[\d., ]*$/.test(plain)) return invalid;
  if (/^\d{1,3}\.\d{3}$/.test(plain) && !plain.startsWith('0')) {
    return { kind: 'ambiguous', readings: [Number(plain.replace('.', '')), Number(plain)] };
  }
  const lastSign = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const sign = plain[lastSign];
  const isGroup = sign === undefined || isGrouping(plain, sign);
  const whole = isGroup ? plain : plain.slice(0, lastSign);
  const decimals = isGroup ? '' : plain.slice(lastSign + 1);
  const separators = new Set(whole.replace(/\d/g, ''));
  if (separators.size > 1 || (!isGroup && separators.has(sign ?? ''))) return invalid;
  if (separators.size === 1 && !/^\d{1,3}(?:[., ]\d{3})+$/.test(whole)) return invalid;
  if (!/^\d*$/.test(decimals)) return invalid;
  if (decimals.length > 2) return { kind: 'too-many-decimals' };
  return { kind: 'amount', dollars: Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`) };
}

/** Whether the last sign separates groups of digits: it occurs twice, or as a comma before three. */
function isGrouping(plain: string, sign: string): boolean {
  if (plain.split(sign).length > 2) return true;
  return sign === ',' && !plain.includes('.') && /,\d{3}$/.test(plain);
}

/** What is wrong with an amount that has more than two decimals. */
export const tooManyDecimals = 'Use at most two decimals, such as 40.50';

/**
 * Asks which reading of an ambiguous price is meant. If only one is possible, it says how to write it.
 *
 * @param isPossible whether the field takes an amount in dollars
 */
export function ambiguityText(
  readings: readonly number[],
  isPossible: (dollars: number) => boolean = () => true,
): string {
  const possible = readings.filter((one) => toCents(one) !== undefined && isPossible(one));
  if (possible.length > 1) return `Did you mean ${possible.map(formatPrice).join(' or ')}?`;
  return possible[0] === undefined ? tooManyDecimals : `Enter an amount, such as ${possible[0]}`;
}
