import { randomUUID } from 'node:crypto';
import type { CardError, CardPaymentIntent, CardPaymentMethod } from '@redial/contract';
import fastify from 'fastify';
import { createTestDatabase } from '../../../test/test-database.ts';
import { sandboxEvents } from '../../db/schema/sandbox-cards.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { createSandboxCards, type SandboxFaults } from './sandbox.ts';

export const secret = 'a secret of the tests';
export const testCards = {
  good: '4242 4242 4242 4242',
  declined: '4000000000000002',
  asks: '4000 0025 0000 3155',
  disputed: '4000 0000 0000 0259',
  'refund-pending': '4000 0000 0000 7726',
  'refund-fails': '4000 0000 0000 5126',
};

/** The sandbox on a database of its own, with the requests that a browser makes. */
export async function openSandboxFixture() {
  const database = await createTestDatabase();
  const { db } = database;
  let now = new Date('2026-05-31T22:00:00Z');
  const open = (
    options: {
      secret?: string;
      previousSecrets?: readonly string[];
      webhookUrl?: string;
      faults?: SandboxFaults;
      timeoutMs?: number;
      fetch?: typeof fetch;
    } = {},
  ) =>
    createSandboxCards({
      db,
      secret,
      webhookUrl: 'http://127.0.0.1:9/webhooks/sandbox',
      clock: { now: () => now },
      log: { warn: () => {} },
      ...options,
    });
  let failures = 0;
  const cards = open({
    faults: (_call, when) => {
      if (when === 'before' && failures > 0) {
        failures--;
        throw new Error('the line is down');
      }
    },
  });
  const app = fastify();
  await app.register(cards.routes);

  async function send<T>(method: 'GET' | 'POST', url: string, payload?: object) {
    const response = await app.inject({ method, url, ...(payload ? { payload } : {}) });
    return { status: response.statusCode, body: response.json<T & Partial<CardError>>() };
  }
  const tokenOf = (number: string, card: object = {}) =>
    send<CardPaymentMethod>('POST', '/sandbox-cards/payment-methods', {
      number,
      expMonth: 12,
      expYear: 2030,
      cvc: '123',
      ...card,
    });
  const confirmWith = ({ id, clientSecret }: PaymentIntent, paymentMethodId: string) =>
    send<CardPaymentIntent>('POST', `/sandbox-cards/intents/${id}/confirm`, {
      clientSecret,
      paymentMethodId,
    });

  return {
    app,
    cards,
    db,
    /** Opens another instance on the same database. */
    open,
    send,
    tokenOf,
    confirmWith,
    now: () => now,
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** The next request fails without an effect. */
    failNextRequest: () => {
      failures++;
    },
    /** Banks act, several times in succession. */
    settle: async () => {
      for (let step = 0; step < 3; step++) {
        now = new Date(now.getTime() + 61_000);
        await cards.settleDue();
      }
    },
    newIntent: () =>
      cards.cardPayments.createIntent({
        orderId: randomUUID(),
        idempotencyKey: randomUUID(),
        amountCents: 50_000,
        currency: 'usd',
      }),
    payWith: async (intent: PaymentIntent, number: string) =>
      confirmWith(intent, (await tokenOf(number)).body.id),
    completeWith: ({ id, clientSecret }: PaymentIntent, outcome: string) =>
      send<CardPaymentIntent>('POST', `/sandbox-cards/intents/${id}/complete-action`, {
        clientSecret,
        outcome,
      }),
    statusOf: async ({ id }: PaymentIntent) =>
      (await cards.cardPayments.retrieveIntent(id))?.status,
    /** Types of the webhook events about an intent. */
    eventsOf: async ({ id }: PaymentIntent) => {
      const events = await db.select().from(sandboxEvents);
      return events
        .filter(({ payload }) => JSON.stringify(payload).includes(id))
        .map(({ type }) => type)
        .sort();
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export type SandboxFixture = Awaited<ReturnType<typeof openSandboxFixture>>;
