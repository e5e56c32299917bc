import { type Defect, grade, type ListingDetails, unknownDetails } from '@redial/contract';
import { expect, test } from 'vitest';
import { adviceFor, gradeWithoutReasons } from './grade-advice.ts';

const crack: Defect = {
  part: 'back',
  kind: 'crack',
  visibleFrom: '20-to-50cm',
  side: 'back',
  x: 0.5,
  y: 0.5,
};
const scratch: Defect = { ...crack, kind: 'scratch' };

function listing(about: Partial<ListingDetails>, defects: Defect[] = []) {
  const details = { ...unknownDetails, ...about };
  const { batteryHealthPct, tests, accountLock } = details;
  const { grade: computed, reasons } = grade(defects, batteryHealthPct ?? undefined, tests, {
    accountLock,
  });
  return { details, defects, grading: { grade: computed, reasons: [...reasons] } };
}

test('without a battery that is not stated, the phone is excellent', () => {
  const good = listing({});
  expect(gradeWithoutReasons(good)).toBe('excellent');
  expect(adviceFor(good)).toEqual(['State the battery health.']);
});

test('without the crack, what is left decides', () => {
  const cracked = listing({ batteryHealthPct: 95 }, [scratch, crack]);
  expect(cracked.grading.grade).toBe('not-listable');
  expect(gradeWithoutReasons(cracked)).toBe('good');
  expect(adviceFor(cracked)).toEqual([
    'Have the damage repaired, then take the mark off the list.',
  ]);
});

test('a repaired touch screen leaves the test that is less important', () => {
  const broken = listing({ batteryHealthPct: 95, tests: { touch: 'fail', nfc: 'fail' } });
  expect(gradeWithoutReasons(broken)).toBe('fair');
});

test('the advice for a locked phone is to sign out', () => {
  const locked = listing({ batteryHealthPct: 95, accountLock: 'locked' });
  expect(gradeWithoutReasons(locked)).toBe('excellent');
  expect(adviceFor(locked)[0]).toContain('Sign the phone out');
});

test('the best phone has nothing to mend', () => {
  const best = listing({ batteryHealthPct: 95 });
  expect(gradeWithoutReasons(best)).toBeUndefined();
  expect(adviceFor(best)).toEqual([]);
});
