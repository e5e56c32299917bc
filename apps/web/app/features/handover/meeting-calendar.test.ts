import { expect, test } from 'vitest';
import { meetingCalendar } from './meeting-calendar.ts';

test('a meeting is an iCalendar event in UTC, with escaped and folded text', () => {
  const handover = { orderId: 'o1', productName: 'iPhone 13, Blue', otherName: 'Zoë; Q' };
  const place = `Gare de Lyon, ${'main hall '.repeat(10)}`;
  const meeting = { place, at: '2026-11-26T14:00:00.000Z' };
  const text = meetingCalendar(handover as never, meeting as never, 'https://redial.test');
  expect(text).toContain('UID:o1@redial\r\n');
  expect(text).toContain('DTSTART:20261126T140000Z\r\nDTEND:20261126T143000Z\r\n');
  expect(text).toContain('SUMMARY:iPhone 13\\, Blue: meet Zoë\\; Q\r\n');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(76);
  expect(text.replaceAll('\r\n ', '')).toContain('LOCATION:Gare de Lyon\\, main hall');
});
