import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AmountRefused } from './card-payments.ts';
import { type Payouts, PayoutsUnavailable } from './payouts.ts';

/** An adapter, and what happens on the provider's side. */
export interface PayoutsUnderTest {
  readonly payouts: Payouts;
  /** The provider's clock. */
  now(): Date;
  /** A buyer pays: the marketplace's balance grows by at least this amount. */
  fillBalance(amountCents: number): Promise<void>;
  /** The seller enters valid details of a bank account that accepts or returns payouts. */
  enable(accountId: string, bank?: 'good' | 'closed'): Promise<void>;
  /** The bank settles payouts: to `paid`, or to `failed` if the bank account is closed. */
  settle(): Promise<void>;
  /** The next request fails without an effect, with an unknown outcome. */
  failNextRequests(): void;
  close(): Promise<void>;
}

/** The tests that every adapter of the payouts port has to pass. */
export function payoutsContract(name: string, open: () => Promise<PayoutsUnderTest>): void {
  let provider: PayoutsUnderTest;
  let payouts: Payouts;
  beforeAll(async () => {
    provider = await open();
    ({ payouts } = provider);
    await provider.fillBalance(1_000_000);
  });
  afterAll(() => provider.close());

  const currency = 'usd';
  const urls = { returnUrl: 'https://redial.test/back', refreshUrl: 'https://redial.test/again' };
  const unknownAccount = 'acct_000000000000000000000000';
  const newAccount = (about: { userId?: string; idempotencyKey?: string } = {}) =>
    payouts.createAccount({
      userId: randomUUID(),
      email: 'seller@mail.com',
      idempotencyKey: randomUUID(),
      ...about,
    });
  async function enabledAccount(bank?: 'good' | 'closed') {
    const { id } = await newAccount();
    await provider.enable(id, bank);
    return id;
  }
  const transfer = (accountId: string, amountCents: number, group: string = randomUUID()) =>
    payouts.transfer({ accountId, amountCents, currency, group });
  const payOut = (accountId: string, amountCents: number, reference: string = randomUUID()) =>
    payouts.createPayout({
      accountId,
      amountCents,
      currency,
      reference,
      requestedAt: provider.now(),
    });
  const reverse = (transferId: string, amountCents: number, idempotencyKey = randomUUID()) =>
    payouts.reverseTransfer({ transferId, amountCents, idempotencyKey });
  const reasonOf = (error: unknown) =>
    error instanceof AmountRefused ? error.reason : `no refusal, but ${error}`;

  test(`${name}: a new account needs details, and says which`, async () => {
    const account = await newAccount();
    expect(account).toMatchObject({ status: 'details-needed', last4: undefined });
    expect(account.requirements.length).toBeGreaterThan(0);
    for (const sentence of account.requirements) expect(sentence).toMatch(/^[A-Z].+\.$/);
    expect(await payouts.retrieveAccount(account.id)).toEqual(account);
  });

  test(`${name}: an account is created once per key, even concurrently`, async () => {
    const same = { userId: randomUUID(), idempotencyKey: randomUUID() };
    const accounts = await Promise.all([newAccount(same), newAccount(same), newAccount(same)]);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
    await expect(newAccount({ ...same, userId: randomUUID() })).rejects.toThrow();
  });

  test(`${name}: an unknown account is not found and cannot be used`, async () => {
    for (const id of [unknownAccount, '', 'acct_\0../'])
      expect(await payouts.retrieveAccount(id)).toBeUndefined();
    await expect(payouts.beginOnboarding({ accountId: unknownAccount, ...urls })).rejects.toThrow();
    await expect(transfer(unknownAccount, 100)).rejects.toThrow();
  });

  test(`${name}: onboarding leads to an enabled account`, async () => {
    const { id } = await newAccount();
    const onboarding = await payouts.beginOnboarding({ accountId: id, ...urls });
    if (onboarding.kind === 'hosted') {
      expect(onboarding.url).toMatch(/^https:/);
      expect(onboarding.expiresAt.getTime()).toBeGreaterThan(provider.now().getTime());
    } else expect(onboarding.fields.map((field) => field.name)).toContain('accountNumber');
    await provider.enable(id);
    const enabled = await payouts.retrieveAccount(id);
    expect(enabled).toEqual({
      id,
      status: 'enabled',
      requirements: [],
      last4: '6789',
      fingerprint: expect.stringMatching(/^\S{8,}$/),
    });
    // The same bank account is recognized in another account.
    const other = await newAccount();
    expect(other.fingerprint).toBeUndefined();
    await provider.enable(other.id);
    expect((await payouts.retrieveAccount(other.id))?.fingerprint).toBe(enabled?.fingerprint);
  });

  test(`${name}: nothing can be transferred to an account that is not enabled`, async () => {
    const { id } = await newAccount();
    const error = await transfer(id, 100).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PayoutsUnavailable);
  });

  test(`${name}: a transfer is made once per group, even concurrently`, async () => {
    const accountId = await enabledAccount();
    const group = randomUUID();
    const transfers = await Promise.all([
      transfer(accountId, 5000, group),
      transfer(accountId, 5000, group),
    ]);
    const [made] = transfers;
    if (!made) throw new Error('nothing was transferred');
    expect(made).toMatchObject({ accountId, amountCents: 5000, reversedCents: 0, group });
    expect(new Set(transfers.map(({ id }) => id)).size).toBe(1);
    expect(await payouts.retrieveTransfer(made.id)).toEqual(made);
    await expect(transfer(accountId, 4000, group)).rejects.toThrow();
    expect(await payOut(accountId, 5001).catch(reasonOf)).toBe('balance-insufficient');
  });

  test(`${name}: more than the balance cannot be transferred`, async () => {
    const accountId = await enabledAccount();
    expect(await transfer(accountId, 10 ** 11).catch(reasonOf)).toBe('balance-insufficient');
  });

  test(`${name}: a transfer is reversed in parts, once per key, up to its amount`, async () => {
    const accountId = await enabledAccount();
    const { id } = await transfer(accountId, 5000);
    const key = randomUUID();
    expect((await reverse(id, 2000, key)).reversedCents).toBe(2000);
    expect((await reverse(id, 2000, key)).reversedCents).toBe(2000);
    await expect(reverse(id, 1999, key)).rejects.toThrow();
    expect(await reverse(id, 3001).catch(reasonOf)).toBe('exceeds-remaining');
    expect((await reverse(id, 3000)).reversedCents).toBe(5000);
    await expect(reverse('tr_000000000000000000000000', 1)).rejects.toThrow();
  });

  test(`${name}: what was paid out cannot be reversed`, async () => {
    const accountId = await enabledAccount();
    const { id } = await transfer(accountId, 5000);
    await payOut(accountId, 4000);
    expect(await reverse(id, 1001).catch(reasonOf)).toBe('balance-insufficient');
  });

  test(`${name}: an unknown transfer or payout is not found`, async () => {
    const accountId = await enabledAccount();
    for (const id of ['tr_000000000000000000000000', '', 'tr_\0../'])
      expect(await payouts.retrieveTransfer(id)).toBeUndefined();
    for (const payoutId of ['po_000000000000000000000000', '', 'po_\0../'])
      expect(await payouts.retrievePayout({ accountId, payoutId })).toBeUndefined();
  });

  test(`${name}: a payout is made once per reference, even concurrently`, async () => {
    const accountId = await enabledAccount();
    await transfer(accountId, 5000);
    const reference = randomUUID();
    const made = await Promise.all([
      payOut(accountId, 2000, reference),
      payOut(accountId, 2000, reference),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ accountId, amountCents: 2000, status: 'pending', reference });
    await expect(payOut(accountId, 1000, reference)).rejects.toThrow();
    const since = new Date(provider.now().getTime() - 60_000);
    const listed = await payouts.listPayouts({ accountId, since });
    expect(listed.map(({ id }) => id)).toEqual([made[0]?.id]);
  });

  test(`${name}: concurrent payouts never exceed the account's balance`, async () => {
    const accountId = await enabledAccount();
    await transfer(accountId, 5000);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => payOut(accountId, 2000)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  test(`${name}: a payout is paid`, async () => {
    const accountId = await enabledAccount();
    await transfer(accountId, 5000);
    const { id: payoutId } = await payOut(accountId, 5000);
    await provider.settle();
    const paid = await payouts.retrievePayout({ accountId, payoutId });
    expect(paid).toMatchObject({ status: 'paid', failureCode: undefined });
    const other = await enabledAccount();
    expect(await payouts.retrievePayout({ accountId: other, payoutId })).toBeUndefined();
  });

  test(`${name}: the money of a failed payout is in the account again`, async () => {
    const accountId = await enabledAccount('closed');
    const { id } = await transfer(accountId, 5000);
    const { id: payoutId } = await payOut(accountId, 5000);
    expect(await reverse(id, 5000).catch(reasonOf)).toBe('balance-insufficient');
    await provider.settle();
    const failed = await payouts.retrievePayout({ accountId, payoutId });
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'account_closed' });
    expect((await reverse(id, 5000)).reversedCents).toBe(5000);
  });

  test(`${name}: the outcome of every request is unknown while the provider is down`, async () => {
    const accountId = await enabledAccount();
    const { id: transferId } = await transfer(accountId, 5000);
    const requests = [
      () => newAccount(),
      () => payouts.retrieveAccount(accountId),
      () => payouts.beginOnboarding({ accountId, ...urls }),
      () => transfer(accountId, 100),
      () => payouts.retrieveTransfer(transferId),
      () => reverse(transferId, 100),
      () => payOut(accountId, 100),
      () => payouts.retrievePayout({ accountId, payoutId: 'po_000000000000000000000000' }),
      () => payouts.listPayouts({ accountId, since: provider.now() }),
    ];
    // All at once: an adapter waits before it tries again.
    for (const _each of requests) provider.failNextRequests();
    const outcomes = await Promise.allSettled(requests.map((request) => request()));
    for (const [index, outcome] of outcomes.entries()) {
      const reason = outcome.status === 'rejected' ? outcome.reason : undefined;
      expect(reason, String(requests[index])).toBeInstanceOf(PayoutsUnavailable);
    }
    expect((await payouts.retrieveTransfer(transferId))?.reversedCents).toBe(0);
  });
}
