import { type Figure, type FigureName, formatNumber, formatSignedPrice } from '@redial/contract';
import { readerLocale } from '../../ui/reader-locale.ts';

export const figureLabels: Readonly<Record<FigureName, string>> = {
  'sign-ups': 'Sign-ups',
  listings: 'Listings',
  orders: 'Orders',
  sales: 'Sales volume',
  fees: 'Fees',
  refunds: 'Refunds',
  disputes: 'Disputes',
  reports: 'Reports',
};

/** A value of a figure, in its unit. */
export const formatFigure = (unit: Figure['unit'], value: number): string =>
  unit === 'dollars' ? formatSignedPrice(value) : formatNumber(value);

/** The day at a position of a period, such as `2026-11-22`. */
export const dayAt = (from: string, position: number): string =>
  new Date(Date.parse(from) + position * 86_400_000).toISOString().slice(0, 10);

/** `Nov 22`, in UTC like the figures. */
export const shortDay = (day: string): string =>
  new Date(day).toLocaleDateString(readerLocale(), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
