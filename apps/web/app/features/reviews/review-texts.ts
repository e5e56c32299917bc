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
