import { afterEach, beforeEach, expect, test } from 'vitest';
import { maxPushBytes, type PushSender, type PushTarget } from './push-sender.ts';

/** A sender under test, with a push service at which browsers subscribe. */
export interface PushSenderUnderTest {
  readonly sender: PushSender;
  /** A browser, and the texts that it has received and decrypted, in this order. */
  subscribe(): { readonly target: PushTarget; received(): readonly string[] };
  /** A target whose subscription has ended. */
  ended(): PushTarget;
  /** The service responds to the next message with this status. */
  respondWith(status: number): void;
  close(): Promise<void>;
}

/** The tests that every sender of push messages has to pass. */
export function pushSenderContract(start: () => Promise<PushSenderUnderTest>): void {
  let under: PushSenderUnderTest;
  beforeEach(async () => {
    under = await start();
  });
  afterEach(() => under.close());

  const send = (target: PushTarget, payload = 'Grüße — 您好') =>
    under.sender.send(target, { payload, ttlSeconds: 60 });

  test('a message arrives at its browser alone, as it was written', async () => {
    const [browser, other] = [under.subscribe(), under.subscribe()];
    expect(await send(browser.target)).toBe('sent');
    expect(browser.received()).toEqual(['Grüße — 您好']);
    expect(other.received()).toEqual([]);
  });

  test('the largest message is sent, a larger one is refused without a request', async () => {
    const browser = under.subscribe();
    const text = 'x'.repeat(maxPushBytes);
    expect(await send(browser.target, text)).toBe('sent');
    expect(await send(browser.target, `${text}x`)).toBe('refused');
    expect(browser.received()).toEqual([text]);
  });

  test('a subscription that has ended is gone', async () => {
    expect(await send(under.ended())).toBe('gone');
  });

  test.each([404, 410])('the status %i means that it is gone', async (status) => {
    under.respondWith(status);
    expect(await send(under.subscribe().target)).toBe('gone');
  });

  test.each([400, 401, 403, 413])('the status %i is a refusal', async (status) => {
    under.respondWith(status);
    expect(await send(under.subscribe().target)).toBe('refused');
  });

  test.each([307, 408, 429, 500, 503])('the status %i is worth a repetition', async (status) => {
    const browser = under.subscribe();
    under.respondWith(status);
    await expect(send(browser.target)).rejects.toThrow(String(status));
    expect(await send(browser.target)).toBe('sent');
  });

  test('the public key is an uncompressed point of P-256', () => {
    const point = Buffer.from(under.sender.publicKey, 'base64url');
    expect(point).toHaveLength(65);
    expect(point[0]).toBe(4);
  });

  test('a message to another endpoint than that of a push service is an error', async () => {
    const target = { ...under.subscribe().target, endpoint: 'https://stranger.example/push' };
    expect(under.sender.accepts(target.endpoint)).toBe(false);
    await expect(send(target)).rejects.toThrow('known push service');
  });
}
