import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of seller records, part of the error catalogue. */
export const sellerRecordErrors = {
  'seller-record.not-found': { status: 404, title: 'There is no such seller record' },
  'seller-record.unreadable': {
    status: 409,
    title: 'This record was sealed with another IMEI_SECRET',
  },
} as const satisfies ErrorDefinitions;

/** Limits of the reason for which an admin opens a record. */
export const openingReasonLimits = { minLength: 10, maxLength: 500 } as const;

/** A sealed record of the identity of a deleted seller, without its content. */
export const SellerRecord = Type.Object({
  _id: Type.String({ format: 'uuid', description: 'The id of the deleted user' }),
  deletedAt: DateTime,
  deletedBy: Type.Enum(['user', 'admin']),
  /** Paid orders of the seller. */
  sales: Type.Integer(),
  /** Null while a sale is under way. */
  lastTradeAt: orNull(DateTime),
  /** When it is deleted; null while a sale is under way. */
  keptUntil: orNull(DateTime),
  /** Who opened it, the latest first. */
  openings: Type.Array(Type.Object({ at: DateTime, admin: Type.String(), reason: Type.String() })),
});
export type SellerRecord = Static<typeof SellerRecord>;

/** The content of a seller record: who the seller was when the account was deleted. */
export const SellerIdentity = Type.Object({
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  varified: Type.Boolean(),
  /** The id of the account at the identity provider. */
  uid: Type.String(),
  signedUpAt: DateTime,
  /** Empty if an external identity provider has them. */
  signInMethods: Type.Array(Type.Object({ provider: Type.String(), accountId: Type.String() })),
  /** Phone numbers and places of the listings. */
  phones: Type.Array(Type.String()),
  locations: Type.Array(Type.String()),
  /** Accounts that were or would be paid out to; the provider has the bank details. */
  payoutAccounts: Type.Array(Type.Object({ provider: Type.String(), accountId: Type.String() })),
});
export type SellerIdentity = Static<typeof SellerIdentity>;

export const listSellerRecords = endpoint({
  method: 'GET',
  path: '/api/seller-records',
  summary: 'Sealed identity records of deleted sellers, newest first',
  access: 'admin',
  staff: [],
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The id of the user, or of one of their orders or products',
      }),
    ),
  }),
  response: Type.Array(SellerRecord),
  errors: [],
});

export const openSellerRecord = endpoint({
  method: 'POST',
  path: '/api/seller-records/:id/openings',
  summary: 'Open the identity record of a deleted seller',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'seller-record.opened',
  accessRule: 'every opening is logged with its reason',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    reason: Type.String({
      minLength: openingReasonLimits.minLength,
      maxLength: openingReasonLimits.maxLength,
    }),
  }),
  response: SellerIdentity,
  errors: ['seller-record.not-found', 'seller-record.unreadable', 'validation.failed'],
});
