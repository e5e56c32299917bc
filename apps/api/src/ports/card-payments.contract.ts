import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardPayments, PaymentIntent } from './card-payments.ts';

/** A card that pays, and what happens to its payment later. */
export type TestCard = 'good' | 'disputed' | 'refund-pending' | 'refund-fails';

/** An adapter, and what the provider does on its side: the browser and the webhook sender. */
export interface CardPaymentsUnderTest {
  readonly cardPayments: CardPayments;
  /** The provider's clock. */
  now(): Date;
  /** Pays as a browser would, with a card that succeeds. */
  pay(intent: PaymentIntent, card?: TestCard): Promise<void>;
  /** The banks act on the payments of cards other than `good`. */
  settle(): Promise<void>;
  /** The bank decides a dispute. */
  decideDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** The operator refunds an intent in the provider's dashboard. */
  refundInDashboard(intentId: string, amountCents: number): Promise<void>;
  /** Tries to pay as a browser would, with a card that is declined. */
  payWithDeclinedCard(intent: PaymentIntent): Promise<void>;
  /** Refunded cents of an intent. */
  refundedCents(intentId: string): Promise<number>;
  /**
   * A webhook, signed by the provider now.
   *
   * @param id of the intent, dispute, payout or account that it is about; for refunds, of the intent.
   */
  signedWebhook(type: string, id: string): { rawBody: Buffer; signature: string };
  /** Advances the clock by which the adapter checks a webhook's age. */
  advanceClock(seconds: number): void;
  close(): Promise<void>;
}

/** The tests that every adapter of the card-payments port has to pass. */
export function cardPaymentsContract(
  name: string,
  open: () => Promise<CardPaymentsUnderTest>,
): void {
  let provider: CardPaymentsUnderTest;
  beforeAll(async () => {
    provider = await open();
  });
  afterAll(() => provider.close());

  const newIntent = (input: { orderId?: string; idempotencyKey?: string } = {}) =>
    provider.cardPayments.createIntent({
      orderId: randomUUID(),
      idempotencyKey: randomUUID(),
      amountCents: 12_345,
      currency: 'usd',
      ...input,
    });
  const status = async (id: string) => (await provider.cardPayments.retrieveIntent(id))?.status;

  test(`${name}: a new intent requires a payment method and has its order and amount`, async () => {
    const orderId = randomUUID();
    const intent = await newIntent({ orderId });
    expect(intent).toMatchObject({
      orderId,
      amountCents: 12_345,
      currency: 'usd',
      status: 'requires_payment_method',
    });
    expect(intent.clientSecret).not.toBe('');
    expect(await provider.cardPayments.retrieveIntent(intent.id)).toEqual(intent);
  });

  test(`${name}: the same idempotency key creates one intent, even concurrently`, async () => {
    const same = { orderId: randomUUID(), idempotencyKey: randomUUID() };
    const intents = await Promise.all([newIntent(same), newIntent(same), newIntent(same)]);
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
  });

  test(`${name}: an idempotency key cannot be reused for another order`, async () => {
    const idempotencyKey = randomUUID();
    await newIntent({ idempotencyKey });
    await expect(newIntent({ idempotencyKey })).rejects.toThrow();
  });

  test(`${name}: an unknown intent is not found`, async () => {
    expect(
      await provider.cardPayments.retrieveIntent('pi_000000000000000000000000'),
    ).toBeUndefined();
    expect(await provider.cardPayments.retrieveIntent('')).toBeUndefined();
    expect(await provider.cardPayments.retrieveIntent('pi_\0../\u2028')).toBeUndefined();
  });

  test(`${name}: an intent succeeds when a browser pays it`, async () => {
    const intent = await newIntent();
    await provider.pay(intent);
    expect(await status(intent.id)).toBe('succeeded');
  });

  test(`${name}: after a declined card another one can pay`, async () => {
    const intent = await newIntent();
    await provider.payWithDeclinedCard(intent);
    expect(await status(intent.id)).toBe('requires_payment_method');
    await provider.pay(intent);
    expect(await status(intent.id)).toBe('succeeded');
  });

  test(`${name}: cancelling an intent is idempotent`, async () => {
    const intent = await newIntent();
    expect((await provider.cardPayments.cancelIntent(intent.id)).status).toBe('canceled');
    expect((await provider.cardPayments.cancelIntent(intent.id)).status).toBe('canceled');
    expect(await status(intent.id)).toBe('canceled');
  });

  test(`${name}: cancelling a succeeded intent returns its status`, async () => {
    const intent = await newIntent();
    await provider.pay(intent);
    expect((await provider.cardPayments.cancelIntent(intent.id)).status).toBe('succeeded');
  });

  test(`${name}: a signed event is accepted`, async () => {
    const { id } = await newIntent();
    const { rawBody, signature } = provider.signedWebhook('payment_intent.succeeded', id);
    expect(provider.cardPayments.verifyWebhook(rawBody, signature)).toEqual({
      id: expect.any(String),
      type: 'payment_intent.succeeded',
      changed: 'intent',
      intentId: id,
    });
  });

  test.each([
    ['charge.refunded', 'pi_1', { changed: 'refund', intentId: 'pi_1' }],
    ['refund.failed', 'pi_1', { changed: 'refund', intentId: 'pi_1' }],
    ['charge.dispute.created', 'dp_1', { changed: 'dispute', disputeId: 'dp_1' }],
    ['account.updated', 'acct_1', { changed: 'account', accountId: 'acct_1' }],
    ['payout.failed', 'po_1', { changed: 'payout', accountId: 'acct_1', payoutId: 'po_1' }],
  ])(`${name}: the event %s says what has changed`, (type, id, change) => {
    const { rawBody, signature } = provider.signedWebhook(type, id);
    const event = provider.cardPayments.verifyWebhook(rawBody, signature);
    expect(event).toEqual({ id: expect.any(String), type, ...change });
  });

  test(`${name}: declined attempts are counted, whichever card was used`, async () => {
    const intent = await newIntent();
    const { cardPayments } = provider;
    expect(await cardPayments.countDeclines(intent.id)).toBe(0);
    expect(intent.wasDeclined).toBe(false);
    for (let attempt = 0; attempt < 3; attempt++) await provider.payWithDeclinedCard(intent);
    expect(await cardPayments.countDeclines(intent.id)).toBe(3);
    expect(await cardPayments.retrieveIntent(intent.id)).toMatchObject({ wasDeclined: true });
    await provider.pay(intent);
    expect(await cardPayments.countDeclines(intent.id)).toBe(3);
    await expect(cardPayments.countDeclines('pi_000000000000000000000000')).rejects.toThrow();
  });

  test(`${name}: a changed or unsigned event is rejected`, () => {
    const { rawBody, signature } = provider.signedWebhook('payment_intent.succeeded', 'pi_1');
    const changed = Buffer.from(rawBody.toString('utf8').replace('pi_1', 'pi_2'));
    const { cardPayments } = provider;
    expect(cardPayments.verifyWebhook(rawBody, signature)).toBeDefined();
    expect(cardPayments.verifyWebhook(changed, signature)).toBeUndefined();
    expect(cardPayments.verifyWebhook(rawBody, undefined)).toBeUndefined();
    expect(cardPayments.verifyWebhook(rawBody, '')).toBeUndefined();
    expect(cardPayments.verifyWebhook(rawBody, 't=1,v1=00')).toBeUndefined();
    expect(cardPayments.verifyWebhook(rawBody, signature.replace(/.$/, ''))).toBeUndefined();
    expect(cardPayments.verifyWebhook(rawBody, signature.replace(/t=\d/, 't=9'))).toBeUndefined();
    expect(cardPayments.verifyWebhook(Buffer.alloc(0), signature)).toBeUndefined();
  });

  test(`${name}: a signed event is accepted for five minutes`, () => {
    const { rawBody, signature } = provider.signedWebhook('payment_intent.succeeded', 'pi_1');
    provider.advanceClock(299);
    expect(provider.cardPayments.verifyWebhook(rawBody, signature)).toBeDefined();
    provider.advanceClock(2);
    expect(provider.cardPayments.verifyWebhook(rawBody, signature)).toBeUndefined();
  });
}
