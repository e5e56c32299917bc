/** `used 3 years`; years of use are stored as text such as `3 years` (specification, 3). */
export const usedFor = (yearsOfUse: string): string => `used ${usePeriod(yearsOfUse)}`;

/** `3 years`, and `less than a year` for `0 years`. */
export const usePeriod = (yearsOfUse: string): string =>
  /^0+ years?$/.test(yearsOfUse.trim()) ? 'less than a year' : yearsOfUse;
