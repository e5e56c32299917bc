import { expect, test } from 'vitest';
import {
  type OrderDeadlineKind,
  type OrderDetails,
  type OrderViewer,
  orderDeadlineKinds,
} from './order-lifecycle.ts';
import { describeMoney, dollarsLeft } from './order-money-text.ts';
import { describeDeadline, describeNextStep, describeWaiting } from './order-texts.ts';

const dueAt = '2026-11-26T14:00:00.000Z';
const time = () => 'Thursday 26 November, 14:00';
const waiting = (
  viewer: OrderViewer,
  turn: OrderDetails['turn'],
  kind: OrderDeadlineKind = 'inspection',
  chargebackOpenedAt: string | null = null,
) => describeWaiting({ viewer, turn, deadlines: [{ kind, dueAt }], chargebackOpenedAt }, time);

test.each<[OrderViewer, OrderDetails['turn'], string]>([
  ['buyer', 'buyer', 'You have until Thursday 26 November, 14:00.'],
  ['seller', 'buyer', 'You wait for the buyer, until Thursday 26 November, 14:00 at the latest.'],
  ['admin', 'buyer', 'The buyer has until Thursday 26 November, 14:00.'],
  ['seller', 'both', 'Both of you have until Thursday 26 November, 14:00.'],
  ['admin', 'both', 'Both have until Thursday 26 November, 14:00.'],
  ['admin', 'admin', 'You have until Thursday 26 November, 14:00.'],
  [
    'buyer',
    'admin',
    'You wait for the decision of an admin, until Thursday 26 November, 14:00 at the latest.',
  ],
])('it says to the %s who waits for whom when it is the turn of %s', (viewer, turn, expected) => {
  const consequence = {
    buyer: 'Unless you report a problem, everything counts as fine and the seller is paid.',
    seller: 'Unless the buyer reports a problem, everything counts as fine and you are paid.',
    admin: 'Unless the buyer reports a problem, everything counts as fine and the seller is paid.',
  }[viewer];
  expect(waiting(viewer, turn)).toBe(`${expected} ${consequence}`);
});

test('nobody waits without a deadline or while a chargeback is open', () => {
  expect(waiting('buyer', 'buyer', 'inspection', dueAt)).toBeUndefined();
  const order = { viewer: 'buyer', turn: 'nobody', chargebackOpenedAt: null } as const;
  expect(describeWaiting({ ...order, deadlines: [] }, time)).toBeUndefined();
  // Unless an admin has to decide, whenever that is.
  expect(describeWaiting({ ...order, turn: 'admin', deadlines: [] }, time)).toBe(
    'You wait for the decision of an admin. No money moves until then.',
  );
});

test.each<[OrderDeadlineKind, buyer: string, seller: string]>([
  ['return-address', 'says where to', 'Say where it is sent to'],
  ['return-shipment', 'Send the phone back', 'The buyer sends the phone back'],
  ['return-confirmation', 'The seller checks it', 'Check it when it has arrived'],
])('at %s of a return, each party reads the own next step', (kind, buyer, seller) => {
  const order = {
    state: 'returning',
    handover: 'meet',
    nextAction: null,
    chargebackOpenedAt: null,
  } as const;
  const textFor = (viewer: OrderViewer) =>
    describeNextStep({ ...order, viewer, actions: [], deadlines: [{ kind, dueAt }] }, false);
  expect(textFor('buyer')).toContain(buyer);
  expect(textFor('seller')).toContain(seller);
});

test('the seller of a refunded order reads that the phone can be listed again while it can', () => {
  const textWith = (actions: OrderDetails['actions']) =>
    describeNextStep(
      {
        viewer: 'seller',
        state: 'refunded',
        handover: 'ship',
        nextAction: null,
        deadlines: [],
        chargebackOpenedAt: null,
        actions,
      },
      false,
    );
  expect(textWith(['relist'])).toBe('This order is refunded. You can list the phone again.');
  expect(textWith([])).toBe('This order is refunded.');
});

test('while a chargeback is open, the seller keeps the phone', () => {
  const textFor = (viewer: OrderViewer, state: 'paid' | 'delivered') =>
    describeNextStep(
      {
        ...{ viewer, state, handover: 'ship', nextAction: null, deadlines: [], actions: [] },
        chargebackOpenedAt: dueAt,
      },
      false,
    );
  expect(textFor('seller', 'paid')).toContain('Keep the phone');
  expect(textFor('buyer', 'paid')).toContain('Your bank decides');
  expect(textFor('seller', 'delivered')).toContain('before you are paid');
});

test('a price that the bank took back is not said to be on its way', () => {
  const order = {
    viewer: 'buyer',
    state: 'refunded',
    amounts: { price: 389, refunded: 389, feePercent: 5, fee: 0, sellerReceives: 0 },
    chargebackOpenedAt: null,
    changedAt: dueAt,
  } as const;
  expect(describeMoney({ ...order, deadlines: [], refunds: [], timeline: [] }, time)).toBe(
    '$389 went back to your card: the bank has decided the chargeback for you.',
  );
});

test('what the bank took back of an open order is no longer said to be held', () => {
  const textAt = (chargebackOpenedAt: string | null) =>
    describeMoney(
      {
        viewer: 'buyer',
        state: 'disputed',
        amounts: { price: 389, refunded: 100, feePercent: 5, fee: 14.45, sellerReceives: 274.55 },
        deadlines: [],
        refunds: [],
        timeline: [],
        chargebackOpenedAt,
        changedAt: dueAt,
      },
      time,
    );
  expect(textAt(null)).toContain('$289 is held');
  expect(textAt(dueAt)).toContain('$289 is frozen');
});

test('who opened a chargeback is the own bank of a buyer', () => {
  const textFor = (viewer: OrderViewer) =>
    describeMoney(
      {
        viewer,
        state: 'delivered',
        amounts: { price: 389, refunded: 0, feePercent: 5, fee: 19.45, sellerReceives: 369.55 },
        deadlines: [],
        refunds: [],
        timeline: [],
        chargebackOpenedAt: dueAt,
        changedAt: dueAt,
      },
      time,
    );
  expect(textFor('buyer')).toContain(': your bank has opened a chargeback');
  expect(textFor('seller')).toContain(": the buyer's bank has opened a chargeback");
});

test('what is left of a price has no rounding errors', () => {
  expect(dollarsLeft({ price: 389, refunded: 0 })).toBe(389);
  expect(dollarsLeft({ price: 389.1, refunded: 0.1 })).toBe(389);
  expect(dollarsLeft({ price: 345, refunded: 344.9 })).toBe(0.1);
});

/** Where the money of an order of 389 dollars is, for a viewer. */
const moneyOf = (
  viewer: OrderViewer,
  order: {
    state: OrderDetails['state'];
    deadline?: OrderDeadlineKind;
    refunded?: number;
    timeline?: OrderDetails['timeline'];
  },
) => {
  const { state, deadline, refunded = 0, timeline = [] } = order;
  return describeMoney(
    {
      viewer,
      state,
      amounts: { price: 389, refunded, feePercent: 5, fee: 19.45, sellerReceives: 369.55 },
      deadlines: deadline ? [{ kind: deadline, dueAt }] : [],
      refunds: [],
      timeline,
      chargebackOpenedAt: null,
      changedAt: dueAt,
    },
    time,
  );
};

test.each<[OrderDetails['state'], OrderDeadlineKind, string]>([
  ['unpaid', 'payment', '$389 is due by Thursday 26 November, 14:00.'],
  [
    'paid',
    'handover',
    'If it does not change hands by Thursday 26 November, 14:00, you get it back.',
  ],
  [
    'in_transit',
    'transit',
    'Unless you report a problem, the phone counts as received by Thursday 26 November, 14:00 at the latest.',
  ],
  ['delivered', 'inspection', 'is fine, at the latest Thursday 26 November, 14:00.'],
  ['disputed', 'dispute-end', 'The time for it ends on Thursday 26 November, 14:00.'],
  [
    'returning',
    'return-address',
    'Without an address for it by Thursday 26 November, 14:00, the money goes back to you.',
  ],
  [
    'returning',
    'return-shipment',
    'If the phone is not sent by Thursday 26 November, 14:00, the money goes to the seller.',
  ],
  [
    'returning',
    'return-confirmation',
    'until the phone is back with the seller, at the latest Thursday 26 November, 14:00.',
  ],
])('the money of an order that is %s is shown with the %s', (state, deadline, text) => {
  expect(moneyOf('buyer', { state, deadline })).toContain(text);
  // Without a deadline, as after the end of a dispute, there is no date either.
  expect(moneyOf('buyer', { state })).not.toContain('November');
});

test('a seller is paid once the buyer confirms, not when the phone counts as received', () => {
  expect(moneyOf('seller', { state: 'in_transit', deadline: 'transit' })).toBe(
    '$389 is held by Redial until the phone has arrived and the buyer confirms that everything is fine. Then you receive $369.55. Unless the buyer reports a problem, the phone counts as received by Thursday 26 November, 14:00 at the latest.',
  );
});

test('the money of a completed order is shown with the date on which it went to the seller', () => {
  const state = 'completed';
  const on = 'on Thursday 26 November, 14:00.';
  expect(moneyOf('seller', { state })).toBe(`$369.55 went to your balance ${on}`);
  const completed = { kind: 'order.completed', at: dueAt, actor: 'buyer', details: {} } as const;
  const refunded = { ...completed, kind: 'order.refunded-at-provider', actor: 'system' } as const;
  expect(moneyOf('seller', { state, timeline: [completed, refunded] })).toContain(
    '$369.55 of this sale is yours. More went to your balance',
  );
  expect(moneyOf('seller', { state, timeline: [refunded, completed] })).toBe(
    `$369.55 went to your balance ${on}`,
  );
  expect(moneyOf('buyer', { state })).toBe(`$389 went to the seller ${on}`);
  expect(moneyOf('admin', { state, refunded: 60 })).toBe(
    `$60 of $389 went back to the buyer, the rest to the seller ${on}`,
  );
});

test('texts for a party call it you, those for an admin name both', () => {
  for (const kind of orderDeadlineKinds) {
    expect(describeDeadline(kind, 'buyer')).not.toMatch(/the buyer/i);
    expect(describeDeadline(kind, 'seller')).not.toMatch(/the seller/i);
    expect(describeDeadline(kind, 'admin')).not.toMatch(/\byou/i);
  }
  expect(moneyOf('seller', { state: 'returning', deadline: 'return-shipment' })).toBe(
    '$389 is held by Redial until the phone is back with you. If the phone is not sent by Thursday 26 November, 14:00, the money goes to you.',
  );
  expect(moneyOf('buyer', { state: 'completed', refunded: 60 })).toContain('went back to you');
});

const refund = (amount: number, state: OrderDetails['refunds'][number]['state']) => ({
  amount,
  state,
  changedAt: dueAt,
});
const failed = { kind: 'refund.failed', at: dueAt, actor: 'system', details: {} } as const;
const opened = { ...failed, kind: 'order.chargeback-opened' } as const;
const rejected = { ...failed, kind: 'order.chargeback-won' } as const;
const late = { ...failed, kind: 'payment.refund-due' } as const;
const lateRefunded = { ...failed, kind: 'payment.refunded' } as const;
const on = 'Thursday 26 November, 14:00';
const days = 'Banks take 5 to 10 business days to show it.';
const isRefused = 'The bank has refused the refund, and we are looking for another way.';

test.each<[string, Partial<Parameters<typeof describeMoney>[0]>, refunded: number, string]>([
  [
    'is due',
    { refunds: [refund(389, 'due')] },
    389,
    `$389 is on its way back to your card. ${days}`,
  ],
  ['was refused', { refunds: [refund(389, 'failed')] }, 389, `$389 goes back to you. ${isRefused}`],
  [
    'was made again after it was refused',
    { refunds: [refund(389, 'failed'), refund(389, 'succeeded')] },
    389,
    `$389 went back to your card on ${on}. ${days}`,
  ],
  [
    'was refused before the bank paid by a chargeback',
    { refunds: [refund(389, 'failed')], timeline: [failed, opened] },
    389,
    '$389 went back to your card: the bank has decided the chargeback for you.',
  ],
  [
    'was refused before the bank rejected a chargeback',
    { refunds: [refund(389, 'failed')], timeline: [failed, opened, rejected] },
    389,
    `$389 goes back to you. ${isRefused}`,
  ],
  [
    'was made in part before the bank took the rest',
    { refunds: [refund(45, 'succeeded')] },
    389,
    `$45 went back to your card on ${on}, and $344 with the chargeback that the bank has decided for you.`,
  ],
  [
    'of a part is due',
    { state: 'completed', refunds: [refund(60, 'due')] },
    60,
    `$60 of $389 is on its way back to you. The rest went to the seller on ${on}.`,
  ],
  [
    'of a part was refused',
    { state: 'completed', refunds: [refund(60, 'failed')] },
    60,
    `$60 of $389 goes back to you. ${isRefused} The rest went to the seller on ${on}.`,
  ],
  [
    'of a late payment is due',
    { state: 'expired', timeline: [late] },
    0,
    'The payment of $389 arrived after the order was closed, and goes back to your card.',
  ],
  [
    'of a late payment was made',
    { state: 'cancelled', timeline: [late, lateRefunded] },
    0,
    `The payment of $389 arrived after the order was closed, and went back to your card on ${on}.`,
  ],
  [
    'of a late payment was refused',
    {
      state: 'expired',
      timeline: [late, lateRefunded, failed],
      refunds: [refund(389, 'failed'), refund(300, 'succeeded')],
    },
    0,
    `The payment of $389 arrived after the order was closed. ${isRefused}`,
  ],
  [
    'of a late payment was made again after it was refused',
    {
      state: 'expired',
      timeline: [late, lateRefunded, failed],
      refunds: [refund(389, 'failed'), refund(389, 'succeeded')],
    },
    0,
    `The payment of $389 arrived after the order was closed, and went back to your card on ${on}.`,
  ],
])('a refund that %s is described as such', (_, order, refunded, expected) => {
  const amounts = { price: 389, refunded, feePercent: 5, fee: 0, sellerReceives: 0 };
  expect(
    describeMoney(
      {
        viewer: 'buyer',
        state: 'refunded',
        amounts,
        deadlines: [],
        refunds: [],
        timeline: [],
        chargebackOpenedAt: null,
        changedAt: dueAt,
        ...order,
      },
      time,
    ),
  ).toBe(expected);
});
