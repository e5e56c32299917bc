import type { TransparencyFigures } from '../../transparency.ts';
import type { EndpointExamples } from '../example.ts';
import { buyer, product, seller } from './fixtures.ts';
import { riskScore } from './risk.ts';

/** The decision of the examples, and the appeal against it. */
export const decisionId = '0199f2c0-1a00-7000-8000-0000000000d1';
export const appealId = '0199f2c0-1a00-7000-8000-0000000000d2';
export const reportId = '0199f2c0-1a00-7000-8000-0000000000d3';

const target = { kind: 'listing', id: product._id } as const;
const message = 'The photos show another phone. Please use photos of the one that you sell.';
const appeal = {
  _id: appealId,
  state: 'open',
  text: 'The photos show the phone before its repair.',
  at: '2026-11-22T09:00:00.000Z',
  answer: null,
  decidedAt: null,
} as const;
const decision = {
  _id: decisionId,
  kind: 'changes',
  state: 'in-force',
  target,
  title: product.name,
  rule: 'honest-listing',
  message,
  days: null,
  until: null,
  at: '2026-11-21T09:00:00.000Z',
  appeal,
  balanceHeld: false,
} as const;
const params = { id: decisionId };
const figures = {
  reports: 1,
  decisions: 1,
  dismissed: 0,
  byRule: [{ rule: 'honest-listing', decisions: 1 }],
  medianHours: 0,
  appeals: 0,
  appealsDecided: 0,
  appealsUpheld: 0,
} satisfies TransparencyFigures;

export const moderationDecisionExamples = {
  getModerationQueue: {
    tag: 'Moderation',
    description:
      'What waits for a decision, one item per listing, person, conversation or review: what has open reports, listings held for review, and listings whose seller has made requested changes. Names of reporters are not shown.',
    query: { kind: 'listing' },
    response: {
      items: [
        {
          target,
          title: product.name,
          people: [
            {
              _id: seller._id,
              name: seller.name,
              role: 'seller',
              varified: true,
              suspended: false,
              deleted: false,
              since: '2026-10-01T08:00:00.000Z',
              decisions: 0,
            },
          ],
          reports: [
            {
              _id: reportId,
              reason: 'misleading',
              text: 'The photos show another phone.',
              by: 'user',
              at: '2026-11-21T08:00:00.000Z',
            },
          ],
          reportCount: 1,
          since: '2026-11-21T08:00:00.000Z',
          held: false,
          answered: false,
          listing: {
            img: product.img,
            price: product.resalePrice,
            description: product.description,
            location: product.location,
            status: product.status,
            removed: false,
            hidden: false,
            suspiciousPrice: null,
            risk: riskScore,
          },
        },
      ],
      total: 1,
      openAppeals: 0,
    },
  },
  decideModeration: {
    tag: 'Moderation',
    description:
      'Closes the reports of a target and does what is decided, in one transaction with its row in the audit log. The person reads the rule and the text in a mail and a notification; what reporters wrote is not quoted. Suspending or banning hides all listings of the person, ends unpaid orders and refunds paid ones that were not handed over.',
    body: { target, kind: 'changes', rule: 'honest-listing', message },
    response: { acknowledged: true, insertedId: decisionId },
    errors: { 'validation.failed': { detail: 'Name the rule', field: 'body.rule' } },
  },
  listModerationDecisions: {
    tag: 'Moderation',
    description: 'The newest decisions with their appeals, or those with an open appeal.',
    query: { appeals: true },
    response: [
      {
        ...decision,
        person: { _id: seller._id, name: seller.name },
        note: 'Compared with the photos of an earlier listing.',
        reasons: ['misleading'],
        decidedBy: buyer.name,
        isYours: false,
      },
    ],
  },
  decideAppeal: {
    tag: 'Moderation',
    description:
      'Decides about an appeal, as another admin than the one who decided first, where there are two. Upholding it reverses the decision; orders that have ended or were refunded stay as they are.',
    params: { id: appealId },
    body: { upheld: true, answer: 'You are right: the photos show this phone.' },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': { detail: 'Write what the person reads', field: 'body.answer' },
    },
  },
  releaseHeldBalance: {
    tag: 'Moderation',
    description:
      'Lets a suspended seller pay out the balance although sales or disputes are open. The reason is in the audit log.',
    params,
    body: { reason: 'The last open sale is a dispute that the seller has won at the bank.' },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': { detail: 'Give a reason for the audit log', field: 'body.reason' },
    },
  },
  listOwnDecisions: {
    tag: 'Moderation',
    description:
      'The decisions about the caller with rule, text and appeal, and until when the account is suspended.',
    response: { suspension: null, decisions: [{ ...decision, canAppealUntil: null }] },
  },
  appealDecision: {
    tag: 'Moderation',
    description: 'Appeals against a decision within 30 days, once.',
    params,
    body: { text: appeal.text },
    response: { acknowledged: true, insertedId: appealId },
    errors: {
      'validation.failed': { detail: 'Say why the decision is wrong', field: 'body.text' },
    },
  },
  getTransparency: {
    tag: 'Moderation',
    description:
      'The figures of the public page `/transparency`, counted from the audit log: at most twelve months in UTC, and their total. Who reported is in neither.',
    response: { months: [{ month: '2026-11', ...figures }], total: figures },
  },
  answerDecision: {
    tag: 'Moderation',
    description: 'Brings a listing with the requested changes back into the queue.',
    params,
    response: { acknowledged: true, modifiedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'getModerationQueue'
  | 'decideModeration'
  | 'listModerationDecisions'
  | 'decideAppeal'
  | 'releaseHeldBalance'
  | 'listOwnDecisions'
  | 'appealDecision'
  | 'answerDecision'
  | 'getTransparency'
>;
