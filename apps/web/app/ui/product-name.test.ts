import { expect, test } from 'vitest';
import { joinUnits } from './product-name.tsx';

test('a number and its unit are joined by a no-break space', () => {
  expect(joinUnits('iPhone 15 256 GB, Green')).toBe('iPhone 15 256\u00a0GB, Green');
  expect(joinUnits('Galaxy S23 1 TB and 5000 mAh')).toBe('Galaxy S23 1\u00a0TB and 5000\u00a0mAh');
});

test('other spaces stay', () => {
  expect(joinUnits('iPhone 15 Green')).toBe('iPhone 15 Green');
  expect(joinUnits('Redmi 9 MBappé edition')).toBe('Redmi 9 MBappé edition');
});
