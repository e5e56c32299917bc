import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Database } from '../../db/client.ts';
import {
  type CardPayments,
  CardPaymentsUnavailable,
  type PaymentIntent,
} from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import { sandboxCardRoutes } from './sandbox-routes.ts';
import {
  cancelIntent,
  createIntent,
  findIntent,
  type IntentRow,
  RequestRejected,
  refundIntent,
  type SandboxStore,
} from './sandbox-store.ts';
import {
  createWebhookDispatcher,
  signatureHeader,
  verifySignedWebhook,
} from './sandbox-webhooks.ts';

/** The port's methods that send a request to the provider. */
type SandboxRequest = 'createIntent' | 'retrieveIntent' | 'cancelIntent' | 'refund';

/**
 * Lets a test make a request fail or hang, before or after it takes effect: throw, or return a
 * promise that never settles.
 */
export type SandboxFaults = (
  call: SandboxRequest,
  when: 'before' | 'after',
) => void | Promise<void>;

export interface SandboxCards {
  readonly cardPayments: CardPayments;
  /** The endpoints for browsers, under `/sandbox-cards`. */
  readonly routes: FastifyPluginAsync;
  /** Starts delivering webhooks, including those left from an earlier run. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * A card provider for demos and tests. It behaves like an external company: it has its own tables,
 * takes cards from the browser, and reports changes by signed webhooks over HTTP.
 *
 * @param options.secret signs the webhooks.
 * @param options.webhookUrl receives the webhooks.
 * @param options.timeoutMs after which a request fails with an unknown outcome.
 */
export function createSandboxCards(options: {
  db: Database;
  secret: string;
  webhookUrl: string;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  fetch?: typeof fetch;
  faults?: SandboxFaults;
  timeoutMs?: number;
}): SandboxCards {
  const { db, secret, clock, log, faults = () => {}, timeoutMs = 5000 } = options;
  const dispatcher = createWebhookDispatcher({
    db,
    clock,
    secret,
    url: options.webhookUrl,
    fetch: options.fetch ?? fetch,
    log,
  });
  const store: SandboxStore = { db, clock, onEventEnqueued: dispatcher.trigger };

  /** Simulates a network request: it can be slow, or fail with an unknown outcome. */
  async function sendRequest<T>(name: SandboxRequest, work: () => Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('timed out')), timeoutMs);
    try {
      return await Promise.race([late, attempt(name, work)]);
    } catch (error) {
      if (error instanceof CardPaymentsUnavailable || error instanceof RequestRejected) throw error;
      throw new CardPaymentsUnavailable(`the sandbox card provider failed: ${name}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async function attempt<T>(name: SandboxRequest, work: () => Promise<T>): Promise<T> {
    await faults(name, 'before');
    const result = await work();
    await faults(name, 'after');
    return result;
  }

  return {
    cardPayments: {
      provider: 'sandbox',
      clientConfig: { provider: 'sandbox' },
      signatureHeader,
      createIntent: (input) =>
        sendRequest('createIntent', async () => toIntent(await createIntent(store, input))),
      retrieveIntent: (id) =>
        sendRequest('retrieveIntent', async () => {
          const intent = await findIntent(db, id);
          return intent && toIntent(intent);
        }),
      cancelIntent: (id) =>
        sendRequest('cancelIntent', async () => toIntent(await cancelIntent(store, id))),
      refund: (input) => sendRequest('refund', () => refundIntent(store, input)),
      verifyWebhook: (rawBody, signature) =>
        verifySignedWebhook({ secret, clock }, rawBody, signature),
    },
    routes: sandboxCardRoutes(store),
    start: dispatcher.start,
    stop: dispatcher.stop,
  };
}

const toIntent = (row: IntentRow): PaymentIntent => ({
  id: row.id,
  clientSecret: row.clientSecret,
  status: row.status,
  amountCents: row.amountCents,
  currency: row.currency,
  orderId: row.orderId,
});
