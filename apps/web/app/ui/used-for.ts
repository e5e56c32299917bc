import { yearsOfUseText } from '@redial/contract';

/** `used 3 years`; years of use are stored as text such as `3 years` (specification, 3). */
export const usedFor = (yearsOfUse: string): string => `used ${usePeriod(yearsOfUse)}`;

/** `3 years`, `less than a year` for `0 years`; a text of another form, as it is. */
export function usePeriod(yearsOfUse: string): string {
  const [, digits] = /^0*(\d+) years?$/.exec(yearsOfUse.trim()) ?? [];
  if (digits === undefined) return yearsOfUse;
  return digits === '0' ? 'less than a year' : yearsOfUseText(Number(digits));
}
