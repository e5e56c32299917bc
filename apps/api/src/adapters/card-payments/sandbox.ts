import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Database } from '../../db/client.ts';
import {
  type CardPayments,
  CardPaymentsUnavailable,
  type PaymentIntent,
} from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type Books,
  CallRejected,
  cancel,
  createIntent,
  findIntent,
  type IntentRow,
  refund,
} from './sandbox-books.ts';
import { sandboxCardRoutes } from './sandbox-routes.ts';
import { createDelivery, readSignedWebhook, signatureHeader } from './sandbox-webhooks.ts';

/** The calls of the port that go to the provider. */
type SandboxCall = 'createIntent' | 'retrieveIntent' | 'cancelIntent' | 'refund';

/**
 * Lets a test make a call fail or hang, before it takes effect or after: throw, or answer a promise
 * that does not settle.
 */
export type SandboxFaults = (call: SandboxCall, when: 'before' | 'after') => void | Promise<void>;

export interface SandboxCards {
  readonly payments: CardPayments;
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
  const delivery = createDelivery({
    db,
    clock,
    secret,
    url: options.webhookUrl,
    fetch: options.fetch ?? fetch,
    log,
  });
  const books: Books = { db, clock, announced: delivery.wake };

  /** A call as over a network: it can be slow, or fail, and then its outcome is unknown. */
  async function call<T>(name: SandboxCall, work: () => Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
    try {
      return await Promise.race([late, attempt(name, work)]);
    } catch (error) {
      if (error instanceof CardPaymentsUnavailable || error instanceof CallRejected) throw error;
      throw new CardPaymentsUnavailable(`the sandbox card provider failed: ${name}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async function attempt<T>(name: SandboxCall, work: () => Promise<T>): Promise<T> {
    await faults(name, 'before');
    const result = await work();
    await faults(name, 'after');
    return result;
  }

  return {
    payments: {
      provider: 'sandbox',
      clientSettings: { provider: 'sandbox' },
      signatureHeader,
      createIntent: (input) =>
        call('createIntent', async () => toIntent(await createIntent(books, input))),
      retrieveIntent: (id) =>
        call('retrieveIntent', async () => {
          const intent = await findIntent(db, id);
          return intent && toIntent(intent);
        }),
      cancelIntent: (id) => call('cancelIntent', async () => toIntent(await cancel(books, id))),
      refund: (input) => call('refund', () => refund(books, input)),
      readWebhook: (rawBody, signature) => readSignedWebhook({ secret, clock }, rawBody, signature),
    },
    routes: sandboxCardRoutes(books),
    start: delivery.start,
    stop: delivery.stop,
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
