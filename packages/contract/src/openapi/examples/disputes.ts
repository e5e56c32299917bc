import type { EndpointExamples } from '../example.ts';
import {
  buyer,
  disputeId,
  exampleImei,
  messageId,
  order,
  orderedListing,
  proposalId,
  seller,
} from './fixtures.ts';

const id = order._id;
const params = { id };

const statement = 'The screen has a crack from the lower left corner to the camera.';

const disputeSummary = {
  _id: disputeId,
  orderId: id,
  productName: order.productName,
  img: order.img,
  buyerName: buyer.name,
  sellerName: seller.name,
  price: order.price,
  reason: 'not-as-described',
  status: 'closed',
  openedAt: '2026-11-20T18:00:00.000Z',
  escalatedAt: null,
  dueAt: null,
  dueFor: null,
  overdue: false,
} as const;

export const disputeExamples = {
  uploadDisputePhoto: {
    tag: 'Disputes',
    description:
      'Uploads a photo, which a dispute, a message or a refused return then names by its id. Photos are visible to both parties and to admins only: their URLs are signed and expire. Accepts the same files as the image host.',
    params,
    response: {
      acknowledged: true,
      insertedId: '0199f2c0-1a00-7000-8000-000000000d05',
      url: 'http://localhost:3000/images/disputes/0199f2c0-1a00-7000-8000-000000000d05?expires=1795438800&signature=9Jv0',
    },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Paid"' },
      'validation.failed': { detail: 'You have uploaded enough photos for this order' },
      'request.invalid': { detail: 'Choose a picture (field "image")', field: 'image' },
      'image.corrupt': { detail: 'The picture is damaged or incomplete: choose another one' },
      'image.too-large': { detail: 'The picture is larger than 10 MB: make it smaller' },
      'image.unsupported': {
        detail:
          'This file is not a picture that can be used: choose a JPEG, PNG, WebP, AVIF or HEIC',
      },
      'body.unsupported': { detail: 'Send the picture as multipart/form-data' },
    },
  },
  openDispute: {
    tag: 'Disputes',
    description:
      'Stops the clock of the order: no money moves until the parties agree or an admin decides. Not received: while the phone is on its way, five days after it was shipped. All other reasons: after it was received. Not as described: names defects that the listing does not have.',
    params,
    body: {
      reason: 'not-as-described',
      text: statement,
      defects: [{ part: 'screen', kind: 'crack' }],
    },
    response: { acknowledged: true, insertedId: disputeId },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Paid"' },
      'dispute.too-early': { detail: 'It was shipped less than 5 days ago: wait a little' },
      'validation.failed': {
        detail: 'Name at least one defect that the listing does not mention',
        field: 'body.defects',
      },
    },
  },
  listDisputes: {
    tag: 'Disputes',
    description:
      'Admins get all open disputes: those that are open for too long first, then by due time. Others get the disputes about their purchases and sales.',
    response: [disputeSummary],
  },
  getDispute: {
    tag: 'Disputes',
    description:
      'The listing as it was when it was ordered, what each side says, the proposals, and how it ended.',
    params: { id: disputeId },
    response: {
      ...disputeSummary,
      viewer: 'buyer',
      text: statement,
      defects: [{ part: 'screen', kind: 'crack' }],
      photos: [],
      refunded: 60,
      endsAt: '2027-01-19T18:00:00.000Z',
      chargebackOpen: false,
      listing: orderedListing,
      messages: [
        {
          _id: messageId,
          by: 'seller',
          kind: 'message',
          text: 'I did not see it. Would you keep the phone for less?',
          photos: [],
          at: '2026-11-20T19:00:00.000Z',
        },
      ],
      proposals: [
        {
          _id: proposalId,
          by: 'seller',
          kind: 'partial-refund',
          refund: 60,
          state: 'accepted',
          at: '2026-11-20T19:01:00.000Z',
        },
      ],
      resolutions: [
        {
          by: 'agreement',
          kind: 'partial-refund',
          refund: 60,
          reason: null,
          at: '2026-11-21T08:00:00.000Z',
        },
      ],
    },
  },
  addDisputeMessage: {
    tag: 'Disputes',
    description: 'Writes to the other party. The time for an answer starts again.',
    params: { id: disputeId },
    body: { text: 'I did not see it. Would you keep the phone for less?' },
    response: { acknowledged: true, insertedId: messageId },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Completed"' },
      'validation.failed': { detail: 'Write something', field: 'body.text' },
    },
  },
  addDisputeProposal: {
    tag: 'Disputes',
    description:
      'Proposes a full refund, a partial refund, a return with a refund, or that the seller is paid. It replaces the last proposal of this party.',
    params: { id: disputeId },
    body: { kind: 'partial-refund', refund: 60 },
    response: { acknowledged: true, insertedId: proposalId },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Completed"' },
      'validation.failed': {
        detail: 'A partial refund is above $0 and below $345.50, in whole cents',
        field: 'body.refund',
      },
    },
  },
  acceptDisputeProposal: {
    tag: 'Disputes',
    description: 'Accepts the proposal of the other party. Money moves at once.',
    params: { id: disputeId, proposalId },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: { 'order.invalid-status': { detail: 'The status of the order is now "Completed"' } },
  },
  decideDispute: {
    tag: 'Disputes',
    description:
      'Decides a dispute like a proposal that both accepted, with a reason that both parties read. Support decides about refunds up to `SUPPORT_REFUND_MAX` only. Requires a recent sign-in.',
    params: { id: disputeId },
    body: {
      kind: 'return-and-refund',
      reason: 'The photos show a crack that the listing does not mention.',
    },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'dispute.above-support-limit': {
        detail: 'Support refunds up to $100: an admin decides about more',
      },
      'order.invalid-status': { detail: 'The status of the order is now "Completed"' },
      'validation.failed': {
        detail: 'Give a reason, which both parties read',
        field: 'body.reason',
      },
    },
  },
} as const satisfies EndpointExamples<
  | 'uploadDisputePhoto'
  | 'openDispute'
  | 'listDisputes'
  | 'getDispute'
  | 'addDisputeMessage'
  | 'addDisputeProposal'
  | 'acceptDisputeProposal'
  | 'decideDispute'
>;

const address = 'Rana Ahmed, 5 rue de la Paix, 69001 Lyon, France';

export const returnExamples = {
  getReturn: {
    tag: 'Disputes',
    description: 'Where the phone is sent back to, how it is sent, and what is due when.',
    params,
    response: {
      orderId: id,
      viewer: 'buyer',
      underWay: true,
      address,
      shipment: null,
      dueAt: '2026-11-28T08:00:00.000Z',
      imeiRequired: false,
      imeiAsked: true,
      triesLeft: 3,
    },
  },
  setReturnAddress: {
    tag: 'Disputes',
    description:
      'The address is for this return only and deleted after it. Without one in time, the buyer is refunded.',
    params,
    body: { address },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Paid"' },
      'validation.failed': { detail: 'Say where the phone is sent to', field: 'body.address' },
    },
  },
  shipReturn: {
    tag: 'Disputes',
    description:
      'The tracking number is checked by the rules of its carrier. Both can be corrected until the seller has confirmed. If the return is not shipped in time, the seller is paid.',
    params,
    body: { carrier: 'ups', trackingNumber: '1Z999AA10123456784', imei: exampleImei },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Paid"' },
      'validation.failed': { detail: 'An IMEI has 15 digits (dial *#06#)', field: 'body.imei' },
    },
  },
  confirmReturn: {
    tag: 'Disputes',
    description:
      'The IMEI of the returned phone is compared with that of the listing, else with the one that the buyer gave. A match refunds the buyer; three numbers that do not match, photos of a problem, or a report that it has not arrived, open the dispute again. That can be reported some days after it was sent.',
    params,
    body: { imei: exampleImei },
    response: { outcome: 'refunded', triesLeft: 3 },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Paid"' },
      'dispute.too-early': { detail: 'It was sent less than 5 days ago: wait a little' },
      'validation.failed': { detail: 'An IMEI has 15 digits (dial *#06#)', field: 'body.imei' },
    },
  },
} as const satisfies EndpointExamples<
  'getReturn' | 'setReturnAddress' | 'shipReturn' | 'confirmReturn'
>;
