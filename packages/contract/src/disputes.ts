import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, Modified, orNull, parties } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { defectKinds, defectParts } from './grade.ts';
import { Dollars } from './money.ts';
import { OrderedListing } from './orders.ts';

/** Errors of disputes, part of the error catalogue. */
export const disputeErrors = {
  'dispute.above-support-limit': {
    status: 403,
    title: 'This decision is for an admin',
  },
  'dispute.not-found': { status: 404, title: 'There is no such dispute' },
  'dispute.too-early': { status: 409, title: 'The phone may still be on its way' },
  'dispute.own': { status: 403, title: 'You are a party of this dispute' },
  'proposal.not-found': { status: 404, title: 'There is no such proposal' },
  'proposal.not-open': { status: 409, title: 'This proposal has been replaced' },
  'proposal.own': { status: 403, title: 'Only the other party can accept your proposal' },
} as const satisfies ErrorDefinitions;

/** Reasons for which a buyer opens a dispute. */
export const disputeReasons = [
  'not-received',
  'not-as-described',
  'different-device',
  'does-not-work',
  'locked-or-blacklisted',
  'counterfeit',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** A defect that a buyer cites: one that the listing did not have when it was ordered. */
export const CitedDefect = Type.Object({
  part: Type.Enum(defectParts),
  kind: Type.Enum(defectKinds),
});
export type CitedDefect = Static<typeof CitedDefect>;

/** Whether a listing declares a mark of this kind on this part, so that it cannot be cited. */
export const isDeclared = (
  { part, kind }: CitedDefect,
  { defects }: Pick<OrderedListing, 'defects'>,
): boolean => (defects ?? []).some((defect) => defect.part === part && defect.kind === kind);

/** How a dispute can end. */
export const resolutionKinds = [
  'full-refund',
  'partial-refund',
  'return-and-refund',
  'release',
] as const;
export type ResolutionKind = (typeof resolutionKinds)[number];

/** Limits of what one request contains. */
export const disputeLimits = {
  maxPhotos: 8,
  maxDefects: 12,
  maxTextLength: 4000,
  /** Photos of a party in all messages of an order. */
  maxPhotosPerParty: 40,
} as const;

const Text = Type.String({ minLength: 1, maxLength: disputeLimits.maxTextLength });
const PhotoIds = Type.Array(Id, { maxItems: disputeLimits.maxPhotos, uniqueItems: true });

/** A photo of a dispute. The URL is signed and valid for an hour. */
export const DisputePhoto = Type.Object({
  _id: Id,
  img: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
});
export type DisputePhoto = Static<typeof DisputePhoto>;

export const DisputeMessage = Type.Object({
  _id: Id,
  by: Type.Enum(parties),
  /** `return-refused`: the seller disputes a returned phone. */
  kind: Type.Enum(['message', 'return-refused']),
  text: Type.String(),
  photos: Type.Array(DisputePhoto),
  at: DateTime,
});
export type DisputeMessage = Static<typeof DisputeMessage>;

export const DisputeProposal = Type.Object({
  _id: Id,
  by: Type.Enum(parties),
  kind: Type.Enum(resolutionKinds),
  /** What the buyer gets back in all, for a partial refund. */
  refund: orNull(Dollars),
  state: Type.Enum(['open', 'replaced', 'accepted', 'void']),
  at: DateTime,
});
export type DisputeProposal = Static<typeof DisputeProposal>;

/** An agreement of the parties, or a decision. */
export const DisputeResolution = Type.Object({
  by: Type.Enum(['agreement', 'admin', 'clock']),
  kind: Type.Enum(resolutionKinds),
  refund: orNull(Dollars),
  reason: orNull(Type.String()),
  at: DateTime,
});
export type DisputeResolution = Static<typeof DisputeResolution>;

export const disputeStatuses = ['open', 'returning', 'closed'] as const;

const summary = {
  _id: Id,
  orderId: Id,
  productName: Type.String(),
  img: Type.String(),
  buyerName: Type.String(),
  sellerName: Type.String(),
  price: Dollars,
  /** `handover-unconfirmed`: the clock opened it, since only one handover code was entered. */
  reason: Type.Enum([...disputeReasons, 'handover-unconfirmed']),
  status: Type.Enum(disputeStatuses),
  openedAt: DateTime,
  /** Since when the admins are asked to decide. */
  escalatedAt: orNull(DateTime),
  /** When the next step is due. */
  dueAt: orNull(DateTime),
  /** Whose step is due. */
  dueFor: orNull(Type.Enum([...parties, 'admin'])),
  /** Whether it is open for longer than disputes may be. */
  overdue: Type.Boolean(),
};

export const DisputeSummary = Type.Object(summary);
export type DisputeSummary = Static<typeof DisputeSummary>;

export const Dispute = Type.Object({
  ...summary,
  viewer: Type.Enum([...parties, 'admin']),
  text: Type.String(),
  defects: Type.Array(CitedDefect),
  photos: Type.Array(DisputePhoto),
  /** The part of the price that the buyer has got back so far, as from a bank. */
  refunded: Dollars,
  /** When the time for the dispute ends. */
  endsAt: DateTime,
  /** While a chargeback is open, no money moves. */
  chargebackOpen: Type.Boolean(),
  /** The listing as it was when it was ordered. */
  listing: OrderedListing,
  messages: Type.Array(DisputeMessage),
  proposals: Type.Array(DisputeProposal),
  resolutions: Type.Array(DisputeResolution),
});
export type Dispute = Static<typeof Dispute>;

const OrderParams = Type.Object({ id: Id });
const DisputeParams = Type.Object({ id: Id });

export const uploadDisputePhoto = endpoint({
  method: 'POST',
  path: '/api/orders/:id/photos',
  summary: 'Upload a photo for a dispute or a return (multipart, field "image")',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: OrderParams,
  response: Type.Object({
    acknowledged: Type.Literal(true),
    insertedId: Id,
    url: Type.String({ description: 'Signed, valid for an hour' }),
  }),
  errors: [
    'order.not-found',
    'order.invalid-status',
    'validation.failed',
    'request.invalid',
    'image.corrupt',
    'image.too-large',
    'image.unsupported',
    'image.unavailable',
    'body.unsupported',
  ],
});

export const NewDispute = Type.Object({
  reason: Type.Enum(disputeReasons),
  text: Text,
  defects: Type.Optional(Type.Array(CitedDefect, { maxItems: disputeLimits.maxDefects })),
  photos: Type.Optional(PhotoIds),
});
export type NewDispute = Static<typeof NewDispute>;

export const openDispute = endpoint({
  method: 'POST',
  path: '/api/orders/:id/dispute',
  summary: 'Open a dispute about an order',
  access: 'user',
  accessRule: 'the buyer of the order',
  params: OrderParams,
  body: NewDispute,
  response: Inserted,
  errors: ['order.not-found', 'order.invalid-status', 'dispute.too-early', 'validation.failed'],
});

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/disputes',
  summary: 'Disputes: for admins the open ones by due time, for others their own',
  access: 'user',
  staff: ['support'],
  response: Type.Array(DisputeSummary),
  errors: [],
});

export const getDispute = endpoint({
  method: 'GET',
  path: '/api/disputes/:id',
  summary: 'One dispute',
  access: 'user',
  staff: ['support'],
  accessRule: 'the buyer and the seller of the order, or an admin',
  params: DisputeParams,
  response: Dispute,
  errors: ['dispute.not-found'],
});

export const addDisputeMessage = endpoint({
  method: 'POST',
  path: '/api/disputes/:id/messages',
  summary: 'Write to the other party of a dispute',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: DisputeParams,
  body: Type.Object({ text: Text, photos: Type.Optional(PhotoIds) }),
  response: Inserted,
  errors: ['dispute.not-found', 'order.invalid-status', 'validation.failed'],
});

export const addDisputeProposal = endpoint({
  method: 'POST',
  path: '/api/disputes/:id/proposals',
  summary: 'Propose how a dispute ends; replaces an earlier proposal of the caller',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: DisputeParams,
  body: Type.Object({ kind: Type.Enum(resolutionKinds), refund: Type.Optional(Dollars) }),
  response: Inserted,
  errors: ['dispute.not-found', 'order.invalid-status', 'validation.failed'],
});

export const acceptDisputeProposal = endpoint({
  method: 'POST',
  path: '/api/disputes/:id/proposals/:proposalId/acceptance',
  summary: 'Accept a proposal of the other party, which ends the dispute',
  access: 'user',
  accessRule: 'the party that did not make the proposal',
  params: Type.Object({ id: Id, proposalId: Id }),
  response: Modified,
  errors: [
    'dispute.not-found',
    'proposal.not-found',
    'proposal.own',
    'proposal.not-open',
    'order.invalid-status',
    'order.chargeback-open',
  ],
});

export const decideDispute = endpoint({
  method: 'POST',
  path: '/api/disputes/:id/decision',
  summary: 'Decide a dispute, with a reason that both parties read',
  access: 'admin',
  staff: ['support'],
  stepUp: true,
  audit: 'dispute.decided',
  accessRule:
    'not a party of the dispute; support decides about refunds up to `SUPPORT_REFUND_MAX` only',
  params: DisputeParams,
  body: Type.Object({
    kind: Type.Enum(resolutionKinds),
    refund: Type.Optional(Dollars),
    reason: Text,
  }),
  response: Modified,
  errors: [
    'dispute.not-found',
    'dispute.own',
    'dispute.above-support-limit',
    'order.invalid-status',
    'order.chargeback-open',
    'validation.failed',
  ],
});
