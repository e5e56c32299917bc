import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Defect,
  defectDistances,
  defectKinds,
  defectParts,
  functionalTests,
  type Grade,
  grade,
  grades,
  type TestResults,
} from './grade.ts';

const at = { side: 'back', x: 0.5, y: 0.5 } as const;

/** `back scratch 20-to-50cm`; on the screen `on` or `off`: whether it shows when it is on. */
function defect(text: string): Defect {
  const [part, kind, visibleFrom = 'closer-than-20cm', shows] = text.split(' ');
  return {
    ...at,
    part: part as Defect['part'],
    kind: kind as Defect['kind'],
    visibleFrom: visibleFrom as Defect['visibleFrom'],
    ...(shows ? { visibleWhenOn: shows === 'on' } : {}),
  };
}

const gradeOf = (
  defects: string[],
  battery: number | undefined = 95,
  tests: TestResults = {},
  accountLock: 'signed-out' | 'locked' | 'unknown' = 'signed-out',
) => grade(defects.map(defect), battery, tests, { accountLock });

type Row = [Grade, ...Parameters<typeof gradeOf>];

const rows: Row[] = [
  ['excellent', []],
  ['excellent', [], 85],
  ['excellent', [], 100, { touch: 'pass', nfc: 'pass' }],
  ['excellent', [], 95, {}, 'unknown'],
  ['excellent', ['back hairline']],
  ['excellent', ['back hairline', 'frame scratch']],
  ['excellent', ['frame discolouration']],
  ['good', [], 84],
  ['good', [], 80],
  ['good', ['back hairline', 'frame hairline', 'button scratch']],
  ['good', ['back scratch 20-to-50cm']],
  ['good', ['camera-glass hairline 20-to-50cm']],
  ['good', ['frame dent-shallow']],
  ['good', ['screen hairline closer-than-20cm off']],
  ['good', ['screen scratch beyond-50cm off']],
  ['good', ['screen hairline']],
  ['fair', [], 79],
  ['fair', [], 1],
  ['fair', ['screen hairline closer-than-20cm on']],
  ['fair', ['screen discolouration 20-to-50cm on']],
  ['fair', ['screen dead-pixel']],
  ['fair', ['screen dead-pixel', 'screen dead-pixel', 'screen dead-pixel']],
  ['fair', ['back deep-scratch']],
  ['fair', ['screen deep-scratch closer-than-20cm off']],
  ['fair', ['frame dent-deep']],
  ['fair', ['back scratch beyond-50cm']],
  ['fair', [], 95, { nfc: 'fail' }],
  ['fair', [], 95, { biometrics: 'fail', touch: 'pass' }],
  ['not-listable', ['screen crack']],
  ['not-listable', ['back chip']],
  ['not-listable', ['frame bent']],
  ['not-listable', ['port water']],
  ['not-listable', ['screen burn-in']],
  ['not-listable', Array(4).fill('screen dead-pixel')],
  ['not-listable', [], 95, {}, 'locked'],
  ['not-listable', [], 95, { touch: 'fail' }],
  ['not-listable', [], 95, { display: 'fail' }],
  ['not-listable', [], 95, { 'mobile-signal': 'fail' }],
  ['not-listable', [], 95, { earpiece: 'fail', microphones: 'fail' }],
  ['not-listable', ['back hairline'], 70, { charging: 'fail', flash: 'fail' }],
  // The worst line decides.
  ['fair', ['back scratch 20-to-50cm'], 75],
];

test.each(rows)('%s: marks %j, battery %s, tests %j, account %s', (expected, ...phone) => {
  expect(gradeOf(...phone).grade).toBe(expected);
});

test('an unstated battery allows no better grade than good', () => {
  expect(grade([], undefined, {}, { accountLock: 'signed-out' })).toEqual({
    grade: 'good',
    reasons: [{ text: 'The battery health is not stated' }],
  });
});

test('names everything that decided, and only that', () => {
  const { reasons } = gradeOf(['back hairline', 'frame dent-deep'], 70, { wifi: 'fail' });
  expect(reasons).toEqual([
    { text: 'Deep dent on the frame, seen only from closer than 20 cm', defect: 1 },
    { text: 'The battery is at 70%' },
    { text: 'Wi-Fi does not work' },
  ]);
});

const anyDefect: fc.Arbitrary<Defect> = fc
  .record({
    part: fc.constantFrom(...defectParts),
    kind: fc.constantFrom(...defectKinds),
    visibleFrom: fc.constantFrom(...defectDistances),
    shows: fc.boolean(),
  })
  .map(({ shows, ...each }) => ({
    ...at,
    ...each,
    ...(each.part === 'screen' ? { visibleWhenOn: shows } : {}),
  }));
const anyTests = fc.dictionary(
  fc.constantFrom(...functionalTests),
  fc.constantFrom('pass', 'fail'),
) as fc.Arbitrary<TestResults>;
const anyBattery = fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined });
const anyLock = fc.constantFrom('signed-out', 'locked', 'unknown');
const rank = (one: Grade) => grades.indexOf(one);

test('another defect never improves the grade', () => {
  fc.assert(
    fc.property(
      fc.array(anyDefect, { maxLength: 6 }),
      anyDefect,
      anyBattery,
      anyTests,
      anyLock,
      (defects, added, battery, tests, accountLock) => {
        const before = grade(defects, battery, tests, { accountLock });
        const after = grade([...defects, added], battery, tests, { accountLock });
        expect(rank(after.grade)).toBeGreaterThanOrEqual(rank(before.grade));
      },
    ),
  );
});

test('a failing test and a weaker battery never improve the grade', () => {
  fc.assert(
    fc.property(
      fc.array(anyDefect, { maxLength: 4 }),
      fc.integer({ min: 2, max: 100 }),
      anyTests,
      fc.constantFrom(...functionalTests),
      (defects, battery, tests, failing) => {
        const lock = { accountLock: 'unknown' } as const;
        const before = rank(grade(defects, battery, tests, lock).grade);
        const failed = { ...tests, [failing]: 'fail' } as const;
        expect(rank(grade(defects, battery, failed, lock).grade)).toBeGreaterThanOrEqual(before);
        expect(rank(grade(defects, battery - 1, tests, lock).grade)).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});

test('the order of the defects does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyDefect, { maxLength: 6 }), anyBattery, (defects, battery) => {
      const lock = { accountLock: 'unknown' } as const;
      expect(grade(defects.toReversed(), battery, {}, lock).grade).toBe(
        grade(defects, battery, {}, lock).grade,
      );
    }),
  );
});
