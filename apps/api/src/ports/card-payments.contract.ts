import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardPayments, PaymentIntent } from './card-payments.ts';

/** An adapter with what its provider's other side does: the browser, and the sender of webhooks. */
export interface CardPaymentsUnderTest {
  readonly cardPayments: CardPayments;
  /** Pays as a browser would, with a card that goes through. */
  pay(intent: PaymentIntent): Promise<void>;
  /** Tries to pay as a browser would, with a card that is declined. */
  payWithDeclinedCard(intent: PaymentIntent): Promise<void>;
  /** Cents of an intent that were given back. */
  refundedCents(intentId: string): Promise<number>;
  /** A message about an intent, signed by the provider now. */
  signedWebhook(type: string, intentId: string): { rawBody: Buffer; signature: string };
  /** Sets the clock by which the adapter judges a message's age forward. */
  advanceClock(seconds: number): void;
  close(): Promise<void>;
}

/** What every adapter of the card-payments port must do. */
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

  test(`${name}: a new intent waits for a card and names its order and amount`, async () => {
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

  test(`${name}: the same key makes one intent, also when asked at once`, async () => {
    const same = { orderId: randomUUID(), idempotencyKey: randomUUID() };
    const intents = await Promise.all([newIntent(same), newIntent(same), newIntent(same)]);
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
  });

  test(`${name}: a key is not taken for another order`, async () => {
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

  test(`${name}: a canceled intent stays canceled, however often it is canceled`, async () => {
    const intent = await newIntent();
    expect((await provider.cardPayments.cancelIntent(intent.id)).status).toBe('canceled');
    expect((await provider.cardPayments.cancelIntent(intent.id)).status).toBe('canceled');
    expect(await status(intent.id)).toBe('canceled');
  });

  test(`${name}: a cancel that comes too late says so`, async () => {
    const intent = await newIntent();
    await provider.pay(intent);
    expect((await provider.cardPayments.cancelIntent(intent.id)).status).toBe('succeeded');
  });

  test(`${name}: a refund can be repeated with its key`, async () => {
    const intent = await newIntent();
    await provider.pay(intent);
    const refund = { intentId: intent.id, idempotencyKey: randomUUID() };
    await provider.cardPayments.refund(refund);
    await provider.cardPayments.refund(refund);
    expect(await status(intent.id)).toBe('succeeded');
  });

  test(`${name}: money is given back once, also where the key is no longer known`, async () => {
    const intent = await newIntent();
    await provider.pay(intent);
    const refund = () =>
      provider.cardPayments.refund({ intentId: intent.id, idempotencyKey: randomUUID() });
    await refund();
    await refund();
    expect(await provider.refundedCents(intent.id)).toBe(12_345);
  });

  test(`${name}: no money is given back before it was taken`, async () => {
    const { id } = await newIntent();
    const early = provider.cardPayments.refund({ intentId: id, idempotencyKey: randomUUID() });
    await expect(early).rejects.toThrow();
    expect(await provider.refundedCents(id)).toBe(0);
  });

  test(`${name}: a signed message is read`, async () => {
    const { id } = await newIntent();
    const { rawBody, signature } = provider.signedWebhook('payment_intent.succeeded', id);
    expect(provider.cardPayments.verifyWebhook(rawBody, signature)).toEqual({
      id: expect.any(String),
      type: 'payment_intent.succeeded',
      intentId: id,
    });
  });

  test(`${name}: a message that was changed or is not signed is not believed`, () => {
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

  test(`${name}: a signed message is believed for five minutes`, () => {
    const { rawBody, signature } = provider.signedWebhook('payment_intent.succeeded', 'pi_1');
    provider.advanceClock(299);
    expect(provider.cardPayments.verifyWebhook(rawBody, signature)).toBeDefined();
    provider.advanceClock(2);
    expect(provider.cardPayments.verifyWebhook(rawBody, signature)).toBeUndefined();
  });
}
