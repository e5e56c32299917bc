import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import {
  accountLocks,
  Defect,
  functionalTests,
  grades,
  isPossibleMark,
  testResults,
} from './grade.ts';
import { conditions } from './listing-fields.ts';
import { ListingPhoto } from './listing-photos.ts';
import { maxShownPriceChanges, PriceChange } from './listing-prices.ts';
import { formFactors } from './models.ts';

/** Errors of listing details, part of the error catalogue. */
export const listingErrors = {
  'listing.condition-too-good': {
    status: 422,
    title: 'The condition is better than the stated details allow',
  },
} as const satisfies ErrorDefinitions;

export const storageSizes = [16, 32, 64, 128, 256, 512, 1024, 2048] as const;
export const ramSizes = [2, 3, 4, 6, 8, 12, 16, 24] as const;
export const networkLocks = ['unlocked', 'carrier-locked', 'unknown'] as const;
export const simTypes = ['nano', 'dual-nano', 'nano+esim', 'dual-esim', 'esim-only'] as const;
export const repairableParts = ['screen', 'battery', 'back-glass', 'camera'] as const;
export const partOrigins = ['original', 'replaced-genuine', 'replaced-compatible'] as const;
export const accessories = [
  'box',
  'charger',
  'cable',
  'case',
  'earphones',
  'sim-tool',
  'receipt',
] as const;

/** Maximum number of defects that a listing declares. */
export const maxDefects = 40;
/** Maximum length of a text, such as the carrier, in characters. */
const maxText = 60;

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** The same schema for each of some keys. */
const eachOf = <const Key extends string, S extends Type.TSchema>(
  keys: readonly Key[],
  schema: S,
) => Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, S>;

const detailFields = {
  model: nullable(Type.String({ maxLength: 80, description: 'The slug of a model' })),
  storageGb: nullable(Type.Number()),
  ramGb: nullable(Type.Number()),
  colour: nullable(Type.String({ maxLength: maxText })),
  networkLock: Type.Enum(networkLocks),
  carrier: nullable(Type.String({ maxLength: maxText, description: 'If it is carrier-locked' })),
  accountLock: Type.Enum(accountLocks),
  simType: nullable(Type.Enum(simTypes)),
  batteryHealthPct: nullable(Type.Number()),
  batteryCycles: nullable(Type.Number()),
  parts: Type.Partial(Type.Object(eachOf(repairableParts, Type.Enum(partOrigins)))),
  tests: Type.Partial(Type.Object(eachOf(functionalTests, Type.Enum(testResults)))),
  accessories: Type.Array(Type.Enum(accessories), { maxItems: 20 }),
  receipt: nullable(Type.Boolean({ description: 'Whether there is a proof of purchase' })),
  warrantyUntil: nullable(Type.String({ format: 'date' })),
};

/** Details of a listing beyond its product. `null` and absent parts and tests are unknown. */
export const ListingDetails = Type.Object(detailFields);
export type ListingDetails = Static<typeof ListingDetails>;

/** A listing of which nothing is known. */
export const unknownDetails: ListingDetails = {
  model: null,
  storageGb: null,
  ramGb: null,
  colour: null,
  networkLock: 'unknown',
  carrier: null,
  accountLock: 'unknown',
  simType: null,
  batteryHealthPct: null,
  batteryCycles: null,
  parts: {},
  tests: {},
  accessories: [],
  receipt: null,
  warrantyUntil: null,
};

const Grading = Type.Object({
  grade: Type.Enum(grades),
  reasons: Type.Array(Type.Object({ text: Type.String(), defect: Type.Optional(Type.Integer()) })),
});

/** A listing with its details. */
export const Listing = Type.Object({
  _id: Id,
  condition: Type.Enum(conditions),
  photos: Type.Array(ListingPhoto, { description: 'The first one is the `img` of the product' }),
  priceChanges: Type.Array(PriceChange, {
    description: `The latest ${maxShownPriceChanges}, newest first`,
  }),
  formFactor: nullable(Type.Enum(formFactors, { description: 'Of the model' })),
  details: ListingDetails,
  defects: nullable(Type.Array(Defect)),
  grading: Type.Optional(Grading),
  hidden: Type.Boolean({ description: 'Whether only its seller and admins see it' }),
  notListable: Type.Boolean({ description: 'Whether the declared defects do not allow a sale' }),
  completeness: Type.Object({
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
    missing: Type.Array(Type.String(), { description: 'What to add, most useful first' }),
  }),
});
export type Listing = Static<typeof Listing>;

/** The answer to a change: the listing as it is now, and the condition that it lowered, if it did. */
export const ChangedListing = Type.Object({
  ...Listing.properties,
  loweredFrom: Type.Optional(Type.Enum(conditions)),
});
export type ChangedListing = Static<typeof ChangedListing>;

export const ListingChange = Type.Partial(
  Type.Object({ ...detailFields, condition: Type.Enum(conditions) }),
);
export type ListingChange = Static<typeof ListingChange>;

const params = Type.Object({ id: Id });

export const getListing = endpoint({
  method: 'GET',
  path: '/api/listings/:id',
  summary: 'The details of a listing',
  access: 'public',
  staff: ['moderator', 'support'],
  params,
  response: Listing,
  errors: ['product.not-found'],
});

const changeErrors = [
  'product.not-found',
  'product.not-owner',
  'product.has-active-order',
  'validation.failed',
  'listing.condition-too-good',
] as const;

export const changeListing = endpoint({
  method: 'PATCH',
  path: '/api/listings/:id',
  summary: 'State details of a listing',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params,
  body: ListingChange,
  response: ChangedListing,
  errors: changeErrors,
});

export const setDefects = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/defects',
  summary: 'Declare the defects of a phone, or that it has none',
  access: 'seller',
  accessRule: "the product's seller, and without an active order",
  params,
  body: Type.Object({ defects: Type.Array(Defect, { maxItems: 200 }) }),
  response: ChangedListing,
  errors: changeErrors.filter((code) => code !== 'listing.condition-too-good'),
});

/** A detail that is not valid: its path in the body and a sentence. */
export interface DetailError {
  readonly field: string;
  readonly message: string;
}

/** Finds the first invalid detail; a form and the API use the same rules. */
export function validateDetails(change: ListingChange): DetailError | undefined {
  const { batteryHealthPct: battery, batteryCycles: cycles } = change;
  const isWhole = (value: number, min: number, max: number) =>
    Number.isInteger(value) && value >= min && value <= max;
  const isOneOf = (value: number, sizes: readonly number[]) => sizes.includes(value);
  const checks: [field: string, isValid: boolean, message: string][] = [
    [
      'batteryHealthPct',
      battery == null || isWhole(battery, 1, 100),
      `Battery health is a percentage from 1 to 100, not ${battery}`,
    ],
    [
      'batteryCycles',
      cycles == null || isWhole(cycles, 0, 10_000),
      `Charge cycles are a whole number from 0 to 10,000, not ${cycles}`,
    ],
    [
      'storageGb',
      change.storageGb == null || isOneOf(change.storageGb, storageSizes),
      `No phone is sold with ${change.storageGb} GB of storage`,
    ],
    [
      'ramGb',
      change.ramGb == null || isOneOf(change.ramGb, ramSizes),
      `No phone is sold with ${change.ramGb} GB of memory`,
    ],
    ...(['colour', 'carrier'] as const).map((field): [string, boolean, string] => [
      field,
      change[field] == null || (change[field].trim() !== '' && !/\p{Cc}/u.test(change[field])),
      `The ${field} is empty or contains control characters`,
    ]),
    [
      'warrantyUntil',
      change.warrantyUntil == null || /^20\d\d-/.test(change.warrantyUntil),
      'The year in which the warranty ends has four digits and begins with 20',
    ],
    [
      'accessories',
      new Set(change.accessories).size === (change.accessories?.length ?? 0),
      'An accessory is listed twice',
    ],
  ];
  const failed = checks.find(([, isValid]) => !isValid);
  return failed && { field: failed[0], message: failed[2] };
}

/** Finds the first invalid defect. */
export function validateDefects(defects: readonly Defect[]): DetailError | undefined {
  if (defects.length > maxDefects) {
    return { field: 'defects', message: `A listing declares at most ${maxDefects} defects` };
  }
  const isInside = (value: number) => value >= 0 && value <= 1;
  for (const [index, { x, y, sizeMm, visibleWhenOn, part, kind }] of defects.entries()) {
    const invalid = (name: string, message: string) => ({
      field: `defects.${index}.${name}`,
      message: `Defect ${index + 1}: ${message}`,
    });
    if (!isInside(x)) return invalid('x', 'the pin is outside the drawing');
    if (!isInside(y)) return invalid('y', 'the pin is outside the drawing');
    if (sizeMm !== undefined && !(sizeMm > 0 && sizeMm <= 200)) {
      return invalid('sizeMm', 'the size is between 0 and 200 millimetres');
    }
    if (visibleWhenOn !== undefined && part !== 'screen') {
      return invalid('visibleWhenOn', 'only a mark on the screen shows when it is on');
    }
    if (!isPossibleMark({ kind, part })) {
      return invalid('part', 'only a screen has dead pixels and burn-in');
    }
  }
  return undefined;
}

/** What the completeness of a listing is computed from. */
export interface CompletenessInput extends Pick<Listing, 'details' | 'defects'> {
  /** Whether a photo with a code proves its possession, or waits for review. */
  readonly hasPossessionProof: boolean;
  /** Whether its seller has run the self-test on it. */
  readonly hasSelfTest: boolean;
}

/** What a complete listing states, most useful to a buyer first. */
const completenessItems: readonly {
  readonly name: string;
  readonly isStated: (listing: CompletenessInput) => boolean;
}[] = [
  { name: 'Marks and defects', isStated: ({ defects }) => defects !== null },
  { name: 'Battery health', isStated: ({ details }) => details.batteryHealthPct !== null },
  { name: 'Storage', isStated: ({ details }) => details.storageGb !== null },
  { name: 'Colour', isStated: ({ details }) => details.colour !== null },
  { name: 'Proof of possession', isStated: ({ hasPossessionProof }) => hasPossessionProof },
  { name: 'Self-test', isStated: ({ hasSelfTest }) => hasSelfTest },
  { name: 'Network lock', isStated: ({ details }) => details.networkLock !== 'unknown' },
  { name: 'Account lock', isStated: ({ details }) => details.accountLock !== 'unknown' },
  { name: 'Model', isStated: ({ details }) => details.model !== null },
  { name: 'Function tests', isStated: ({ details }) => Object.keys(details.tests).length > 0 },
  { name: 'Replaced parts', isStated: ({ details }) => Object.keys(details.parts).length > 0 },
  { name: 'SIM type', isStated: ({ details }) => details.simType !== null },
  { name: 'Accessories', isStated: ({ details }) => details.accessories.length > 0 },
  { name: 'Proof of purchase', isStated: ({ details }) => details.receipt !== null },
];

/** How complete the details of a listing are. */
export function listingCompleteness(listing: CompletenessInput): Listing['completeness'] {
  const missing = completenessItems.filter(({ isStated }) => !isStated(listing));
  const stated = completenessItems.length - missing.length;
  return {
    percent: Math.round((stated / completenessItems.length) * 100),
    missing: missing.map(({ name }) => name),
  };
}
