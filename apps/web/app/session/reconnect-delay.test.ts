import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

test('the delay doubles with each failure, up to half a minute', () => {
  const longest = [0, 1, 2, 3, 4, 5, 50].map((failures) => reconnectDelayMs(failures, () => 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('half of the delay is random', () => {
  expect(reconnectDelayMs(3, () => 0)).toBe(4000);
  expect(reconnectDelayMs(3, () => 0.5)).toBe(6000);
});
