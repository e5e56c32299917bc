import { type Defect, grade, type ListingDetails, unknownDetails } from '@redial/contract';
import { expect, test } from 'vitest';
import { adviceFor, countReasons, gradeWithoutReasons } from './grade-advice.ts';

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

test('without too many light marks on the body, the phone is excellent', () => {
  const hairline: Defect = { ...crack, kind: 'hairline', visibleFrom: 'closer-than-20cm' };
  const marked = listing({ batteryHealthPct: 95 }, [hairline, hairline, hairline]);
  expect(marked.grading.grade).toBe('good');
  expect(gradeWithoutReasons(marked)).toBe('excellent');
});

test('reasons of the same text are counted', () => {
  const { grading } = listing({ batteryHealthPct: 82 }, [scratch, scratch]);
  expect(countReasons(grading.reasons)).toEqual([
    { text: 'Scratch on the back, seen from 20 to 50 cm', count: 2 },
    { text: 'The battery is at 82%', count: 1 },
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
