const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** A day, in UTC so that server and browser render the same text: `Nov 26, 2026`. */
export const dayText = (iso: string): string => format.format(new Date(iso));
