import type { Endpoint, OrderState } from '@redial/contract';
import * as contract from '@redial/contract';
import type { OrderTransition } from '../../src/features/orders/index.ts';

export const staff = ['moderator', 'support'] as const;
export const callers = [
  'buyer',
  'seller',
  'other buyer',
  'other seller',
  'admin',
  ...staff,
] as const;
export type Caller = (typeof callers)[number];

/** The states of orders on which calls are tried, and how one gets there from `paid`. */
export const paths = {
  paid: [],
  in_transit: ['ship'],
  delivered: ['ship', 'receive'],
  disputed: ['ship', 'receive', 'dispute'],
  returning: ['ship', 'receive', 'dispute', 'resolveWithReturn'],
  completed: ['ship', 'receive', 'accept'],
} as const satisfies Partial<Record<OrderState, readonly OrderTransition[]>>;

export interface Trade {
  readonly orderId: string;
  readonly disputeId: string;
  /** A proposal of the seller. */
  readonly proposalId: string;
  /** A proposal of the buyer. */
  readonly meetingId: string;
}

/** A call on an order in a state, for whom it is, and what the others get. */
export interface Row {
  readonly call: Endpoint;
  readonly state: keyof typeof paths;
  readonly handover?: 'meet' | 'ship';
  readonly input: (trade: Trade) => {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: object;
  };
  /** The users for whom the call succeeds. */
  readonly allowed: readonly Caller[];
  /** The code for others; by default those of an order that does not exist for them. */
  readonly refusals?: Partial<Record<Caller, string>>;
  readonly otherwise?: string;
  readonly changes?: boolean;
}

const order = ({ orderId: id }: Trade) => ({ params: { id } });
const dispute = ({ disputeId: id }: Trade) => ({ params: { id } });
const address = {
  name: 'Nora Bell',
  line1: 'Rue 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};
const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' };
const parties: readonly Caller[] = ['buyer', 'seller'];
const sellers: readonly Caller[] = ['seller', 'other seller'];
const noDispute = { otherwise: 'dispute.not-found' };
const sellersOnly = { otherwise: 'role.forbidden', allowed: sellers };
const adminsOnly: Pick<Row, 'allowed' | 'otherwise'> = {
  otherwise: 'role.forbidden',
  allowed: ['admin'],
};
const period = { query: { from: '2026-01-01', to: '2026-01-31' } };

export const rows: Row[] = [
  // Orders.
  { call: contract.getOrderDetails, state: 'paid', input: order, allowed: [...parties, 'admin'] },
  {
    call: contract.chooseHandover,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: { method: 'ship', address } }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.requestCancellation,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: { reason: 'found-another' } }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.cancelSale,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: { reason: 'not-available' } }),
    allowed: ['seller'],
    changes: true,
  },
  {
    call: contract.shipOrder,
    state: 'paid',
    input: (trade) => ({ ...order(trade), body: parcel }),
    allowed: ['seller'],
    changes: true,
  },
  {
    call: contract.confirmReceipt,
    state: 'in_transit',
    input: order,
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.acceptOrder,
    state: 'delivered',
    input: order,
    allowed: ['buyer'],
    changes: true,
  },
  { call: contract.getReceipt, state: 'paid', input: order, allowed: ['buyer', 'admin'] },
  {
    call: contract.getResaleDraft,
    state: 'completed',
    input: order,
    allowed: ['buyer'],
  },
  // Handover.
  {
    call: contract.getHandover,
    state: 'paid',
    handover: 'meet',
    input: (trade) => ({ ...order(trade), query: {} }),
    allowed: parties,
  },
  {
    call: contract.proposeMeeting,
    state: 'paid',
    handover: 'meet',
    input: (trade) => ({
      ...order(trade),
      body: { place: 'Perrache', at: new Date(Date.now() + 172_800_000).toISOString() },
    }),
    allowed: parties,
    changes: true,
  },
  {
    call: contract.acceptMeeting,
    state: 'paid',
    handover: 'meet',
    input: (trade) => ({ ...order(trade), body: { meetingId: trade.meetingId } }),
    allowed: ['seller'],
    refusals: { buyer: 'meeting.own-proposal' },
    changes: true,
  },
  {
    call: contract.checkDevice,
    state: 'delivered',
    input: (trade) => ({ ...order(trade), body: { imei: '490154203237518' } }),
    allowed: [],
    refusals: { buyer: 'device.not-registered' },
  },
  // Disputes.
  {
    call: contract.openDispute,
    state: 'delivered',
    input: (trade) => ({ ...order(trade), body: { reason: 'counterfeit', text: 'A copy' } }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.getDispute,
    state: 'disputed',
    input: dispute,
    allowed: [...parties, 'admin'],
    ...noDispute,
  },
  {
    call: contract.addDisputeMessage,
    state: 'disputed',
    input: (trade) => ({ ...dispute(trade), body: { text: 'Hello' } }),
    allowed: parties,
    ...noDispute,
    changes: true,
  },
  {
    call: contract.addDisputeProposal,
    state: 'disputed',
    input: (trade) => ({ ...dispute(trade), body: { kind: 'release' } }),
    allowed: parties,
    ...noDispute,
    changes: true,
  },
  {
    call: contract.acceptDisputeProposal,
    state: 'disputed',
    input: ({ disputeId: id, proposalId }) => ({ params: { id, proposalId } }),
    allowed: ['buyer'],
    refusals: { seller: 'proposal.own' },
    ...noDispute,
    changes: true,
  },
  {
    call: contract.decideDispute,
    state: 'disputed',
    input: (trade) => ({ ...dispute(trade), body: { kind: 'release', reason: 'As described.' } }),
    ...adminsOnly,
    // For the seller, which is for an admin.
    refusals: { support: 'dispute.above-support-limit' },
    changes: true,
  },
  // Returns.
  { call: contract.getReturn, state: 'returning', input: order, allowed: parties },
  {
    call: contract.setReturnAddress,
    state: 'returning',
    input: (trade) => ({ ...order(trade), body: { address: 'Rua do Ouro 3, Porto' } }),
    allowed: ['seller'],
    changes: true,
  },
  {
    call: contract.shipReturn,
    state: 'returning',
    input: (trade) => ({
      ...order(trade),
      body: { carrier: 'ups', trackingNumber: '1Z999AA10123456784' },
    }),
    allowed: ['buyer'],
    changes: true,
  },
  {
    call: contract.confirmReturn,
    state: 'returning',
    input: (trade) => ({ ...order(trade), body: {} }),
    allowed: [],
    refusals: { seller: 'return.not-shipped' },
  },
  // Money. Each user sees their own.
  { call: contract.listSales, state: 'completed', input: () => ({}), allowed: callers },
  { call: contract.listDisputes, state: 'disputed', input: () => ({}), allowed: callers },
  { call: contract.getBalance, state: 'completed', input: () => ({}), ...sellersOnly },
  { call: contract.listBalanceMonths, state: 'completed', input: () => ({}), ...sellersOnly },
  { call: contract.getBalanceStatement, state: 'completed', input: () => period, ...sellersOnly },
  { call: contract.getPayoutAccount, state: 'completed', input: () => ({}), ...sellersOnly },
  {
    call: contract.requestPayout,
    state: 'completed',
    input: () => ({ body: {} }),
    allowed: [],
    refusals: {
      seller: 'payout-account.not-enabled',
      'other seller': 'payout-account.not-enabled',
    },
    otherwise: 'role.forbidden',
  },
  { call: contract.getLedgerStatus, state: 'paid', input: () => ({}), ...adminsOnly },
  {
    call: contract.exportLedgerJournal,
    state: 'paid',
    input: () => period,
    changes: true,
    ...adminsOnly,
  },
  { call: contract.listChargebacks, state: 'paid', input: () => ({}), ...adminsOnly },
  {
    call: contract.submitChargebackEvidence,
    state: 'paid',
    input: () => ({
      params: { id: 'dp_none' },
      body: { text: 'The buyer confirmed that the phone is as described, by entering the code.' },
    }),
    allowed: [],
    refusals: { admin: 'chargeback.not-found' },
    otherwise: 'role.forbidden',
  },
];
