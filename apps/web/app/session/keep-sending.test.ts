import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Attempt, keepSending, type Waiting, waitingReason } from './keep-sending.ts';

/** What a browser's window has, and Node.js has not. */
let browser: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    vi.stubGlobal(name, browser[name].bind(browser));
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends something; `outcomes` are those of the attempts, and the last one repeats. */
function start(...outcomes: [Attempt<string>, ...Attempt<string>[]]) {
  const controller = new AbortController();
  const attempts: number[] = [];
  const waits: Waiting[] = [];
  const begin = Date.now();
  const result = keepSending(
    async () => {
      attempts.push((Date.now() - begin) / 1000);
      return outcomes[attempts.length - 1] ?? outcomes.at(-1) ?? outcomes[0];
    },
    { signal: controller.signal, onWaiting: (waiting) => waits.push(waiting) },
  );
  return { result, attempts, waits, abort: () => controller.abort() };
}

test('it is sent again after 1, 2, 4, 8 and then every 15 seconds, until there is a result', async () => {
  const offline = { waitsFor: 'connection' } as const;
  const busy = { waitsFor: 'server' } as const;
  const sending = start(offline, offline, busy, offline, offline, offline, { result: 'arrived' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await sending.result).toBe('arrived');
  expect(sending.attempts).toEqual([0, 1, 3, 7, 15, 30, 45]);
  expect(sending.waits.map(({ seconds }) => seconds)).toEqual([1, 2, 4, 8, 15, 15]);
  expect(sending.waits.map(({ reason }) => reason)).toEqual([
    'connection',
    'connection',
    'server',
    'connection',
    'connection',
    'connection',
  ]);
});

test('it is sent at once when the network is back, and the delays start anew', async () => {
  const sending = start({ waitsFor: 'connection' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sending.attempts).toEqual([0, 1, 3, 7, 15]);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sending.attempts.slice(5)).toEqual([20, 21, 23]);
  sending.abort();
  expect(await sending.result).toBeUndefined();
});

test('it is not sent any more once it is aborted', async () => {
  const sending = start({ waitsFor: 'server' });
  await vi.advanceTimersByTimeAsync(500);
  sending.abort();
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sending.result).toBeUndefined();
  expect(sending.attempts).toEqual([0]);
});

test.each([
  ['network.failed', 0, 'connection'],
  // The page of a network that wants a sign-in.
  ['network.failed', 403, 'connection'],
  ['network.failed', 502, 'server'],
  ['rate.limited', 429, 'server'],
  ['server.internal', 500, 'server'],
  ['server.unavailable', 503, 'server'],
  ['token.invalid', 401, undefined],
  ['self-test.used', 409, undefined],
])('after the error %s with the status %i it waits for: %s', (code, status, reason) => {
  expect(waitingReason({ code, status })).toBe(reason);
});
