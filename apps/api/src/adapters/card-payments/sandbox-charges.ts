import { createHash, timingSafeEqual } from 'node:crypto';
import type { CardPaymentMethod } from '@redial/contract';
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { sandboxIntents, sandboxPaymentMethods } from '../../db/schema/sandbox-cards.ts';
import { addBalanceEntry, chargeFeeCents } from './sandbox-balance.ts';
import {
  enqueueIntentEvent,
  findIntent,
  type IntentRow,
  isConfirmable,
} from './sandbox-intents.ts';
import {
  type SandboxStore,
  sandboxId,
  settlementTime,
  transactWithEvents,
} from './sandbox-store.ts';
import {
  type CardBehaviour,
  type CardErrorBody,
  declines,
  isDeclined,
  type ParsedCard,
  type SuccessBehaviour,
} from './sandbox-test-cards.ts';

/** An error for the browser, in the provider's format, with its HTTP status. */
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

/** Number of declined confirmations after which an intent is cancelled, to prevent card testing. */
const maxFailedAttempts = 10;
/** SQL condition: the buyer has to confirm the payment. */
const isActionRequired = eq(sandboxIntents.status, 'requires_action');
/** Lifetime of a payment method, in minutes. */
const paymentMethodLifetimeMinutes = 15;

/**
 * Finds an intent by its id and client secret.
 *
 * @throws SandboxCardError (404) if there is no such intent or the secret is wrong.
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

/**
 * Stores what may be stored of a card (brand, last four digits, test behaviour) as a payment method
 * that expires.
 */
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
 * Charges a card for an intent: the charge succeeds, is declined, or requires a confirmation.
 * Confirming a succeeded intent again returns it unchanged; of concurrent confirmations, only one
 * charges.
 *
 * @throws SandboxCardError
 */
export async function confirmIntent(
  store: SandboxStore,
  intent: IntentRow,
  paymentMethodId: string,
): Promise<IntentRow> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    return requireSucceeded(intent);
  const behaviour = await findCardBehaviour(store, paymentMethodId);
  if (behaviour === 'requires-action') return requireAction(store, intent);
  if (isDeclined(behaviour))
    return declineIntent(store, intent, isConfirmable, declines[behaviour]);
  return completeIntent(store, intent, isConfirmable, behaviour);
}

/**
 * Records the buyer's decision on a required confirmation.
 *
 * @throws SandboxCardError
 */
export async function completeAction(
  store: SandboxStore,
  intent: IntentRow,
  outcome: 'approve' | 'fail',
): Promise<IntentRow> {
  if (intent.status !== 'requires_action') return requireSucceeded(intent);
  if (outcome === 'approve') return completeIntent(store, intent, isActionRequired);
  return declineIntent(store, intent, isActionRequired, {
    code: 'authentication_failed',
    message: 'We could not confirm this payment with your bank. Try again, or use another card.',
  });
}

async function completeIntent(
  store: SandboxStore,
  intent: IntentRow,
  from: SQL,
  behaviour: SuccessBehaviour = 'succeeds',
): Promise<IntentRow> {
  const paid = await transactWithEvents(store, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({
        status: 'succeeded',
        lastError: null,
        afterPayment: behaviour === 'succeeds' ? null : behaviour,
        disputeDueAt: behaviour === 'disputed' ? settlementTime(store) : null,
      })
      .where(and(eq(sandboxIntents.id, intent.id), from))
      .returning();
    if (!row) return undefined;
    await addBalanceEntry(tx, store.clock, {
      kind: 'charge',
      amountCents: row.amountCents,
      feeCents: chargeFeeCents(row.amountCents),
      sourceId: row.id,
    });
    await enqueueIntentEvent(tx, store, 'payment_intent.succeeded', row);
    return row;
  });
  return paid ?? requireSucceeded(await findIntent(store.db, intent.id));
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
  store: SandboxStore,
  intent: IntentRow,
  from: SQL,
  refusal: CardErrorBody,
): Promise<IntentRow> {
  const declined = await transactWithEvents(store, async (tx) => {
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
    await enqueueIntentEvent(tx, store, 'payment_intent.payment_failed', row);
    if (row.status === 'canceled')
      await enqueueIntentEvent(tx, store, 'payment_intent.canceled', row);
    return row;
  });
  if (declined) throw new SandboxCardError(402, refusal);
  return requireSucceeded(await findIntent(store.db, intent.id));
}

/**
 * Handles an intent that is not in the expected state: returns it if it has succeeded.
 *
 * @throws SandboxCardError (400) otherwise.
 */
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

function secretsMatch(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
