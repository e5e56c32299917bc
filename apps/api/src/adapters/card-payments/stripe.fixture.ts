import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { createBrowserApi } from './stripe-browser.fixture.ts';
import { createStripeStore, errorResponse, type StripeResponse } from './stripe-store.fixture.ts';

export const account = {
  secretKey: 'sk_test_redial',
  publishableKey: 'pk_test_redial',
  webhookSecret: 'whsec_redial',
};

/** What goes wrong with the next call; each entry is used up by one request. */
export type StripeFault =
  /** Answers with this status, and does nothing. */
  | number
  /** Does nothing, and says nothing. */
  | 'silent'
  /** Does what is asked, and cuts the line instead of answering. */
  | 'cut'
  /** Does what is asked, and answers a page. */
  | 'garbage'
  /** Does what is asked, and answers something else. */
  | 'other object';

interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly key: string | undefined;
}

/**
 * Plays Stripe's API on loopback: keeps intents and refunds, refuses what Stripe would refuse (a call
 * without its version or key, a body that is no form, a key used for something else), and signs events
 * as Stripe does.
 *
 * @param options.webhookUrl is sent a message of every card payment, as with `stripe listen`.
 */
export async function startFakeStripe(options: { port?: number; webhookUrl?: string } = {}) {
  const books = createStripeStore();
  const browser = createBrowserApi(books, (type, id) => void deliver(type, id));
  const faults: StripeFault[] = [];
  const calls: StripeRequest[] = [];
  const answers = new Map<string, { asked: string; answer: StripeResponse | undefined }>();

  async function answerOf(call: StripeRequest): Promise<StripeResponse> {
    const { method, path, form, key } = call;
    if (key === undefined) return books.handle(method, path, form);
    const asked = `${path}?${form}`;
    const before = answers.get(key);
    if (before && before.asked !== asked) {
      return errorResponse(
        400,
        'idempotency_error',
        '',
        'Keys can only be used with the same parameters.',
      );
    }
    if (before?.answer) return before.answer;
    if (before) return errorResponse(409, 'idempotency_error', 'idempotency_key_in_use', 'In use.');
    const entry: { asked: string; answer: StripeResponse | undefined } = {
      asked,
      answer: undefined,
    };
    answers.set(key, entry);
    await sleep(20);
    entry.answer = books.handle(method, path, form);
    return entry.answer;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = ({ status, body }: StripeResponse) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify(body));
    const key = request.headers['idempotency-key'];
    const method = request.method ?? '';
    const path = new URL(request.url ?? '', 'http://stripe.test').pathname;
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    if (request.headers.authorization === `Bearer ${account.publishableKey}`) {
      return void send(browser(method, path, form));
    }
    const wrong = findRequestError(request);
    if (wrong) return void send(wrong);
    const call: StripeRequest = {
      method,
      path,
      form,
      key: typeof key === 'string' ? key : undefined,
    };
    calls.push(call);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (typeof fault === 'number') {
      return void send(errorResponse(fault, 'api_error', '', 'An error on our side.'));
    }
    const answer = await answerOf(call);
    if (fault === 'cut') return void response.destroy();
    if (fault === 'garbage') return void response.end('<html>Bad gateway</html>');
    send(fault === 'other object' ? { status: 200, body: { object: 'customer' } } : answer);
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  /** A message as it stands on the wire, signed at this time. */
  function signedWebhook(type: string, intentId: string, at: Date) {
    const payload = JSON.stringify(books.event(type, intentId), undefined, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: account.webhookSecret,
      timestamp: Math.floor(at.getTime() / 1000),
    });
    return { rawBody: Buffer.from(payload), signature };
  }

  async function deliver(type: string, intentId: string): Promise<void> {
    if (!options.webhookUrl) return;
    const { rawBody, signature } = signedWebhook(type, intentId, new Date());
    await fetch(options.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: rawBody,
    });
  }

  return {
    ...books,
    calls,
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next calls fail so, one after the other. */
    fail: (...next: StripeFault[]) => void faults.push(...next),
    /** A day or more passes: Stripe forgets the keys of calls, and what it answered to them. */
    expireIdempotencyKeys: () => answers.clear(),
    signedWebhook,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What Stripe would say to a call that is not made as it must be. */
function findRequestError({ method, headers }: IncomingMessage): StripeResponse | undefined {
  const wrong = (status: number, message: string) =>
    errorResponse(status, 'invalid_request_error', '', message);
  if (headers.authorization !== `Bearer ${account.secretKey}`) {
    return wrong(401, 'Invalid API Key provided');
  }
  if (headers['stripe-version'] !== Stripe.API_VERSION) return wrong(400, 'Invalid Stripe version');
  if (method !== 'POST') return undefined;
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') {
    return wrong(400, 'Invalid content type');
  }
  if (!headers['idempotency-key']) return wrong(400, 'A repeated call would be done twice');
  return undefined;
}
