import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { createBrowserApi } from './stripe-browser.fixture.ts';
import { errorResponse, type StripeRequest, type StripeResponse } from './stripe-lists.fixture.ts';
import { createStripeStore } from './stripe-store.fixture.ts';

export const account = {
  secretKey: 'sk_test_redial',
  publishableKey: 'pk_test_redial',
  webhookSecret: 'whsec_redial',
  connectWebhookSecret: 'whsec_redial_connect',
};

/** A fault of the next request; each entry is consumed by one request. */
export type StripeFault =
  /** None: the request is processed. */
  | 'none'
  /** Responds with this status without processing the request. */
  | number
  /** Never responds and does not process the request. */
  | 'silent'
  /** Processes the request and closes the connection without a response. */
  | 'cut'
  /** Processes the request and responds with an HTML page. */
  | 'garbage'
  /** Processes the request and responds with an unrelated object. */
  | 'other object';

/** A request with its idempotency key. */
interface ReceivedRequest extends StripeRequest {
  readonly key: string | undefined;
}

/**
 * A fake of Stripe's API on the loopback interface: stores objects, rejects what Stripe
 * rejects (a missing version or idempotency key, a body that is not form-encoded, a reused key),
 * and signs events like Stripe.
 *
 * @param options.webhookUrl receives an event for every card payment, as with `stripe listen`.
 */
export async function startFakeStripe(options: { port?: number; webhookUrl?: string } = {}) {
  const store = createStripeStore();
  const browser = createBrowserApi(store, (type, id) => void deliver(type, id));
  const faults: StripeFault[] = [];
  const requests: ReceivedRequest[] = [];
  const storedResponses = new Map<
    string,
    { fingerprint: string; result: StripeResponse | undefined }
  >();

  async function answerOf(call: ReceivedRequest): Promise<StripeResponse> {
    const { path, form, account: connected, key } = call;
    if (key === undefined) return store.handle(call);
    const fingerprint = `${connected ?? ''}${path}?${form}`;
    const before = storedResponses.get(key);
    if (before && before.fingerprint !== fingerprint) {
      return errorResponse(
        400,
        'idempotency_error',
        '',
        'Keys can only be used with the same parameters.',
      );
    }
    if (before?.result) return before.result;
    if (before) return errorResponse(409, 'idempotency_error', 'idempotency_key_in_use', 'In use.');
    const entry: { fingerprint: string; result: StripeResponse | undefined } = {
      fingerprint,
      result: undefined,
    };
    storedResponses.set(key, entry);
    await sleep(20);
    entry.result = store.handle(call);
    return entry.result;
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
    const { pathname: path, searchParams: query } = new URL(
      request.url ?? '',
      'http://stripe.test',
    );
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    if (request.headers.authorization === `Bearer ${account.publishableKey}`) {
      return void send(browser(method, path, form));
    }
    const wrong = findRequestError(request);
    if (wrong) return void send(wrong);
    const connected = request.headers['stripe-account'];
    const call: ReceivedRequest = {
      method,
      path,
      query,
      form,
      account: typeof connected === 'string' ? connected : undefined,
      key: typeof key === 'string' ? key : undefined,
    };
    requests.push(call);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (typeof fault === 'number') {
      return void send(errorResponse(fault, 'api_error', '', 'An error on our side.'));
    }
    const result = await answerOf(call);
    if (fault === 'cut') return void response.destroy();
    if (fault === 'garbage') return void response.end('<html>Bad gateway</html>');
    send(fault === 'other object' ? { status: 200, body: { object: 'customer' } } : result);
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  /** An event as it is sent, signed at the given time. */
  function signedWebhook(type: string, id: string, at: Date) {
    const event = store.event(type, id);
    const payload = JSON.stringify(event, undefined, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: event.account ? account.connectWebhookSecret : account.webhookSecret,
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
    ...store,
    requests,
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Faults of the next requests, in this order. */
    fail: (...next: StripeFault[]) => void faults.push(...next),
    clearFaults: () => void faults.splice(0),
    /** Simulates the expiry of idempotency keys, which Stripe keeps for at least a day. */
    expireIdempotencyKeys: () => storedResponses.clear(),
    signedWebhook,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The error that Stripe returns for a malformed request. */
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
