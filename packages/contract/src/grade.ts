import Type, { type Static } from 'typebox';
import { imageUrlMaxLength } from './images.ts';
import { type Condition, conditions } from './listing-fields.ts';

export const defectParts = ['screen', 'back', 'frame', 'camera-glass', 'port', 'button'] as const;
export const defectKinds = [
  'hairline',
  'scratch',
  'deep-scratch',
  'dent-shallow',
  'dent-deep',
  'chip',
  'crack',
  'burn-in',
  'dead-pixel',
  'discolouration',
  'bent',
  'water',
] as const;
/** The farthest distance from which a mark is seen. */
export const defectDistances = ['closer-than-20cm', '20-to-50cm', 'beyond-50cm'] as const;
export const defectSides = ['front', 'back', 'top', 'bottom', 'left', 'right'] as const;
export type DefectSide = (typeof defectSides)[number];

/** A mark on a phone, pinned to a drawing of one of its sides. */
export const Defect = Type.Object({
  part: Type.Enum(defectParts),
  kind: Type.Enum(defectKinds),
  visibleFrom: Type.Enum(defectDistances),
  visibleWhenOn: Type.Optional(
    Type.Boolean({ description: 'On the screen: whether it is seen while the screen is on' }),
  ),
  side: Type.Enum(defectSides),
  x: Type.Number({ description: 'From the left edge of the drawing (0) to the right one (1)' }),
  y: Type.Number({ description: 'From the top edge of the drawing (0) to the bottom one (1)' }),
  sizeMm: Type.Optional(Type.Number({ description: 'Length in millimetres' })),
  note: Type.Optional(Type.String({ maxLength: 200 })),
  photo: Type.Optional(Type.String({ maxLength: imageUrlMaxLength, description: 'A close-up' })),
});
export type Defect = Static<typeof Defect>;

/** What a seller can test, in the order of the form. */
export const functionalTests = [
  'touch',
  'display',
  'front-camera',
  'rear-camera',
  'flash',
  'loudspeaker',
  'earpiece',
  'microphones',
  'vibration',
  'buttons',
  'charging',
  'wireless-charging',
  'wifi',
  'bluetooth',
  'gps',
  'mobile-signal',
  'nfc',
  'biometrics',
  'gyroscope',
  'proximity',
] as const;
export type FunctionalTest = (typeof functionalTests)[number];
export const testResults = ['pass', 'fail'] as const;
export type TestResults = Partial<Record<FunctionalTest, (typeof testResults)[number]>>;

export const accountLocks = ['signed-out', 'locked', 'unknown'] as const;

/** Best first. A phone that is `not-listable` cannot be sold here. */
export const grades = [...conditions, 'not-listable'] as const;
export type Grade = (typeof grades)[number];

/** Why a phone is not graded better. `defect` is the index of the defect that decided. */
export interface GradeReason {
  readonly text: string;
  readonly defect?: number;
}

export interface GradeResult {
  readonly grade: Grade;
  /** All that reach the line of the rubric that decided; none for `excellent`. */
  readonly reasons: readonly GradeReason[];
}

/** Without these a phone is not usable as one. */
const essentialTests: readonly FunctionalTest[] = [
  'touch',
  'display',
  'mobile-signal',
  'earpiece',
  'microphones',
  'charging',
];
const unsellableKinds: readonly Defect['kind'][] = ['crack', 'chip', 'bent', 'water', 'burn-in'];
const maxDeadPixels = 3;
const maxLightBodyMarks = 2;
/** Battery health in percent from which the grade allows `good` and `excellent`. */
const batteryFor = { good: 80, excellent: 85 };

/** The published rubric: what each grade is reached by. The worst line reached decides. */
export const gradeRubric: readonly {
  readonly grade: Grade;
  readonly reachedBy: readonly string[];
}[] = [
  {
    grade: 'not-listable',
    reachedBy: [
      'a crack, a chip, a bent frame, water damage or burn-in',
      'more than three dead pixels',
      'an account lock',
      'touch, display, mobile signal, earpiece, microphones or charging that fails',
    ],
  },
  {
    grade: 'fair',
    reachedBy: [
      'a mark on the screen that shows when it is on',
      'one to three dead pixels',
      'a deep scratch, or a deep dent: a fingernail catches its edge',
      'a mark on the body seen from beyond 50 cm',
      'a battery below 80%',
      'any other function that fails',
    ],
  },
  {
    grade: 'good',
    reachedBy: [
      'a mark on the screen that does not show when it is on',
      'a mark on the body seen from 20 to 50 cm',
      'more than two marks on the body',
      'a shallow dent',
      'a battery of 80 to 84%, or not stated',
    ],
  },
  { grade: 'excellent', reachedBy: ['none of these'] },
];

/**
 * Grades a phone by the published rubric.
 *
 * @param batteryHealthPct undefined if it is not known.
 * @param tests results of the tests that were run; the others do not count.
 */
export function grade(
  defects: readonly Defect[],
  batteryHealthPct: number | undefined,
  tests: TestResults,
  { accountLock }: { readonly accountLock: (typeof accountLocks)[number] },
): GradeResult {
  const reached: (GradeReason & { readonly grade: Grade })[] = [
    ...gradeDefects(defects),
    ...gradeBattery(batteryHealthPct),
    ...gradeTests(tests),
    ...(accountLock === 'locked'
      ? [{ grade: 'not-listable', text: 'It is locked to an account' } as const]
      : []),
  ];
  const worst = grades.findLast((each) => reached.some((reason) => reason.grade === each));
  if (!worst) return { grade: 'excellent', reasons: [] };
  return {
    grade: worst,
    reasons: reached
      .filter((reason) => reason.grade === worst)
      .map(({ grade: _, ...reason }) => reason),
  };
}

/** Whether a condition claims more than a grade allows. */
export const isBetterThan = (condition: Condition, limit: Grade): boolean =>
  grades.indexOf(condition) < grades.indexOf(limit);

type Reached = GradeReason & { readonly grade: Grade };

function gradeDefects(defects: readonly Defect[]): Reached[] {
  const deadPixels = defects.filter(({ kind }) => kind === 'dead-pixel').length;
  const bodyMarks = defects.filter(({ part }) => part !== 'screen').length;
  return [
    ...defects.flatMap((defect, index) => {
      const line = gradeDefect(defect, deadPixels);
      return line ? [{ grade: line, text: describeDefect(defect), defect: index }] : [];
    }),
    ...(bodyMarks > maxLightBodyMarks
      ? [{ grade: 'good', text: `There are ${bodyMarks} marks on the body` } as const]
      : []),
  ];
}

function gradeDefect(defect: Defect, deadPixels: number): Grade | undefined {
  const { kind, part, visibleFrom } = defect;
  if (unsellableKinds.includes(kind)) return 'not-listable';
  if (kind === 'dead-pixel') return deadPixels > maxDeadPixels ? 'not-listable' : 'fair';
  if (kind === 'deep-scratch' || kind === 'dent-deep') return 'fair';
  if (part === 'screen') return defect.visibleWhenOn ? 'fair' : 'good';
  if (visibleFrom === 'beyond-50cm') return 'fair';
  return visibleFrom === '20-to-50cm' || kind === 'dent-shallow' ? 'good' : undefined;
}

function gradeBattery(pct: number | undefined): Reached[] {
  if (pct === undefined) return [{ grade: 'good', text: 'The battery health is not stated' }];
  if (pct < batteryFor.good) return [{ grade: 'fair', text: `The battery is at ${pct}%` }];
  return pct < batteryFor.excellent ? [{ grade: 'good', text: `The battery is at ${pct}%` }] : [];
}

function gradeTests(tests: TestResults): Reached[] {
  return functionalTests
    .filter((test) => tests[test] === 'fail')
    .map((test) => ({
      grade: essentialTests.includes(test) ? 'not-listable' : 'fair',
      text: `${testNames[test]} does not work`,
    }));
}

export const testNames: Readonly<Record<FunctionalTest, string>> = {
  touch: 'Touch',
  display: 'The display',
  'front-camera': 'The front camera',
  'rear-camera': 'The rear camera',
  flash: 'The flash',
  loudspeaker: 'The loudspeaker',
  earpiece: 'The earpiece',
  microphones: 'The microphone',
  vibration: 'Vibration',
  buttons: 'A button',
  charging: 'Charging',
  'wireless-charging': 'Wireless charging',
  wifi: 'Wi-Fi',
  bluetooth: 'Bluetooth',
  gps: 'GPS',
  'mobile-signal': 'Mobile signal',
  nfc: 'NFC',
  biometrics: 'Face ID or fingerprint',
  gyroscope: 'The gyroscope',
  proximity: 'The proximity sensor',
};

export const defectKindNames: Readonly<Record<Defect['kind'], string>> = {
  hairline: 'Hairline scratch',
  scratch: 'Scratch',
  'deep-scratch': 'Deep scratch',
  'dent-shallow': 'Shallow dent',
  'dent-deep': 'Deep dent',
  chip: 'Chip',
  crack: 'Crack',
  'burn-in': 'Burn-in',
  'dead-pixel': 'Dead pixel',
  discolouration: 'Discolouration',
  bent: 'Bent frame',
  water: 'Water damage',
};

export const defectPartNames: Readonly<Record<Defect['part'], string>> = {
  screen: 'screen',
  back: 'back',
  frame: 'frame',
  'camera-glass': 'camera glass',
  port: 'port',
  button: 'button',
};

export const defectDistanceTexts: Readonly<Record<Defect['visibleFrom'], string>> = {
  'closer-than-20cm': 'seen only from closer than 20 cm',
  '20-to-50cm': 'seen from 20 to 50 cm',
  'beyond-50cm': 'seen from beyond 50 cm',
};

/** What a mark is and where, such as `Scratch on the back`. */
export const describeMark = ({ kind, part }: Pick<Defect, 'kind' | 'part'>): string =>
  `${defectKindNames[kind]} on the ${defectPartNames[part]}`;

/** Whether a part can have such a mark: only a screen has dead pixels and burn-in. */
export const isPossibleMark = ({ kind, part }: Pick<Defect, 'kind' | 'part'>): boolean =>
  part === 'screen' || (kind !== 'dead-pixel' && kind !== 'burn-in');

/** A defect in one phrase: `Scratch on the back, seen from 20 to 50 cm`. */
export function describeDefect(defect: Defect): string {
  const { kind, part, visibleFrom, visibleWhenOn } = defect;
  const name = describeMark(defect);
  if (kind === 'dead-pixel') return name;
  const when =
    part === 'screen' && visibleWhenOn !== undefined
      ? `, ${visibleWhenOn ? 'shows' : 'does not show'} when it is on`
      : '';
  return `${name}, ${defectDistanceTexts[visibleFrom]}${when}`;
}
