/** Formats a time in the reader's zone: "Thu, Nov 26, 2:00 PM". */
export const formatDateTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/**
 * Formats a past time for a list, in the reader's zone: "2:00 PM" for one of today, "Nov 26", or
 * "Nov 26, 2025" for one of another year.
 */
export function formatShortTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) {
    return at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  }
  return at.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

/** Formats a time in the reader's zone, such as `Nov 22, 14:05`. For pages that render in the browser only. */
export const formatTime = (iso: string | null): string =>
  iso === null
    ? ''
    : new Date(iso).toLocaleString('en-US', {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
