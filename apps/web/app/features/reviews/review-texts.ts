import type { ReviewPoint } from '@redial/contract';

/** What each point is called. */
export const pointLabels: Record<ReviewPoint, string> = {
  asDescribed: 'As described',
  communication: 'Communication',
  handover: 'Handover',
};

/** What each number of stars means. */
export const starLabels = ['Bad', 'Poor', 'Okay', 'Good', 'Very good'] as const;

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `March 2026`, in UTC, so that server and browser render the same text. */
export function monthOf(time: string): string {
  const date = new Date(time);
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A share in whole percent, rounded down: only all of them are 100%. */
export const percentOf = (part: number, all: number): string =>
  // Multiplied first, since 29 / 50 is a little less than 0.58.
  `${Math.floor((part * 100) / all)}%`;
