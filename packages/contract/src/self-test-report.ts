import type { FormFactor } from './models.ts';

/** The tests of a phone, in their order. */
export const selfTestKinds = [
  'touch',
  'multi-touch',
  'colours',
  'rear-camera',
  'front-camera',
  'sound',
  'vibration',
  'motion',
  'location',
  'screen',
  'storage',
  'battery',
  'nfc',
] as const;
export type SelfTestKind = (typeof selfTestKinds)[number];

interface TestTexts {
  readonly label: string;
  /** What the test does, and what leaves the phone. */
  readonly how: string;
  /** Why a browser cannot make it. */
  readonly unsupported: string;
  /** What to do if it was not allowed; only for tests that ask. */
  readonly denied?: string;
}

const unsupportedCamera =
  'This browser cannot open cameras. Try the browser that came with the phone.';
const deniedCamera =
  'Allow the camera for this page in the settings of the browser, and repeat it.';

/** The texts of each test. */
export const selfTestTexts: Readonly<Record<SelfTestKind, TestTexts>> = {
  touch: {
    label: 'Touch screen',
    how: 'Draw over all fields. A field that does not fill does not feel your finger.',
    unsupported: 'This browser does not report where a finger is.',
  },
  'multi-touch': {
    label: 'Several fingers',
    how: 'Put as many fingers as you can on the area. Most phones feel five or more.',
    unsupported: 'This browser does not report several fingers.',
  },
  colours: {
    label: 'Screen colours',
    how: 'The whole screen shows one colour after the other. Look for dots, lines, stains and shadows.',
    unsupported: 'This browser cannot show a whole screen of one colour.',
  },
  'rear-camera': {
    label: 'Rear camera',
    how: 'Shows what the camera sees. No picture is stored or sent.',
    unsupported: unsupportedCamera,
    denied: deniedCamera,
  },
  'front-camera': {
    label: 'Front camera',
    how: 'Shows what the camera sees. No picture is stored or sent.',
    unsupported: unsupportedCamera,
    denied: deniedCamera,
  },
  sound: {
    label: 'Speaker and microphone',
    how: 'Plays a tone for three seconds and listens whether the microphone hears it. Turn the volume up. No sound is stored or sent.',
    unsupported: 'This browser cannot listen. Try the browser that came with the phone.',
    denied: 'Allow the microphone for this page in the settings of the browser, and repeat it.',
  },
  vibration: {
    label: 'Vibration',
    how: 'Vibrates three times. Say whether you felt it.',
    unsupported: 'This browser cannot make the phone vibrate. No browser on an iPhone can.',
  },
  motion: {
    label: 'Motion and orientation',
    how: 'Turn the phone in your hand, until its sensors have noticed it.',
    unsupported: 'This browser does not report how the phone is held.',
    denied: 'Close the page, open the link again, and allow motion when it asks.',
  },
  location: {
    label: 'Location',
    how: 'Asks the phone where it is. Only the accuracy is sent, never the place.',
    unsupported: 'This browser does not report the location.',
    denied: 'Allow the location for this page in the settings of the browser, and repeat it.',
  },
  screen: {
    label: 'Screen size',
    how: 'Reads the size of the screen in pixels, and compares it with the model of the listing.',
    unsupported: 'This browser does not report the size of the screen.',
  },
  storage: {
    label: 'Storage',
    how: 'Reads how much storage the browser may use. That is less than the phone has.',
    unsupported: 'This browser does not report storage.',
  },
  battery: {
    label: 'Battery level',
    how: 'Reads how full the battery is, not how worn it is.',
    unsupported:
      'This browser does not report the battery. No browser on an iPhone does, nor Firefox.',
  },
  nfc: {
    label: 'NFC',
    how: 'Reads whether the browser can use NFC.',
    unsupported:
      'This browser cannot use NFC, or the phone has none. Of browsers, Chrome on Android can.',
  },
};

/**
 * What a test can find. `denied`: the user did not allow it; `unsupported`: the browser or the phone
 * cannot do it.
 */
export const outcomes = ['passed', 'failed', 'skipped', 'denied', 'unsupported'] as const;
export type Outcome = (typeof outcomes)[number];

const outcomeTexts: Readonly<Record<Outcome, string>> = {
  passed: 'Works',
  failed: 'Does not work',
  skipped: 'Skipped',
  denied: 'Not allowed',
  unsupported: 'Not possible in this browser',
};

/** What a test found, in a few words. */
export const outcomeText = ({ test, outcome }: SelfTestFinding): string =>
  test === 'screen' && outcome === 'failed' ? 'Not as the model has it' : outcomeTexts[outcome];

/** What tests measure, with the largest value that is accepted. */
export const valueLimits = {
  /** Share of the fields that felt a finger, in percent. */
  touchedPct: 100,
  fingers: 20,
  /** Pixels; of a camera's picture, or of the screen. */
  width: 20_000,
  height: 20_000,
  /** Pixels of the screen for each CSS pixel. */
  pixelRatio: 10,
  /** How much louder than its surroundings the tone was heard, in decibels. */
  toneDb: 200,
  /** Radius in metres. */
  accuracyM: 1_000_000,
  quotaGb: 100_000,
  levelPct: 100,
} as const;
export type SelfTestValues = Partial<Record<keyof typeof valueLimits, number>>;

export interface SelfTestFinding {
  readonly test: SelfTestKind;
  readonly outcome: Outcome;
  readonly values?: SelfTestValues;
}

/** What a test measured, in a few words; empty if nothing. */
export function valuesText({ test, values = {} }: SelfTestFinding): string {
  const { touchedPct, fingers, width, height, pixelRatio, toneDb, accuracyM, quotaGb, levelPct } =
    values;
  const parts = [
    touchedPct !== undefined && `${touchedPct}% of the fields`,
    fingers !== undefined && `${fingers} ${fingers === 1 ? 'finger' : 'fingers'}`,
    width !== undefined && height !== undefined && `${width} × ${height} pixels`,
    test === 'screen' && pixelRatio !== undefined && `pixel ratio ${pixelRatio}`,
    toneDb !== undefined && `heard at ${toneDb} dB`,
    accuracyM !== undefined && `to ${accuracyM} m`,
    quotaGb !== undefined && `${quotaGb} GB`,
    levelPct !== undefined && `${levelPct}%`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether each test has exactly one result. */
export const hasEachTestOnce = (results: readonly SelfTestFinding[]): boolean =>
  new Set(results.map(({ test }) => test)).size === selfTestKinds.length &&
  results.length === selfTestKinds.length;

/** The tests of a report by what became of them. */
export interface SelfTestSummary {
  readonly passed: readonly SelfTestKind[];
  readonly failed: readonly SelfTestKind[];
  /** Skipped, not allowed, or not possible in the browser. */
  readonly notRun: readonly SelfTestKind[];
}

/** Sorts the tests of a report by what became of them; each stays in its order. */
export function summarizeSelfTest(results: readonly SelfTestFinding[]): {
  -readonly [key in keyof SelfTestSummary]: SelfTestKind[];
} {
  const having = (...wanted: readonly Outcome[]) =>
    results.filter(({ outcome }) => wanted.includes(outcome)).map(({ test }) => test);
  return {
    passed: having('passed'),
    failed: having('failed'),
    notRun: having('skipped', 'denied', 'unsupported'),
  };
}

/** The labels of tests within a sentence; abbreviations keep their capitals. */
const labelsOf = (tests: readonly SelfTestKind[]): string =>
  tests
    .map((test) => selfTestTexts[test].label)
    .map((label) => (label === label.toUpperCase() ? label : label.toLowerCase()))
    .join(', ');

/** What a self-test found in short: how many tests passed, which failed, and which were not run. */
export const selfTestSummaryTexts = ({ passed, failed, notRun }: SelfTestSummary): string[] => [
  `${passed.length} of ${passed.length + failed.length + notRun.length} tests passed`,
  ...(failed.length > 0 ? [`failed: ${labelsOf(failed)}`] : []),
  ...(notRun.length > 0 ? [`not run: ${labelsOf(notRun)}`] : []),
];

/** Width to height of the screens of phones: older ones with a home button 16:9, others narrower. */
const aspectRatios: Readonly<Partial<Record<FormFactor, readonly [min: number, max: number]>>> = {
  'home-button': [1.7, 1.85],
  slab: [1.7, 2.4],
};
/**
 * Pixels per inch of phones: the coarsest of the catalogue, of 2017, have 320; none has 600. With room for
 * roundings and for a lower resolution, which some phones can be set to.
 */
const densities = [200, 650] as const;

/**
 * Whether a screen can be that of a model. Foldable phones have two screens, and tell of one.
 *
 * @param size in pixels of the screen, whichever way the phone is held.
 * @returns undefined if that cannot be said.
 */
export function fitsModel(
  { width = 0, height = 0 }: Pick<SelfTestValues, 'width' | 'height'>,
  { formFactor, screenInches }: { formFactor: FormFactor; screenInches: number },
): boolean | undefined {
  const range = aspectRatios[formFactor];
  if (!range || width <= 0 || height <= 0) return undefined;
  const ratio = Math.max(width, height) / Math.min(width, height);
  const density = Math.hypot(width, height) / screenInches;
  const isInside = (value: number, [min, max]: readonly [number, number]) =>
    value >= min && value <= max;
  return isInside(ratio, range) && isInside(density, densities);
}

export interface SelfTestDifference {
  readonly test: SelfTestKind;
  readonly text: string;
}

/**
 * What differs between two self-tests of a phone, one for each test: another outcome, or a screen or a
 * camera of another size. Storage and battery change by themselves and are not compared.
 */
export function compareSelfTests(
  before: readonly SelfTestFinding[],
  after: readonly SelfTestFinding[],
): SelfTestDifference[] {
  return selfTestKinds.flatMap((test): SelfTestDifference[] => {
    const first = before.find((each) => each.test === test);
    const second = after.find((each) => each.test === test);
    if (!first || !second) return [];
    if (first.outcome !== second.outcome) {
      const text = `${outcomeText(first)}, then ${outcomeText(second).toLowerCase()}`;
      return [{ test, text }];
    }
    const sizes = [sizeOf(first), sizeOf(second)] as const;
    return sizes[0] && sizes[1] && sizes[0] !== sizes[1]
      ? [{ test, text: `${sizes[0]} pixels, then ${sizes[1]}` }]
      : [];
  });
}

/** Width and height, whichever way the phone was held. */
function sizeOf({ test, values: { width, height } = {} }: SelfTestFinding): string | undefined {
  if (width === undefined || height === undefined) return undefined;
  if (test !== 'screen' && !test.endsWith('camera')) return undefined;
  return `${Math.min(width, height)} × ${Math.max(width, height)}`;
}
