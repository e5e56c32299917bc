import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of proofs of possession, part of the error catalogue. */
export const possessionProofErrors = {
  'possession-proof.not-found': { status: 404, title: 'There is no such photo' },
  'possession-proof.code-expired': {
    status: 409,
    title: 'This listing has no code that is still valid: get a new one',
  },
  'possession-proof.waiting': { status: 409, title: 'A photo of this phone waits for review' },
  'possession-proof.decided': { status: 409, title: 'This photo is decided already' },
  'possession-proof.listing-changed': {
    status: 409,
    title: 'The listing has changed since the photo was taken',
  },
  'possession-proof.own': { status: 403, title: 'This is a photo of your own phone' },
} as const satisfies ErrorDefinitions;

/** Rules of proofs of possession. */
export const possessionRules = {
  codeLength: 6,
  /** Without characters that look alike in handwriting. */
  codeAlphabet: 'ACEFHJKLMNPRTWXY3479',
  /** Hours for which a code is valid. */
  codeHours: 72,
  /** Days after the decision for which the photo is kept. */
  photoDays: 30,
  /** The longest queue that one response has. */
  maxQueued: 100,
} as const;

/** Why a photo is refused, and what the seller reads. */
export const possessionRefusals = {
  'code-missing': 'The code cannot be seen on the photo.',
  'code-unreadable': 'The code cannot be read. Write it larger, and take the photo in good light.',
  'code-wrong': 'The code on the photo is not the one that we showed.',
  'phone-not-visible': 'The phone cannot be seen well enough.',
  'different-phone': 'The phone on the photo is not the one in the listing.',
  'photo-edited': 'The photo looks edited, or like a photo of a screen.',
} as const;
export const possessionRefusalReasons = [
  'code-missing',
  'code-unreadable',
  'code-wrong',
  'phone-not-visible',
  'different-phone',
  'photo-edited',
] as const;
export type PossessionRefusal = (typeof possessionRefusalReasons)[number];

/**
 * `open`: a code is shown; `submitted`: its photo waits for review. A code that has expired counts as
 * no proof.
 */
export const possessionProofStates = ['open', 'submitted', 'accepted', 'refused'] as const;

/** What the seller of a listing sees of its latest proof of possession. */
export const PossessionStatus = Type.Object({
  verifiedAt: orNull(DateTime, { description: 'When the listing was verified' }),
  proof: orNull(
    Type.Object({
      _id: Id,
      state: Type.Enum(possessionProofStates),
      code: orNull(Type.String(), { description: 'To be written by hand; only while it is valid' }),
      expiresAt: DateTime,
      submittedAt: orNull(DateTime),
      decidedAt: orNull(DateTime),
      reason: orNull(Type.Enum(possessionRefusalReasons)),
      photoUrl: orNull(Type.String(), { description: 'The own photo, signed, valid for an hour' }),
    }),
  ),
});
export type PossessionStatus = Static<typeof PossessionStatus>;

const Params = Type.Object({ id: Id });
const ofSeller = {
  access: 'seller',
  params: Params,
} as const;
const ownListing = ['product.not-found', 'product.not-owner'] as const;

export const getPossessionStatus = endpoint({
  ...ofSeller,
  method: 'GET',
  path: '/api/listings/:id/possession-proof',
  summary: 'The latest proof of possession of an own listing',
  accessRule: "the product's seller",
  response: PossessionStatus,
  errors: ownListing,
});

export const requestPossessionCode = endpoint({
  ...ofSeller,
  method: 'POST',
  path: '/api/listings/:id/possession-code',
  summary: 'Get a one-off code, which is photographed beside the phone',
  accessRule: "the product's seller, and without an active order",
  response: Type.Object({ code: Type.String(), expiresAt: DateTime }),
  errors: [...ownListing, 'product.has-active-order', 'possession-proof.waiting'],
});

export const uploadPossessionProof = endpoint({
  ...ofSeller,
  method: 'POST',
  path: '/api/listings/:id/possession-proof',
  summary: 'Upload the photo of a phone with its code (multipart, field "image")',
  accessRule: "the product's seller, and without an active order",
  response: Type.Object({ acknowledged: Type.Literal(true), insertedId: Id }),
  errors: [
    ...ownListing,
    'product.has-active-order',
    'possession-proof.waiting',
    'possession-proof.code-expired',
    'request.invalid',
    'image.corrupt',
    'image.too-large',
    'image.unsupported',
    'image.unavailable',
    'body.unsupported',
  ],
});

/** A photo that waits for review. */
export const QueuedPossessionProof = Type.Object({
  _id: Id,
  productId: Id,
  productName: Type.String(),
  price: Dollars,
  /** The first photo of the listing. */
  img: Type.String(),
  sellerName: Type.String(),
  code: Type.String(),
  /** Signed, valid for an hour. */
  photoUrl: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  submittedAt: DateTime,
});
export type QueuedPossessionProof = Static<typeof QueuedPossessionProof>;

export const listPossessionProofs = endpoint({
  method: 'GET',
  path: '/api/possession-proofs',
  summary: `Photos that wait for review, the earliest first, at most ${possessionRules.maxQueued}`,
  access: 'admin',
  staff: ['moderator'],
  response: Type.Array(QueuedPossessionProof),
  errors: [],
});

export const decidePossessionProof = endpoint({
  method: 'POST',
  path: '/api/possession-proofs/:id/decision',
  summary: 'Accept a photo, or refuse it with a reason that the seller reads',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'possession-proof.decided',
  accessRule: 'not of an own listing, nor of a person with whom one has an open order',
  params: Params,
  body: Type.Object({
    accepted: Type.Boolean(),
    reason: Type.Optional(
      Type.Enum(possessionRefusalReasons, { description: 'Required for a refusal' }),
    ),
  }),
  response: Modified,
  errors: [
    'possession-proof.not-found',
    'possession-proof.decided',
    'possession-proof.listing-changed',
    'possession-proof.own',
    'moderation.person-protected',
    'validation.failed',
  ],
});
