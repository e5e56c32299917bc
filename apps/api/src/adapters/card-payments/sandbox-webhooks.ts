import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { sandboxEvents } from '../../db/schema/sandbox-cards.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProviderChange, ProviderEvent } from '../../ports/provider-events.ts';

/** The request header with a webhook's signature. */
export const signatureHeader = 'redial-signature';

type EventRow = typeof sandboxEvents.$inferSelect;

/** Accepted difference between the signature's timestamp and our clock, in seconds. */
const toleranceSeconds = 300;
/** Number of concurrent deliveries. */
const batchSize = 10;
const postTimeoutMs = 10_000;
/**
 * Longer than the POST timeout: if the sending process dies, the event becomes due again after this
 * time.
 */
const leaseMs = 15_000;
const pollMs = 1000;
const maxBackoffMs = 5 * 60_000;
/** The sandbox gives up after three days, as card providers do. */
const giveUpAfterMs = 3 * 24 * 3600_000;

/**
 * Returns `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, the format of Stripe's webhook
 * signatures.
 */
export function signWebhook(secret: string, body: Buffer | string, seconds: number): string {
  return `t=${seconds},v1=${computeDigest(secret, body, String(seconds)).toString('hex')}`;
}

/**
 * @param secrets any of which may have signed it.
 * @returns the event, or `undefined` if the signature, its timestamp or the body is invalid.
 */
export function verifySignedWebhook(
  { secrets, clock }: { secrets: readonly string[]; clock: Clock },
  rawBody: Buffer,
  signature: string | undefined,
): ProviderEvent | undefined {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '');
  const [, seconds, hex] = match ?? [];
  if (!seconds || !hex) return undefined;
  const given = Buffer.from(hex, 'hex');
  const isSigned = secrets.some((secret) =>
    timingSafeEqual(computeDigest(secret, rawBody, seconds), given),
  );
  if (!isSigned) return undefined;
  if (Math.abs(clock.now().getTime() / 1000 - Number(seconds)) > toleranceSeconds) return undefined;
  return parseEvent(rawBody);
}

function parseEvent(rawBody: Buffer): ProviderEvent | undefined {
  try {
    const { id, type, account, data } = JSON.parse(rawBody.toString('utf8'));
    if (typeof id !== 'string' || typeof type !== 'string') return undefined;
    return { id, type, ...parseChange(data?.object ?? {}, account) };
  } catch {
    return undefined;
  }
}

function parseChange(
  { object, id, payment_intent: intentId }: Record<string, unknown>,
  accountId: unknown,
): ProviderChange {
  if (typeof id === 'string') {
    if (object === 'payment_intent') return { changed: 'intent', intentId: id };
    if (object === 'dispute') return { changed: 'dispute', disputeId: id };
    if (object === 'account') return { changed: 'account', accountId: id };
    if (object === 'payout' && typeof accountId === 'string')
      return { changed: 'payout', accountId, payoutId: id };
  }
  if (object === 'refund' && typeof intentId === 'string') return { changed: 'refund', intentId };
  return { changed: 'nothing' };
}

const computeDigest = (secret: string, body: Buffer | string, seconds: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

interface WebhookDispatcher {
  start(): void;
  /** Checks for due events immediately. */
  trigger(): void;
  /** Resolves once no delivery is in progress. Undelivered events are sent after the next start. */
  stop(): Promise<void>;
}

/**
 * Delivers enqueued webhook events: each is POSTed with exponential backoff until the receiver
 * responds with 2xx, for up to three days. Safe to run in several processes: each event is claimed
 * by one process at a time.
 */
export function createWebhookDispatcher(options: {
  db: Database;
  clock: Clock;
  secret: string;
  url: string;
  fetch: typeof fetch;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Runs before each check for due events, about every second. */
  beforeEachRun?: () => Promise<unknown>;
}): WebhookDispatcher {
  const { db, clock, log } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let triggered = false;
  let endPause = () => {};

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const sent = await sendDue().catch((error: unknown) => {
        log.warn({ err: error }, 'sandbox webhooks are delayed: the database cannot be read');
        return 0;
      });
      if (sent < batchSize) await pause();
    }
  }

  async function sendDue(): Promise<number> {
    await options.beforeEachRun?.();
    const due = await claimDue(db, clock.now());
    await Promise.all(due.map(send));
    return due.length;
  }

  async function send(event: EventRow): Promise<void> {
    const failure = await post(event).catch((error: unknown) => error);
    const now = clock.now();
    if (failure !== undefined) {
      log.warn(
        { err: failure, event: event.id, attempts: event.attempts },
        'webhook was not accepted',
      );
    }
    await db
      .update(sandboxEvents)
      .set(
        failure === undefined
          ? { deliveredAt: now }
          : { dueAt: new Date(now.getTime() + backoffMs(event.attempts)) },
      )
      .where(eq(sandboxEvents.id, event.id));
  }

  async function post(event: EventRow): Promise<Error | undefined> {
    const body = JSON.stringify(event.payload);
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const response = await options.fetch(options.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: signWebhook(options.secret, body, seconds),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(postTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : new Error(`the receiver responded with ${response.status}`);
  }

  async function pause(): Promise<void> {
    if (!triggered) {
      const ended = new AbortController();
      endPause = () => ended.abort();
      const signal = AbortSignal.any([ended.signal, stopping.signal]);
      await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
    triggered = false;
  }

  return {
    start: () => {
      running ??= run();
    },
    trigger: () => {
      triggered = true;
      endPause();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Claims due events for this process, for the duration of the lease. */
function claimDue(db: Database, now: Date): Promise<EventRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: sandboxEvents.id })
      .from(sandboxEvents)
      .where(
        and(
          isNull(sandboxEvents.deliveredAt),
          lte(sandboxEvents.dueAt, now),
          gt(sandboxEvents.createdAt, new Date(now.getTime() - giveUpAfterMs)),
        ),
      )
      .orderBy(asc(sandboxEvents.dueAt), asc(sandboxEvents.id))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    return tx
      .update(sandboxEvents)
      .set({
        attempts: sql`${sandboxEvents.attempts} + 1`,
        dueAt: new Date(now.getTime() + leaseMs),
      })
      .where(
        inArray(
          sandboxEvents.id,
          due.map(({ id }) => id),
        ),
      )
      .returning();
  });
}

/** One second after the first attempt, doubling up to five minutes. */
const backoffMs = (attempts: number): number =>
  Math.min(1000 * 2 ** Math.max(0, attempts - 1), maxBackoffMs);
