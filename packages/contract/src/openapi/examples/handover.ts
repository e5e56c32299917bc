import type { EndpointExamples } from '../example.ts';
import { buyer, exampleImei, meetingId, meetingToken, order, seller } from './fixtures.ts';

const id = order._id;
const params = { id };

const meeting = {
  place: 'Gare de Lyon, main hall',
  at: '2040-05-02T16:30:00.000Z',
  timeZone: 'Europe/Paris',
} as const;

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
