/** Formats a time in the reader's zone: "Thu, Nov 26, 2:00 PM". */
export const formatDateTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
