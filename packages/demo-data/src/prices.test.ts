import { expect, test } from 'vitest';
import { hasNewSuccessor, launchPriceUsd, models, storageText } from './models.ts';
import {
  askingPriceUsd,
  getDepreciationCurve,
  getResidualShare,
  type PricingInput,
} from './prices.ts';

const find = (name: string) => {
  const model = models.find(({ model }) => model === name);
  if (!model) throw new Error(`${name} is not in the catalogue`);
  return model;
};
const worth: PricingInput = {
  model: find('iPhone 13'),
  storageGb: 128,
  monthsSinceRelease: 24,
  condition: 'good',
  battery: 90,
  locked: false,
  boxAndReceipt: false,
  successorIsNew: false,
  daysListed: 0,
  priceFactor: 1,
};

test.each([
  ['iPhone 13', 0, 0.88],
  ['iPhone 13', 12, 0.67],
  ['iPhone 13', 72, 0.14],
  ['Galaxy S23', 24, 0.36],
  ['Galaxy Z Fold5', 36, 0.25],
  ['Galaxy A54 5G', 48, 0.16],
  ['Xiaomi 13', 18, 0.38],
  ['Mi 11', 60, 0.1],
  ['POCO F5', 6, 0.57],
  ['Redmi Note 12', 36, 0.2],
])('%s keeps after %i months the share %d', (name, months, share) => {
  expect(getResidualShare(getDepreciationCurve(find(name)), months)).toBeCloseTo(share, 10);
});

test('the share is interpolated linearly, and decays exponentially after the last point', () => {
  expect(getResidualShare('iphone', 9)).toBeCloseTo((0.76 + 0.67) / 2, 10);
  expect(getResidualShare('iphone', 84)).toBeCloseTo(0.14 * 0.85, 10);
  expect(getResidualShare('iphone', 120)).toBeGreaterThan(0);
});

test('the price depends on condition, storage, lock and box', () => {
  expect(askingPriceUsd(worth)).toBe(400);
  expect(askingPriceUsd({ ...worth, condition: 'excellent' })).toBe(440);
  expect(askingPriceUsd({ ...worth, condition: 'fair' })).toBe(320);
  expect(askingPriceUsd({ ...worth, storageGb: 256 })).toBe(440);
  expect(askingPriceUsd({ ...worth, locked: true })).toBe(350);
  expect(askingPriceUsd({ ...worth, boxAndReceipt: true })).toBe(410);
  expect(askingPriceUsd({ ...worth, battery: 79 })).toBe(360);
  expect(askingPriceUsd({ ...worth, successorIsNew: true })).toBe(375);
  expect(askingPriceUsd({ ...worth, daysListed: 58 })).toBe(385);
});

test('the surcharge for storage is that of the launch', () => {
  expect(launchPriceUsd(find('iPhone 13'), 512)).toBe(999);
  expect(launchPriceUsd(find('Galaxy A54 5G'), 256)).toBe(499);
  expect(() => launchPriceUsd(find('iPhone 13'), 64)).toThrow('was not sold with 64 GB');
  expect(storageText(512)).toBe('512 GB');
  expect(storageText(1024)).toBe('1 TB');
});

test('a successor counts as new for sixty days', () => {
  const s25 = find('Galaxy S25');
  expect(hasNewSuccessor(s25, Date.parse('2026-03-05'))).toBe(false);
  expect(hasNewSuccessor(s25, Date.parse('2026-04-01'))).toBe(true);
  expect(hasNewSuccessor(s25, Date.parse('2026-06-01'))).toBe(false);
});
