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

/** The calls of the port that go to the provider. */
type SandboxRequest = 'createIntent' | 'retrieveIntent' | 'cancelIntent' | 'refund';

/**
 * Lets a test make a call fail or hang, before it takes effect or after: throw, or answer a promise
 * that does not settle.
 */
export type SandboxFaults = (
  call: SandboxRequest,
  when: 'before' | 'after',
) => void | Promise<void>;

export interface SandboxCards {
  readonly cardPayments: CardPayments;
  /** The calls that a browser makes, under `/sandbox-cards`. */
  readonly routes: FastifyPluginAsync;
  /** Begins to deliver webhooks, those left over from before included. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * A card provider for trying out and for tests. It plays an outside company: it has books of its own,
 * takes cards from the browser, and tells of what happened by signed webhooks that it really sends.
 *
 * @param options.secret signs the webhooks.
 * @param options.webhookUrl where they go.
 * @param options.timeoutMs after which a call is given up, its outcome unknown.
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
  const books: SandboxStore = { db, clock, onEventEnqueued: dispatcher.trigger };

  /** A call as over a network: it can be slow, or fail, and then its outcome is unknown. */
  async function sendRequest<T>(name: SandboxRequest, work: () => Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
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
        sendRequest('createIntent', async () => toIntent(await createIntent(books, input))),
      retrieveIntent: (id) =>
        sendRequest('retrieveIntent', async () => {
          const intent = await findIntent(db, id);
          return intent && toIntent(intent);
        }),
      cancelIntent: (id) =>
        sendRequest('cancelIntent', async () => toIntent(await cancelIntent(books, id))),
      refund: (input) => sendRequest('refund', () => refundIntent(books, input)),
      verifyWebhook: (rawBody, signature) =>
        verifySignedWebhook({ secret, clock }, rawBody, signature),
    },
    routes: sandboxCardRoutes(books),
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
