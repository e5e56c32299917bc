import { selfTestKinds } from '../../self-test-report.ts';
import type { EndpointExamples } from '../example.ts';
import { buyer, order, orderedListing, product, seller } from './fixtures.ts';

const id = order._id;
const params = { id };

/** Records of the examples of disputes, returns and handovers. */
export const disputeId = '0199f2c0-1a00-7000-8000-000000000d01';
export const proposalId = '0199f2c0-1a00-7000-8000-000000000d02';
export const messageId = '0199f2c0-1a00-7000-8000-000000000d03';
export const meetingId = '0199f2c0-1a00-7000-8000-000000000d04';
export const meetingToken = '3Nq8v0ZcWm1aYt7RkX2bLs5dPf9hJg4u';
export const exampleImei = '001017000000011';
export const deviceId = '0199f2c0-1a00-7000-8000-000000000d06';

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
      'The IMEI of the returned phone is compared with that of the listing, else with the one that the buyer gave. A match refunds the buyer; three numbers that do not match, or photos of a problem, open the dispute again.',
    params,
    body: { imei: exampleImei },
    response: { outcome: 'refunded', triesLeft: 3 },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Paid"' },
      'validation.failed': { detail: 'An IMEI has 15 digits (dial *#06#)', field: 'body.imei' },
    },
  },
} as const satisfies EndpointExamples<
  'getReturn' | 'setReturnAddress' | 'shipReturn' | 'confirmReturn'
>;

const meeting = { place: 'Gare de Lyon, main hall', at: '2040-05-02T16:30:00.000Z' } as const;

export const handoverExamples = {
  getHandover: {
    tag: 'Handover',
    description:
      'With `verifier=true`, the response has what a page needs to find typing errors in the other one’s code without a connection.',
    params,
    query: {},
    response: {
      orderId: id,
      viewer: 'buyer',
      state: 'paid',
      productName: order.productName,
      img: order.img,
      otherName: seller.name,
      meeting: { _id: meetingId, by: 'seller', ...meeting, state: 'accepted' },
      proposal: null,
      shared: false,
      code: '143486',
      verifier: null,
      confirmed: { own: false, other: false },
      lockedUntil: null,
      secondCodeDueAt: null,
      deviceCheck: { available: false, matched: false, triesLeft: 3 },
    },
  },
  proposeMeeting: {
    tag: 'Handover',
    description:
      'Proposes a meeting to the other party. An agreed meeting stays until the new one is accepted.',
    params,
    body: meeting,
    response: { acknowledged: true, insertedId: meetingId },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Received"' },
      'validation.failed': { detail: 'Choose a time in the future', field: 'body.at' },
    },
  },
  acceptMeeting: {
    tag: 'Handover',
    description: 'Accepts the meeting that the other party proposed.',
    params,
    body: { meetingId },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: { 'order.invalid-status': { detail: 'The status of the order is now "Received"' } },
  },
  shareMeeting: {
    tag: 'Handover',
    description:
      'Creates a link with which a friend sees who meets whom, where and when, without contact data. It expires 24 hours after the meeting.',
    params,
    response: { token: meetingToken, expiresAt: '2040-05-03T16:30:00.000Z' },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Received"' },
      'meeting.not-found': { detail: 'Agree on a meeting first' },
    },
  },
  getSharedMeeting: {
    tag: 'Handover',
    description: 'What a friend sees who has the link.',
    params: { token: meetingToken },
    response: {
      productName: order.productName,
      ...meeting,
      sharedBy: buyer.name,
      with: seller.name,
      expiresAt: '2040-05-03T16:30:00.000Z',
    },
    errors: { 'meeting.not-found': { detail: 'This link has expired' } },
  },
  confirmHandover: {
    tag: 'Handover',
    description:
      'Each party types the code that the other one’s page shows; with both codes the phone has changed hands. A wrong code is not an error but counted: the fifth one locks for 15 minutes, and each further lock is twice as long. Repeating it changes nothing.',
    params,
    body: { code: '000000' },
    response: { accepted: true, complete: false, triesLeft: 5 },
    errors: { 'order.invalid-status': { detail: 'The status of the order is now "In dispute"' } },
  },
  withdrawHandoverConfirmation: {
    tag: 'Handover',
    description: 'A correction, possible until the other party has entered a code, too.',
    params,
    response: { acknowledged: true, modifiedCount: 0 },
    errors: { 'order.invalid-status': { detail: 'The status of the order is now "Received"' } },
  },
  checkDevice: {
    tag: 'Handover',
    description:
      'Says whether the number that the phone shows (*#06#) is the listing’s, never the number itself. Three numbers that do not match close the check.',
    params,
    body: { imei: exampleImei },
    response: { match: true, triesLeft: 3 },
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Completed"' },
      'validation.failed': { detail: 'An IMEI has 15 digits (dial *#06#)', field: 'body.imei' },
    },
  },
} as const satisfies EndpointExamples<
  | 'getHandover'
  | 'proposeMeeting'
  | 'acceptMeeting'
  | 'shareMeeting'
  | 'getSharedMeeting'
  | 'confirmHandover'
  | 'withdrawHandoverConfirmation'
  | 'checkDevice'
>;

const listing = { id: product._id };

export const deviceExamples = {
  getListingImei: {
    tag: 'Selling',
    description: 'Nobody but the seller of the listing ever sees these numbers.',
    params: listing,
    response: { imeis: [exampleImei] },
  },
  setListingImei: {
    tag: 'Selling',
    description:
      'Two numbers for a dual-SIM phone. Checked are the format, the check digit, and that no other phone on offer has it; that says nothing about blacklists. Stored as a keyed hash and, encrypted, for the seller’s own view.',
    params: listing,
    body: { imeis: [exampleImei] },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': { detail: 'An IMEI has 15 digits (dial *#06#)', field: 'body.imeis' },
      'device.model-implausible': {
        detail:
          'By its first eight digits this is the IMEI of iPhone 12, not of iPhone 13: correct the number or the model',
        field: 'body.imeis',
      },
    },
  },
  removeListingImei: {
    tag: 'Selling',
    description: 'Removes the numbers, unless the phone is ordered.',
    params: listing,
    response: { acknowledged: true, deletedCount: 1 },
  },
  getDevice: {
    tag: 'Devices',
    description:
      'Listings, sales, what was stated, self-tests, and owners under pseudonyms. A passport begins when a listing gets an IMEI, and passes to the buyer when an order is completed. Warnings name what contradicts itself.',
    params: { id: deviceId },
    response: {
      _id: deviceId,
      model: null,
      storageGb: 128,
      numbers: ['00101700 ••••••'],
      reported: null,
      warnings: [],
      owners: [
        { name: 'Owner 1', source: 'listing', from: '2026-11-20T10:00:00.000Z', until: null },
      ],
      listings: [
        {
          productId: product._id,
          name: product.name,
          price: product.resalePrice,
          condition: product.condition,
          listedAt: product.postDate,
          state: 'offered',
          soldFor: null,
          soldAt: null,
          owner: 'Owner 1',
        },
      ],
      readings: [
        {
          at: '2026-11-20T10:00:00.000Z',
          model: null,
          storageGb: 128,
          batteryHealthPct: 88,
          grade: 'good',
          replacedParts: [],
        },
      ],
      selfTests: [
        {
          at: '2026-11-20T10:00:00.000Z',
          by: 'seller',
          owner: 'Owner 1',
          productId: product._id,
          soldAt: null,
          passed: selfTestKinds.filter((test) => test !== 'nfc'),
          failed: [],
          notRun: ['nfc'],
        },
      ],
      viewer: 'other',
    },
  },
  getListingDevice: {
    tag: 'Devices',
    description: 'The device of a listing in short; null if the seller has not given an IMEI.',
    params: listing,
    response: {
      device: {
        _id: deviceId,
        owners: 1,
        listings: 1,
        sales: 0,
        reported: null,
        warnings: [],
      },
    },
  },
  reportDevice: {
    tag: 'Devices',
    description:
      'Hides its listings, refuses new ones, and warns buyers with an open order. Only an admin can lift it.',
    params: { id: deviceId },
    body: { as: 'stolen' },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  liftDeviceReport: {
    tag: 'Devices',
    description: 'Its listings are visible again.',
    params: { id: deviceId },
    response: { acknowledged: true, deletedCount: 1 },
  },
  checkImei: {
    tag: 'Devices',
    description:
      'Free, without an account, 10 an hour. Checked are format and check digit, the model by the first eight digits as learned from sales here, whether a phone with it is on offer here, and whether its owner reported it here. This says nothing about blacklists.',
    body: { imei: exampleImei },
    response: { problem: null, model: null, offered: true, reported: false },
  },
} as const satisfies EndpointExamples<
  | 'getListingImei'
  | 'setListingImei'
  | 'removeListingImei'
  | 'getDevice'
  | 'getListingDevice'
  | 'reportDevice'
  | 'liftDeviceReport'
  | 'checkImei'
>;

export const resaleExamples = {
  getResaleDraft: {
    tag: 'Selling',
    description:
      'Everything is taken over from the listing; price, contact, place and text can be changed.',
    params,
    response: {
      name: product.name,
      img: product.img,
      category: product.category,
      condition: product.condition,
      boughtFor: order.price,
      resalePrice: order.price,
      number: order.phone,
      location: order.location,
      description: product.description,
      deviceId: null,
      listedAs: null,
    },
    errors: {
      'order.invalid-status': { detail: 'The phone is yours once the order is completed' },
    },
  },
  resellOrder: {
    tag: 'Selling',
    description:
      'A copy of the listing with details, defects and IMEIs, so that the passport of the phone goes on.',
    params,
    body: {
      resalePrice: 320,
      number: '+33 6 12 34 56 78',
      location: 'Lyon, France',
      description: 'Bought here, used for a few months.',
    },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-000000000d07' },
    errors: {
      'order.invalid-status': { detail: 'The phone is yours once the order is completed' },
      'validation.failed': {
        detail: 'resalePrice must be between $1 and $100,000, in whole cents',
        field: 'body.resalePrice',
      },
    },
  },
} as const satisfies EndpointExamples<'getResaleDraft' | 'resellOrder'>;
