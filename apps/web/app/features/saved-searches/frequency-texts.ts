import type { AlertFrequency } from '@redial/contract';

/** How the frequencies of alerts are called. */
export const frequencyTexts: Readonly<Record<AlertFrequency, string>> = {
  instant: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
};
