import { expect, test } from 'vitest';
import { positionText } from './position-text.ts';

test.each([
  ['back', 0.1, 0.1, 'Back, upper left'],
  ['front', 0.5, 0.5, 'Front, centre'],
  ['front', 0.9, 0.5, 'Front, middle right'],
  ['back', 0.5, 0.9, 'Back, lower centre'],
  ['left', 0.1, 0.5, 'Left edge, near the top'],
  ['right', 0.9, 0.5, 'Right edge, near the bottom'],
  ['bottom', 0.5, 0.5, 'Bottom edge, middle'],
  ['top', 0.8, 0.5, 'Top edge, near the right'],
] as const)('%s at %d, %d is "%s"', (side, x, y, text) => {
  expect(positionText({ side, x, y })).toBe(text);
});
