import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Deleted, Id, Modified, orNull, parties } from './common-schemas.ts';
import { deviceWarningKinds } from './device-warnings.ts';
import { endpoint } from './endpoint.ts';
import { grades } from './grade.ts';
import { conditions } from './listing-fields.ts';
import { Dollars } from './money.ts';
import { selfTestKinds } from './self-test-report.ts';

/** Errors of the devices behind listings, part of the error catalogue. */
export const deviceErrors = {
  'device.not-registered': { status: 409, title: 'The seller has not given an IMEI' },
  'device.already-listed': {
    status: 409,
    title: 'A phone with this IMEI is on offer already',
  },
  'device.not-found': { status: 404, title: 'There is no such phone' },
  'device.not-owner': { status: 403, title: 'This is for the last known owner of the phone' },
  'device.reported': {
    status: 409,
    title: 'The owner of this phone has reported it as lost or stolen here',
  },
  'device.model-implausible': {
    status: 422,
    title: 'The first eight digits of the IMEI belong to another model',
  },
} as const satisfies ErrorDefinitions;

const Params = Type.Object({ id: Id });

export const getListingImei = endpoint({
  method: 'GET',
  path: '/api/listings/:id/imei',
  summary: 'The IMEIs of an own listing',
  access: 'seller',
  accessRule: 'the seller of the product',
  params: Params,
  response: Type.Object({ imeis: Type.Array(Type.String()) }),
  errors: ['product.not-found', 'product.not-owner'],
});

export const setListingImei = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/imei',
  summary: 'Set the IMEIs of an own listing',
  access: 'seller',
  accessRule: 'the seller of the product',
  params: Params,
  body: Type.Object({
    imeis: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 2 }),
  }),
  response: Modified,
  errors: [
    'product.not-found',
    'product.not-owner',
    'product.has-active-order',
    'device.already-listed',
    'device.reported',
    'device.model-implausible',
    'validation.failed',
  ],
});

export const removeListingImei = endpoint({
  method: 'DELETE',
  path: '/api/listings/:id/imei',
  summary: 'Remove the IMEIs of an own listing',
  access: 'seller',
  accessRule: 'the seller of the product',
  params: Params,
  response: Deleted,
  errors: ['product.not-found', 'product.not-owner', 'product.has-active-order'],
});

/** What the owner of a device can report. */
export const deviceReports = ['lost', 'stolen'] as const;
export type DeviceReport = (typeof deviceReports)[number];

const Reported = orNull(Type.Object({ as: Type.Enum(deviceReports), at: DateTime }));
const Warnings = Type.Array(
  Type.Object({ kind: Type.Enum(deviceWarningKinds), text: Type.String() }),
);
const Model = orNull(Type.Object({ slug: Type.String(), name: Type.String() }));

/** How somebody came to own a device, as far as Redial knows. */
export const ownershipSources = ['listing', 'order', 'refund'] as const;

/** The history of a device on Redial. Owners are pseudonyms. */
export const DevicePassport = Type.Object({
  _id: Id,
  model: Model,
  storageGb: orNull(Type.Integer()),
  numbers: Type.Array(Type.String(), {
    description: 'The first eight digits of each IMEI, which say the model',
  }),
  reported: Reported,
  warnings: Warnings,
  /** The earliest first. */
  owners: Type.Array(
    Type.Object({
      name: Type.String(),
      source: Type.Enum(ownershipSources),
      from: DateTime,
      until: orNull(DateTime),
    }),
  ),
  /** Those that are not hidden, the earliest first. */
  listings: Type.Array(
    Type.Object({
      /** Null if the listing was removed. */
      productId: orNull(Id),
      name: orNull(Type.String()),
      price: Dollars,
      condition: Type.Enum(conditions),
      listedAt: DateTime,
      state: Type.Enum(['offered', 'ordered', 'sold', 'removed']),
      soldFor: orNull(Dollars),
      soldAt: orNull(DateTime),
      owner: orNull(Type.String()),
    }),
  ),
  /** What sellers stated, whenever it changed; the earliest first. */
  readings: Type.Array(
    Type.Object({
      at: DateTime,
      model: orNull(Type.String()),
      storageGb: orNull(Type.Integer()),
      batteryHealthPct: orNull(Type.Integer()),
      grade: orNull(Type.Enum(grades)),
      replacedParts: Type.Array(Type.String()),
    }),
  ),
  /** What the phone found when it tested itself, in short; the earliest first. */
  selfTests: Type.Array(
    Type.Object({
      at: DateTime,
      by: Type.Enum(parties, {
        description:
          '`seller`: before a sale; `buyer`: at the handover, shown once the order is completed',
      }),
      /** Null for a seller who never owned it as far as Redial knows. */
      owner: orNull(Type.String()),
      /** The listing that was tested; null if it was removed. */
      productId: orNull(Id),
      soldAt: orNull(DateTime, {
        description: 'The sale that it belongs to, as in `listings`; null if it is not completed',
      }),
      passed: Type.Array(Type.Enum(selfTestKinds)),
      failed: Type.Array(Type.Enum(selfTestKinds)),
      notRun: Type.Array(Type.Enum(selfTestKinds), {
        description: 'Skipped, not allowed, or not possible in the browser',
      }),
    }),
  ),
  /** As whom the caller sees it. */
  viewer: Type.Enum(['owner', 'admin', 'other']),
});
export type DevicePassport = Static<typeof DevicePassport>;

export const getDevice = endpoint({
  method: 'GET',
  path: '/api/devices/:id',
  summary: 'The history of a device on Redial',
  access: 'public',
  staff: ['moderator'],
  params: Params,
  response: DevicePassport,
  errors: ['device.not-found'],
});

export const reportDevice = endpoint({
  method: 'POST',
  path: '/api/devices/:id/lost',
  summary: 'Report an own device as lost or stolen',
  access: 'user',
  accessRule: 'the last known owner of the device, until it is handed over',
  params: Params,
  body: Type.Object({ as: Type.Enum(deviceReports) }),
  response: Modified,
  errors: ['device.not-found', 'device.not-owner'],
});

export const liftDeviceReport = endpoint({
  method: 'DELETE',
  path: '/api/devices/:id/lost',
  summary: 'Lift the report of a lost or stolen device',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'device.report-lifted',
  accessRule: 'not of a person with whom one has an open order',
  params: Params,
  response: Deleted,
  errors: ['device.not-found', 'moderation.person-protected'],
});

/** What buyers can see about the device behind a listing. */
export const ListingDevice = Type.Object({
  device: orNull(
    Type.Object({
      _id: Id,
      owners: Type.Integer(),
      listings: Type.Integer(),
      sales: Type.Integer(),
      reported: Reported,
      warnings: Warnings,
    }),
  ),
});
export type ListingDevice = Static<typeof ListingDevice>;

export const getListingDevice = endpoint({
  method: 'GET',
  path: '/api/listings/:id/device',
  summary: 'What is known about the device behind a listing',
  access: 'public',
  staff: ['moderator', 'support'],
  params: Params,
  response: ListingDevice,
  errors: ['product.not-found'],
});

/** What a check of an IMEI found. It says nothing about blacklists. */
export const ImeiCheck = Type.Object({
  /** What is wrong with the number, as a sentence; null if format and check digit are right. */
  problem: orNull(Type.String()),
  /** By the first eight digits; null if they are not known here. */
  model: Model,
  /** Whether a phone with this number is on offer on Redial. */
  offered: Type.Boolean(),
  /** Whether its owner has reported it on Redial as lost or stolen. */
  reported: Type.Boolean(),
});
export type ImeiCheck = Static<typeof ImeiCheck>;

export const checkImei = endpoint({
  method: 'POST',
  path: '/api/imei-checks',
  summary: 'Check an IMEI',
  access: 'public',
  body: Type.Object({ imei: Type.String({ minLength: 1, maxLength: 40 }) }),
  response: ImeiCheck,
  errors: [],
});
