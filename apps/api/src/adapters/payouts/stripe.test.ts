import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payoutsContract } from '../../ports/payouts.contract.ts';
import { PayoutsUnavailable } from '../../ports/payouts.ts';
import { account, type StripeFault, startFakeStripe } from '../card-payments/stripe.fixture.ts';
import { createStripePayouts } from './stripe.ts';

type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;
let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.requests.length = 0;
});

const open = ({ apiBase }: FakeStripe = stripe) =>
  createStripePayouts({ ...account, apiBase, timeoutMs: 300 });
const fillBalance = async (amount: number, { balance }: FakeStripe = stripe) =>
  void balance.add({ type: 'charge', category: 'charge', amount, source: {} });

/** Accounts whose bank account is closed. */
const closed = new Set<string>();

payoutsContract('Stripe', async () => ({
  payouts: open(),
  now: () => new Date(),
  fillBalance,
  enable: async (accountId, bank = 'good') => {
    stripe.connect.enableAccount(accountId);
    if (bank === 'closed') closed.add(accountId);
  },
  settle: async () => {
    for (const payout of stripe.connect.pendingPayouts()) {
      const isClosed = closed.has(payout.account);
      if (isClosed) stripe.connect.setPayoutStatus(payout.id, 'failed', 'account_closed');
      else stripe.connect.setPayoutStatus(payout.id, 'paid');
    }
  },
  failNextRequests: () => stripe.fail(500, 500, 500),
  close: async () => {},
}));

async function enabledAccount(of: FakeStripe = stripe) {
  const { id } = await open(of).createAccount({
    userId: 'user',
    email: 'seller@mail.com',
    idempotencyKey: randomUUID(),
  });
  of.connect.enableAccount(id);
  return id;
}
const formOf = (path: string) => {
  const call = stripe.requests.find((one) => one.path === path && one.method === 'POST');
  return { key: call?.key, account: call?.account, ...Object.fromEntries(call?.form ?? []) };
};

test('an account is an Express account with manual payouts', async () => {
  await open().createAccount({ userId: 'u1', email: 'seller@mail.com', idempotencyKey: 'k1' });
  expect(formOf('/v1/accounts')).toEqual({
    key: 'k1',
    account: undefined,
    type: 'express',
    email: 'seller@mail.com',
    business_type: 'individual',
    'capabilities[transfers][requested]': 'true',
    'settings[payouts][schedule][interval]': 'manual',
    'metadata[userId]': 'u1',
  });
});

test('a transfer names its group, and a payout is made on behalf of the account', async () => {
  await fillBalance(10_000);
  const accountId = await enabledAccount();
  const input = { accountId, amountCents: 4550, currency: 'usd' } as const;
  const group = randomUUID();
  await open().transfer({ ...input, group });
  await open().createPayout({ ...input, reference: group, requestedAt: new Date() });
  expect(formOf('/v1/transfers')).toEqual({
    key: `transfer:${group}`,
    account: undefined,
    amount: '4550',
    currency: 'usd',
    destination: accountId,
    transfer_group: group,
  });
  expect(formOf('/v1/payouts')).toEqual({
    key: `payout:${group}`,
    account: accountId,
    amount: '4550',
    currency: 'usd',
    'metadata[reference]': group,
  });
});

// Concurrently, since the library waits before it tries again.
test.concurrent.for<[string, StripeFault]>([
  ['processed the request and closed the connection', 'cut'],
  ['never responded', 'silent'],
])(
  'money moves once if Stripe %s and has forgotten the keys since',
  async ([, fault], { onTestFinished }) => {
    const stripe = await startFakeStripe();
    onTestFinished(() => stripe.close());
    await fillBalance(10_000, stripe);
    const accountId = await enabledAccount(stripe);
    const input = { accountId, amountCents: 1000, currency: 'usd' } as const;
    const group = randomUUID();
    const payouts = open(stripe);
    const requestedAt = new Date();
    const steps = [
      () => payouts.transfer({ ...input, group }),
      () => payouts.createPayout({ ...input, amountCents: 600, reference: group, requestedAt }),
      async () => {
        const transfer = await payouts.transfer({ ...input, group });
        const key = { amountCents: 400, idempotencyKey: group };
        return payouts.reverseTransfer({ transferId: transfer.id, ...key });
      },
    ];
    for (const step of steps) {
      const asked = stripe.requests.length;
      await step();
      const reads = stripe.requests.slice(asked).filter(({ method }) => method === 'GET').length;
      stripe.expireIdempotencyKeys();
      // The same again, where each attempt of the request fails after the look-ups.
      stripe.fail(...Array<StripeFault>(3 * reads + 3).fill(fault));
      await step().catch(() => {});
      stripe.clearFaults();
      stripe.expireIdempotencyKeys();
      await step();
    }
    const transfer = await payouts.transfer({ ...input, group });
    expect(transfer).toMatchObject({ amountCents: 1000, reversedCents: 400 });
    expect(stripe.balance.total(accountId)).toBe(0);
  },
);

test.each<[object, object]>([
  [
    { payouts_enabled: false, details_submitted: true, requirements: { pending_verification: [] } },
    { status: 'pending', requirements: [] },
  ],
  [
    { requirements: { disabled_reason: 'rejected.fraud', currently_due: ['external_account'] } },
    { status: 'rejected', requirements: [] },
  ],
  [
    {
      payouts_enabled: false,
      requirements: {
        currently_due: ['individual.dob.day', 'individual.dob.year', 'something.new'],
        errors: [{ reason: 'The document is not readable.' }],
      },
    },
    {
      status: 'details-needed',
      requirements: [
        'The document is not readable.',
        'Enter your date of birth.',
        'Complete your details at the payment provider.',
      ],
    },
  ],
])('the account %j is presented as %j', async (change, expected) => {
  const id = await enabledAccount();
  Object.assign(stripe.connect.accounts.get(id) ?? {}, change);
  expect(await open().retrieveAccount(id)).toMatchObject(expected);
});

test('a canceled payout has failed', async () => {
  await fillBalance(10_000);
  const accountId = await enabledAccount();
  const input = { accountId, amountCents: 1000, currency: 'usd' } as const;
  const group = randomUUID();
  await open().transfer({ ...input, group });
  const made = await open().createPayout({ ...input, reference: group, requestedAt: new Date() });
  stripe.connect.setPayoutStatus(made.id, 'canceled');
  const payout = await open().retrievePayout({ accountId, payoutId: made.id });
  expect(payout).toMatchObject({ status: 'failed', failureCode: 'canceled' });
});

test.each<[string, StripeFault]>([
  ['an HTML page', 'garbage'],
  ['another object', 'other object'],
])('the outcome is unknown if Stripe responds with %s', async (_what, fault) => {
  const accountId = await enabledAccount();
  stripe.fail(fault);
  await expect(open().retrieveAccount(accountId)).rejects.toThrow(PayoutsUnavailable);
});
