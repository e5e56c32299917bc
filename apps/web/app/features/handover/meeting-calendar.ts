import type { Handover, Meeting } from '@redial/contract';

const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '\\n');

const toUtc = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Folds a line to at most 75 octets (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines = [''];
  let size = 0;
  for (const character of line) {
    const bytes = new TextEncoder().encode(character).length;
    if (size + bytes > 74) {
      lines.push('');
      size = 0;
    }
    lines[lines.length - 1] += character;
    size += bytes;
  }
  return lines.join('\r\n ');
}

/** A meeting of half an hour as an iCalendar file (RFC 5545). */
export function meetingCalendar(
  { orderId, productName, otherName }: Handover,
  { place, at }: Meeting,
  origin: string,
): string {
  const start = new Date(at);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Redial//Meeting//EN',
    'BEGIN:VEVENT',
    // Of the order, so that another meeting replaces this one in the calendar.
    `UID:${orderId}@redial`,
    `DTSTAMP:${toUtc(new Date())}`,
    `DTSTART:${toUtc(start)}`,
    `DTEND:${toUtc(new Date(start.getTime() + 30 * 60_000))}`,
    `SUMMARY:${escapeText(`${productName}: meet ${otherName}`)}`,
    `LOCATION:${escapeText(place)}`,
    `URL:${origin}/dashboard/orders/${orderId}/handover`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
