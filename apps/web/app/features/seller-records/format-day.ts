import { readerLocale } from '../../ui/reader-locale.ts';

/** Formats a time as a day in the reader's zone: "Nov 26, 2026". */
export const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(readerLocale(), { dateStyle: 'medium' });
