import { createHash, timingSafeEqual } from 'node:crypto';
import type { CardPaymentMethod } from '@redial/contract';
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { sandboxIntents, sandboxPaymentMethods } from '../../db/schema/sandbox-cards.ts';
import {
  enqueueEvent,
  findIntent,
  type IntentRow,
  isConfirmable,
  type SandboxStore,
  sandboxId,
  transactWithEvents,
} from './sandbox-store.ts';
import {
  type CardBehaviour,
  type CardErrorBody,
  declines,
  type ParsedCard,
} from './sandbox-test-cards.ts';

/** A refusal that the browser is told of, with the HTTP status of its answer. */
export class SandboxCardError extends Error {
  override readonly name = 'CardRefused';
  readonly code: string;
  readonly status: number;

  constructor(status: number, { code, message }: CardErrorBody) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Declined confirmations after which an intent is cancelled, so that nobody tries out stolen cards. */
const maxFailedAttempts = 10;
/** SQL condition: waits for the buyer's confirmation. */
const isActionRequired = eq(sandboxIntents.status, 'requires_action');
/** Minutes that a payment method stands for its card. */
const paymentMethodLifetimeMinutes = 15;

/**
 * The intent that a browser's client secret opens.
 *
 * @throws CardRefused
 */
export async function findIntentBySecret(
  { db }: Pick<SandboxStore, 'db'>,
  id: string,
  clientSecret: string,
): Promise<IntentRow> {
  const intent = await findIntent(db, id);
  if (!intent || !secretsMatch(intent.clientSecret, clientSecret)) {
    throw new SandboxCardError(404, {
      code: 'resource_missing',
      message: 'There is no such payment.',
    });
  }
  return intent;
}

/** Keeps what may be known of a card, for some minutes. */
export async function createPaymentMethod(
  { db, clock }: SandboxStore,
  card: ParsedCard,
): Promise<CardPaymentMethod> {
  const now = clock.now();
  const id = sandboxId('pm');
  await db
    .delete(sandboxPaymentMethods)
    .where(lt(sandboxPaymentMethods.createdAt, paymentMethodCutoff(now)));
  await db.insert(sandboxPaymentMethods).values({ id, ...card, createdAt: now });
  return { id, brand: card.brand, last4: card.last4 };
}

/**
 * Charges a card for an intent: it succeeds, is declined, or asks for a confirmation first. Repeated
 * on an intent that has succeeded, it answers the same; of many at once, one charges.
 *
 * @throws CardRefused
 */
export async function confirmIntent(
  books: SandboxStore,
  intent: IntentRow,
  paymentMethodId: string,
): Promise<IntentRow> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    return requireSucceeded(intent);
  const behaviour = await findCardBehaviour(books, paymentMethodId);
  if (behaviour === 'succeeds') return completeIntent(books, intent, isConfirmable);
  if (behaviour === 'asks') return requireAction(books, intent);
  return declineIntent(books, intent, isConfirmable, declines[behaviour]);
}

/**
 * The buyer's answer to the confirmation that a card asked for.
 *
 * @throws CardRefused
 */
export async function completeAction(
  books: SandboxStore,
  intent: IntentRow,
  outcome: 'approve' | 'fail',
): Promise<IntentRow> {
  if (intent.status !== 'requires_action') return requireSucceeded(intent);
  if (outcome === 'approve') return completeIntent(books, intent, isActionRequired);
  return declineIntent(books, intent, isActionRequired, {
    code: 'authentication_failed',
    message: 'We could not confirm this payment with your bank. Try again, or use another card.',
  });
}

async function completeIntent(
  books: SandboxStore,
  intent: IntentRow,
  from: SQL,
): Promise<IntentRow> {
  const paid = await transactWithEvents(books, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({ status: 'succeeded', lastError: null })
      .where(and(eq(sandboxIntents.id, intent.id), from))
      .returning();
    if (row) await enqueueEvent(tx, books.clock, 'payment_intent.succeeded', row);
    return row;
  });
  return paid ?? requireSucceeded(await findIntent(books.db, intent.id));
}

async function requireAction({ db }: SandboxStore, intent: IntentRow): Promise<IntentRow> {
  const [asking] = await db
    .update(sandboxIntents)
    .set({ status: 'requires_action' })
    .where(and(eq(sandboxIntents.id, intent.id), isConfirmable))
    .returning();
  return asking ?? requireSucceeded(await findIntent(db, intent.id));
}

async function declineIntent(
  books: SandboxStore,
  intent: IntentRow,
  from: SQL,
  refusal: CardErrorBody,
): Promise<IntentRow> {
  const declined = await transactWithEvents(books, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({
        failedAttempts: sql`${sandboxIntents.failedAttempts} + 1`,
        status: sql`case when ${sandboxIntents.failedAttempts} + 1 >= ${maxFailedAttempts} then 'canceled' else 'requires_payment_method' end`,
        lastError: refusal.code,
      })
      .where(and(eq(sandboxIntents.id, intent.id), from))
      .returning();
    if (!row) return undefined;
    await enqueueEvent(tx, books.clock, 'payment_intent.payment_failed', row);
    if (row.status === 'canceled')
      await enqueueEvent(tx, books.clock, 'payment_intent.canceled', row);
    return row;
  });
  if (declined) throw new SandboxCardError(402, refusal);
  return requireSucceeded(await findIntent(books.db, intent.id));
}

/** The answer where an intent is not in the state that was asked for: paid already, or a refusal. */
function requireSucceeded(intent: IntentRow | undefined): IntentRow {
  if (intent?.status === 'succeeded') return intent;
  throw new SandboxCardError(400, {
    code: 'payment_intent_unexpected_state',
    message: unexpectedStateMessage(intent),
  });
}

function unexpectedStateMessage(intent: IntentRow | undefined): string {
  if (intent?.status !== 'canceled') return 'This payment is not waiting for a confirmation.';
  return intent.failedAttempts >= maxFailedAttempts
    ? 'This payment was cancelled after too many declined cards.'
    : 'This payment has been cancelled.';
}

async function findCardBehaviour({ db, clock }: SandboxStore, id: string): Promise<CardBehaviour> {
  const [method] = /^pm_[0-9a-f]{24}$/.test(id)
    ? await db
        .select({ behaviour: sandboxPaymentMethods.behaviour })
        .from(sandboxPaymentMethods)
        .where(
          and(
            eq(sandboxPaymentMethods.id, id),
            gt(sandboxPaymentMethods.createdAt, paymentMethodCutoff(clock.now())),
          ),
        )
    : [];
  if (method) return method.behaviour;
  throw new SandboxCardError(400, {
    code: 'resource_missing',
    message: 'Your card details are no longer at hand. Enter them again.',
  });
}

const paymentMethodCutoff = (now: Date): Date =>
  new Date(now.getTime() - paymentMethodLifetimeMinutes * 60_000);

function secretsMatch(kept: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(kept), digest(given));
}
