import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardPaymentsUnderTest, TestCard } from './card-payments.contract.ts';
import { AmountRefused, type BalanceEntry, CardPaymentsUnavailable } from './card-payments.ts';

/** The tests of refunds, disputes and the balance that every adapter of the card-payments port has to pass. */
export function cardRefundsContract(
  name: string,
  open: () => Promise<CardPaymentsUnderTest & { failNextRequests(): void }>,
): void {
  let provider: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    provider = await open();
  });
  afterAll(() => provider.close());

  const unknownIntent = 'pi_000000000000000000000000';
  const day = 24 * 3600_000;

  async function paidIntent(card?: TestCard) {
    const intent = await provider.cardPayments.createIntent({
      orderId: randomUUID(),
      idempotencyKey: randomUUID(),
      amountCents: 12_345,
      currency: 'usd',
    });
    await provider.pay(intent, card);
    return intent.id;
  }
  const refund = (intentId: string, amountCents: number, idempotencyKey = randomUUID()) =>
    provider.cardPayments.refund({ intentId, amountCents, idempotencyKey });
  const refundsOf = async (intentId: string) =>
    (await provider.cardPayments.listRefunds(intentId)).map(({ amountCents, status }) => [
      amountCents,
      status,
    ]);
  const reasonOf = (error: unknown) =>
    error instanceof AmountRefused ? error.reason : `no refusal, but ${error}`;
  async function openDispute() {
    const intentId = await paidIntent('disputed');
    await provider.settle();
    const [dispute] = await provider.cardPayments.listDisputes({ intentId });
    if (!dispute) throw new Error('no dispute was opened');
    return dispute;
  }
  async function balanceEntries(): Promise<BalanceEntry[]> {
    const from = new Date(provider.now().getTime() - day);
    const to = new Date(provider.now().getTime() + day);
    return collect(provider.cardPayments.listBalanceEntries({ from, to }));
  }

  test(`${name}: several partial refunds add up to the charge at most`, async () => {
    const id = await paidIntent();
    const first = await refund(id, 5000);
    expect(first).toMatchObject({ intentId: id, amountCents: 5000, status: 'succeeded' });
    await refund(id, 7000);
    expect(await refund(id, 346).catch(reasonOf)).toBe('exceeds-remaining');
    expect(await provider.refundedCents(id)).toBe(12_000);
    await refund(id, 345);
    expect(await refund(id, 1).catch(reasonOf)).toBe('exceeds-remaining');
    const amounts = (await provider.cardPayments.listRefunds(id)).map((one) => one.amountCents);
    expect(new Set(amounts)).toEqual(new Set([5000, 7000, 345]));
  });

  test(`${name}: concurrent refunds never exceed the charge`, async () => {
    const id = await paidIntent();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => refund(id, 5000)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await provider.refundedCents(id)).toBe(10_000);
  });

  test(`${name}: a refund is made once per key, even concurrently`, async () => {
    const id = await paidIntent();
    const key = randomUUID();
    const refunds = await Promise.all([refund(id, 5000, key), refund(id, 5000, key)]);
    refunds.push(await refund(id, 5000, key));
    expect(new Set(refunds.map((one) => one.id)).size).toBe(1);
    expect(refunds[0]?.idempotencyKey).toBe(key);
    expect(await provider.refundedCents(id)).toBe(5000);
    await expect(refund(id, 4000, key)).rejects.toThrow();
    expect(await provider.refundedCents(id)).toBe(5000);
  });

  test(`${name}: a refund made in the dashboard is listed without a key`, async () => {
    const id = await paidIntent();
    await provider.refundInDashboard(id, 1000);
    const [made] = await provider.cardPayments.listRefunds(id);
    expect(made).toMatchObject({ amountCents: 1000, idempotencyKey: undefined });
    expect(await refund(id, 12_345).catch(reasonOf)).toBe('exceeds-remaining');
  });

  test(`${name}: an intent that has not succeeded, or is unknown, cannot be refunded`, async () => {
    const { id } = await provider.cardPayments.createIntent({
      orderId: randomUUID(),
      idempotencyKey: randomUUID(),
      amountCents: 12_345,
      currency: 'usd',
    });
    for (const intentId of [id, unknownIntent]) {
      const error = await refund(intentId, 100).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(CardPaymentsUnavailable);
      expect(error).not.toBeInstanceOf(AmountRefused);
    }
    expect(await refundsOf(id)).toEqual([]);
    await expect(provider.cardPayments.listRefunds(unknownIntent)).rejects.toThrow();
  });

  test(`${name}: a pending refund succeeds later`, async () => {
    const id = await paidIntent('refund-pending');
    expect((await refund(id, 345)).status).toBe('pending');
    await provider.settle();
    expect(await refundsOf(id)).toEqual([[345, 'succeeded']]);
  });

  test(`${name}: a refund that fails later returns its amount to the balance`, async () => {
    const id = await paidIntent('refund-fails');
    const made = await refund(id, 12_345);
    expect(made.status).toBe('succeeded');
    await provider.settle();
    const [failed] = await provider.cardPayments.listRefunds(id);
    expect(failed).toMatchObject({ id: made.id, status: 'failed' });
    expect(failed?.failureCode).toBe('expired_or_canceled_card');
    expect(await provider.refundedCents(id)).toBe(0);
    const entries = (await balanceEntries()).filter(({ sourceId }) => sourceId === made.id);
    const amounts = entries.map(({ kind, amountCents }) => [kind, amountCents]).sort();
    const expected = [
      ['refund', -12_345],
      ['refund-failure', 12_345],
    ];
    expect(amounts).toEqual(expected);
    expect(entries.map(({ intentId }) => intentId)).toEqual([id, id]);
  });

  test(`${name}: a disputed charge cannot be refunded`, async () => {
    const { id, intentId, ...dispute } = await openDispute();
    expect(dispute).toMatchObject({
      amountCents: 12_345,
      feeCents: 1500,
      status: 'needs_response',
      reason: 'fraudulent',
    });
    expect(dispute.evidenceDueAt?.getTime()).toBeGreaterThan(provider.now().getTime());
    expect(await refund(intentId, 100).catch(reasonOf)).toBe('disputed');
    const since = new Date(provider.now().getTime() - day);
    const all = await provider.cardPayments.listDisputes({ since });
    expect(all.map((one) => one.id)).toContain(id);
  });

  test(`${name}: evidence is submitted once`, async () => {
    const { id: disputeId } = await openDispute();
    const { cardPayments } = provider;
    const submitted = await cardPayments.submitEvidence({ disputeId, text: 'It was delivered.' });
    expect(submitted.status).toBe('under_review');
    const again = await cardPayments.submitEvidence({ disputeId, text: 'winning_evidence' });
    expect(again.status).toBe('under_review');
    await expect(cardPayments.submitEvidence({ disputeId: 'dp_1', text: '' })).rejects.toThrow();
  });

  test.each(['won', 'lost'] as const)(`${name}: a dispute is %s`, async (outcome) => {
    const { id, intentId } = await openDispute();
    await provider.decideDispute(id, outcome);
    const decided = await provider.cardPayments.retrieveDispute(id);
    expect(decided).toMatchObject({ intentId, status: outcome, feeCents: 1500 });
    const entries = (await balanceEntries()).filter(({ sourceId }) => sourceId === id);
    const total = entries.reduce((sum, one) => sum + one.amountCents - one.feeCents, 0);
    expect(total).toBe(outcome === 'won' ? -1500 : -13_845);
  });

  test(`${name}: an unknown dispute is not found`, async () => {
    const { cardPayments } = provider;
    for (const id of ['dp_000000000000000000000000', '', 'dp_\0../'])
      expect(await cardPayments.retrieveDispute(id)).toBeUndefined();
    expect(await cardPayments.listDisputes({ intentId: await paidIntent() })).toEqual([]);
  });

  test(`${name}: the fee of a charge is known once it has succeeded`, async () => {
    const { id } = await provider.cardPayments.createIntent({
      orderId: randomUUID(),
      idempotencyKey: randomUUID(),
      amountCents: 12_345,
      currency: 'usd',
    });
    expect(await provider.cardPayments.retrieveFee(id)).toBeUndefined();
    await expect(provider.cardPayments.retrieveFee(unknownIntent)).rejects.toThrow();
    const paid = await paidIntent();
    expect(await provider.cardPayments.retrieveFee(paid)).toBe(388);
    const [entry] = (await balanceEntries()).filter(({ sourceId }) => sourceId === paid);
    expect(entry).toMatchObject({ kind: 'charge', amountCents: 12_345, feeCents: 388 });
  });

  test(`${name}: the balance of another period is not listed`, async () => {
    await paidIntent();
    const at = (offset: number) => new Date(provider.now().getTime() + offset);
    const { cardPayments } = provider;
    const later = cardPayments.listBalanceEntries({ from: at(day), to: at(2 * day) });
    expect(await collect(later)).toEqual([]);
    const earlier = cardPayments.listBalanceEntries({ from: at(-400 * day), to: at(-300 * day) });
    expect(await collect(earlier)).toEqual([]);
  });

  test(`${name}: the outcome of every request is unknown while the provider is down`, async () => {
    const { cardPayments } = provider;
    const intentId = await paidIntent();
    const requests = [
      () => refund(intentId, 100),
      () => cardPayments.listRefunds(intentId),
      () => cardPayments.listDisputes({ intentId }),
      () => cardPayments.retrieveDispute('dp_000000000000000000000000'),
      () => cardPayments.retrieveFee(intentId),
      () => cardPayments.countDeclines(intentId),
      () => balanceEntries(),
    ];
    // All at once: an adapter waits before it tries again.
    for (const _each of requests) provider.failNextRequests();
    const outcomes = await Promise.allSettled(requests.map((request) => request()));
    for (const [index, outcome] of outcomes.entries()) {
      const reason = outcome.status === 'rejected' ? outcome.reason : undefined;
      expect(reason, String(requests[index])).toBeInstanceOf(CardPaymentsUnavailable);
    }
    expect(await refundsOf(intentId)).toEqual([]);
  });
}

async function collect(entries: AsyncIterable<BalanceEntry>): Promise<BalanceEntry[]> {
  const all: BalanceEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}
