import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Database } from '../../db/client.ts';
import {
  type CardPayments,
  CardPaymentsUnavailable,
  type PaymentIntent,
} from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Payouts } from '../../ports/payouts.ts';
import { createSandboxPayouts } from '../payouts/sandbox.ts';
import { settleAccounts } from '../payouts/sandbox-accounts.ts';
import { settlePayouts } from '../payouts/sandbox-payouts.ts';
import { chargeFeeCents, listBalanceEntries } from './sandbox-balance.ts';
import {
  decideDispute,
  findDispute,
  listDisputes,
  settleDisputes,
  submitEvidence,
} from './sandbox-disputes.ts';
import {
  cancelIntent,
  createIntent,
  findIntent,
  type IntentRow,
  requireIntent,
} from './sandbox-intents.ts';
import { listRefunds, refundIntent, settleRefunds } from './sandbox-refunds.ts';
import { createSandboxRequests, type SandboxFaults } from './sandbox-requests.ts';
import { sandboxCardRoutes } from './sandbox-routes.ts';
import type { SandboxStore } from './sandbox-store.ts';
import {
  createWebhookDispatcher,
  signatureHeader,
  verifySignedWebhook,
} from './sandbox-webhooks.ts';

export type { SandboxFaults } from './sandbox-requests.ts';

export interface SandboxCards {
  readonly cardPayments: CardPayments;
  readonly payouts: Payouts;
  /** The endpoints for browsers, under `/sandbox-cards`. */
  readonly routes: FastifyPluginAsync;
  /**
   * Does what banks have done by now: refunds, payouts and verifications that are due, and disputes.
   * Runs every second after `start`.
   *
   * @returns how many there were.
   */
  settleDue(): Promise<number>;
  /** Decides an open dispute as the buyer's bank does. */
  decideDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** Refunds an intent as the operator does in a provider's dashboard. */
  refundInDashboard(intentId: string, amountCents: number): Promise<void>;
  /** Starts delivering webhooks, including those left from an earlier run, and settling. */
  start(): void;
  stop(): Promise<void>;
}

/** Seconds that banks take in the sandbox: long enough to see that something is pending. */
const defaultSettlementSeconds = 60;

/** Settles what is due at the banks. @returns the number of changes. */
const settleDue = async (store: SandboxStore): Promise<number> =>
  (await settleRefunds(store)) +
  (await settleDisputes(store)) +
  (await settleAccounts(store)) +
  (await settlePayouts(store));

/**
 * A card provider for demos and tests, which also pays sellers out. It behaves like an external
 * company: it has its own tables, takes cards from the browser, and reports changes by signed webhooks
 * over HTTP.
 *
 * @param options.secret signs the webhooks.
 * @param options.previousSecrets verify them, too.
 * @param options.webhookUrl receives the webhooks.
 * @param options.timeoutMs after which a request fails with an unknown outcome.
 */
export function createSandboxCards(options: {
  db: Database;
  secret: string;
  previousSecrets?: readonly string[];
  webhookUrl: string;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  fetch?: typeof fetch;
  faults?: SandboxFaults;
  timeoutMs?: number;
  settlementSeconds?: number;
}): SandboxCards {
  const { db, secret, clock, log, faults = () => {}, timeoutMs = 5000 } = options;
  const secrets = [secret, ...(options.previousSecrets ?? [])];
  const dispatcher = createWebhookDispatcher({
    db,
    clock,
    secret,
    url: options.webhookUrl,
    fetch: options.fetch ?? fetch,
    log,
    // The run sends what this enqueues; triggering another run would never end.
    beforeEachRun: () => settleDue({ ...store, onEventEnqueued: () => {} }),
  });
  const store: SandboxStore = {
    db,
    clock,
    settlementSeconds: options.settlementSeconds ?? defaultSettlementSeconds,
    onEventEnqueued: dispatcher.trigger,
  };
  const sendRequest = createSandboxRequests({
    faults,
    timeoutMs,
    unavailable: CardPaymentsUnavailable,
  });

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
      countDeclines: (id) =>
        sendRequest('countDeclines', async () => (await requireIntent(db, id)).failedAttempts),
      retrieveFee: (id) =>
        sendRequest('retrieveFee', async () => {
          const { status, amountCents } = await requireIntent(db, id);
          return status === 'succeeded' ? chargeFeeCents(amountCents) : undefined;
        }),
      refund: (input) => sendRequest('refund', () => refundIntent(store, input)),
      listRefunds: (id) =>
        sendRequest('listRefunds', async () => listRefunds(db, (await requireIntent(db, id)).id)),
      retrieveDispute: (id) => sendRequest('retrieveDispute', () => findDispute(db, id)),
      listDisputes: (input) => sendRequest('listDisputes', () => listDisputes(db, input)),
      submitEvidence: (input) => sendRequest('submitEvidence', () => submitEvidence(store, input)),
      async *listBalanceEntries(period) {
        yield* await sendRequest('listBalanceEntries', () => listBalanceEntries(db, period));
      },
      verifyWebhook: (rawBody, signature) =>
        verifySignedWebhook({ secrets, clock }, rawBody, signature),
    },
    payouts: createSandboxPayouts(store, { faults, timeoutMs }),
    routes: sandboxCardRoutes(store),
    settleDue: () => settleDue(store),
    decideDispute: (disputeId, outcome) => decideDispute(store, disputeId, outcome),
    refundInDashboard: async (intentId, amountCents) => {
      await refundIntent(store, { intentId, amountCents });
    },
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
  wasDeclined: row.lastError !== null,
});
