import { afterAll, beforeAll, expect, test } from 'vitest';
import { payoutsContract } from '../../ports/payouts.contract.ts';
import {
  openSandboxFixture,
  type SandboxFixture,
  testCards,
} from '../card-payments/sandbox.fixture.ts';

const numbers = { good: '000123456789', closed: '000111111113', none: '000111111116' };
const details = { holderName: 'Rana', accountNumber: numbers.good, routingNumber: '110000000' };

let sandbox: SandboxFixture;
beforeAll(async () => {
  sandbox = await openSandboxFixture();
});
afterAll(() => sandbox.close());

async function fillBalance(amountCents: number) {
  const intent = await sandbox.cards.cardPayments.createIntent({
    orderId: crypto.randomUUID(),
    idempotencyKey: crypto.randomUUID(),
    // The provider deducts its fee.
    amountCents: amountCents * 2,
    currency: 'usd',
  });
  await sandbox.payWith(intent, testCards.good);
}

payoutsContract('the sandbox', async () => ({
  payouts: sandbox.cards.payouts,
  now: sandbox.now,
  fillBalance,
  enable: async (accountId, bank = 'good') => {
    const given = { ...details, accountNumber: numbers[bank] };
    await sandbox.cards.payouts.submitBankDetails(accountId, given);
  },
  settle: sandbox.settle,
  failNextRequests: sandbox.failNextRequest,
  close: async () => {},
}));

const newAccount = () =>
  sandbox.cards.payouts.createAccount({
    userId: 'user',
    email: 'seller@mail.com',
    idempotencyKey: crypto.randomUUID(),
  });

test.each([
  [{ holderName: ' ' }, 'Enter the name of the account holder.'],
  [{ holderName: 'Rana\u0000' }, 'Enter the name of the account holder.'],
  [
    { routingNumber: '110000001' },
    'The routing number is not valid. This sandbox takes 110000000.',
  ],
  [
    { routingNumber: '000000000' },
    'The routing number is not valid. This sandbox takes 110000000.',
  ],
  [{ routingNumber: 'x' }, 'The routing number is not valid. This sandbox takes 110000000.'],
  [
    { accountNumber: '12345678' },
    'This is a sandbox that takes test account numbers only: use 000123456789.',
  ],
])('the details %j are answered with what is wrong', async (wrong, requirement) => {
  const { id } = await newAccount();
  const { payouts } = sandbox.cards;
  const account = await payouts.submitBankDetails(id, { ...details, ...wrong });
  expect(account).toMatchObject({ status: 'details-needed', requirements: [requirement] });
  const stored = await payouts.retrieveAccount(id);
  expect(stored).toMatchObject({ status: 'details-needed', last4: undefined });
});

test('the account number is not stored, and spaces in it are ignored', async () => {
  const { id } = await newAccount();
  const given = { ...details, accountNumber: '0001 2345 6789', routingNumber: '110-000-000' };
  const account = await sandbox.cards.payouts.submitBankDetails(id, given);
  expect(account).toMatchObject({ status: 'enabled', last4: '6789' });
  const stored = await sandbox.db.execute('select * from sandbox_cards.accounts');
  expect(JSON.stringify(stored.rows)).not.toMatch(/0001 ?2345/);
});

test.each([
  ['000555555559', 'enabled'],
  ['000666666661', 'rejected'],
])('the account %s is verified for a while, and then %s', async (accountNumber, status) => {
  const { id } = await newAccount();
  const { payouts } = sandbox.cards;
  const account = await payouts.submitBankDetails(id, { ...details, accountNumber });
  expect(account.status).toBe('pending');
  await sandbox.settle();
  expect((await payouts.retrieveAccount(id))?.status).toBe(status);
});

test('payouts to a number without an account fail at once, to a closed account after they were paid', async () => {
  const statuses: string[][] = [];
  for (const accountNumber of [numbers.none, numbers.closed]) {
    const { id: accountId } = await newAccount();
    const { payouts, settleDue } = sandbox.cards;
    await payouts.submitBankDetails(accountId, { ...details, accountNumber });
    await payouts.transfer({ accountId, amountCents: 100, currency: 'usd', group: accountId });
    const { id: payoutId, status } = await payouts.createPayout({
      accountId,
      amountCents: 100,
      currency: 'usd',
      reference: accountId,
      requestedAt: sandbox.now(),
    });
    const seen: string[] = [status];
    for (let step = 0; step < 4; step++) {
      sandbox.advance(61);
      await settleDue();
      seen.push((await payouts.retrievePayout({ accountId, payoutId }))?.status ?? '');
    }
    statuses.push(seen);
  }
  expect(statuses).toEqual([
    ['failed', 'failed', 'failed', 'failed', 'failed'],
    ['pending', 'in_transit', 'paid', 'failed', 'failed'],
  ]);
});
