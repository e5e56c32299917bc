import { createHash, timingSafeEqual } from 'node:crypto';
import type { CardToken } from '@redial/contract';
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { sandboxIntents, sandboxPaymentMethods } from '../../db/schema/sandbox-cards.ts';
import {
  announce,
  type Books,
  change,
  findIntent,
  type IntentRow,
  isOpen,
  sandboxId,
} from './sandbox-books.ts';
import {
  type CardBehaviour,
  type CardRefusal,
  declines,
  type ReadCard,
} from './sandbox-test-cards.ts';

/** A refusal that the browser is told of, with the HTTP status of its answer. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
  readonly code: string;
  readonly status: number;

  constructor(status: number, { code, message }: CardRefusal) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Declined confirmations after which an intent is cancelled, so that nobody tries out stolen cards. */
const failureCap = 10;
/** SQL condition: waits for the buyer's confirmation. */
const isAsking = eq(sandboxIntents.status, 'requires_action');
/** Minutes that a payment method stands for its card. */
const methodLifetime = 15;

/**
 * The intent that a browser's client secret opens.
 *
 * @throws CardRefused
 */
export async function openIntent(
  { db }: Pick<Books, 'db'>,
  id: string,
  clientSecret: string,
): Promise<IntentRow> {
  const intent = await findIntent(db, id);
  if (!intent || !sameSecret(intent.clientSecret, clientSecret)) {
    throw new CardRefused(404, { code: 'resource_missing', message: 'There is no such payment.' });
  }
  return intent;
}

/** Keeps what may be known of a card, for some minutes. */
export async function keepCard({ db, clock }: Books, card: ReadCard): Promise<CardToken> {
  const now = clock.now();
  const id = sandboxId('pm');
  await db
    .delete(sandboxPaymentMethods)
    .where(lt(sandboxPaymentMethods.createdAt, oldestMethod(now)));
  await db.insert(sandboxPaymentMethods).values({ id, ...card, createdAt: now });
  return { id, brand: card.brand, last4: card.last4 };
}

/**
 * Charges a card for an intent: it succeeds, is declined, or asks for a confirmation first. Repeated
 * on an intent that has succeeded, it answers the same; of many at once, one charges.
 *
 * @throws CardRefused
 */
export async function confirm(
  books: Books,
  intent: IntentRow,
  paymentMethodId: string,
): Promise<IntentRow> {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return settled(intent);
  const behaviour = await behaviourOf(books, paymentMethodId);
  if (behaviour === 'succeeds') return succeed(books, intent, isOpen);
  if (behaviour === 'asks') return ask(books, intent);
  return decline(books, intent, isOpen, declines[behaviour]);
}

/**
 * The buyer's answer to the confirmation that a card asked for.
 *
 * @throws CardRefused
 */
export async function completeAction(
  books: Books,
  intent: IntentRow,
  outcome: 'approve' | 'fail',
): Promise<IntentRow> {
  if (intent.status !== 'requires_action') return settled(intent);
  if (outcome === 'approve') return succeed(books, intent, isAsking);
  return decline(books, intent, isAsking, {
    code: 'authentication_failed',
    message: 'We could not confirm this payment with your bank. Try again, or use another card.',
  });
}

async function succeed(books: Books, intent: IntentRow, from: SQL): Promise<IntentRow> {
  const paid = await change(books, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({ status: 'succeeded', lastError: null })
      .where(and(eq(sandboxIntents.id, intent.id), from))
      .returning();
    if (row) await announce(tx, books.clock, 'payment_intent.succeeded', row);
    return row;
  });
  return paid ?? settled(await findIntent(books.db, intent.id));
}

async function ask({ db }: Books, intent: IntentRow): Promise<IntentRow> {
  const [asking] = await db
    .update(sandboxIntents)
    .set({ status: 'requires_action' })
    .where(and(eq(sandboxIntents.id, intent.id), isOpen))
    .returning();
  return asking ?? settled(await findIntent(db, intent.id));
}

async function decline(
  books: Books,
  intent: IntentRow,
  from: SQL,
  refusal: CardRefusal,
): Promise<IntentRow> {
  const declined = await change(books, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({
        failedAttempts: sql`${sandboxIntents.failedAttempts} + 1`,
        status: sql`case when ${sandboxIntents.failedAttempts} + 1 >= ${failureCap} then 'canceled' else 'requires_payment_method' end`,
        lastError: refusal.code,
      })
      .where(and(eq(sandboxIntents.id, intent.id), from))
      .returning();
    if (!row) return undefined;
    await announce(tx, books.clock, 'payment_intent.payment_failed', row);
    if (row.status === 'canceled') await announce(tx, books.clock, 'payment_intent.canceled', row);
    return row;
  });
  if (declined) throw new CardRefused(402, refusal);
  return settled(await findIntent(books.db, intent.id));
}

/** The answer where an intent is not in the state that was asked for: paid already, or a refusal. */
function settled(intent: IntentRow | undefined): IntentRow {
  if (intent?.status === 'succeeded') return intent;
  throw new CardRefused(400, {
    code: 'payment_intent_unexpected_state',
    message: unexpectedState(intent),
  });
}

function unexpectedState(intent: IntentRow | undefined): string {
  if (intent?.status !== 'canceled') return 'This payment is not waiting for a confirmation.';
  return intent.failedAttempts >= failureCap
    ? 'This payment was cancelled after too many declined cards.'
    : 'This payment has been cancelled.';
}

async function behaviourOf({ db, clock }: Books, id: string): Promise<CardBehaviour> {
  const [method] = /^pm_[0-9a-f]{24}$/.test(id)
    ? await db
        .select({ behaviour: sandboxPaymentMethods.behaviour })
        .from(sandboxPaymentMethods)
        .where(
          and(
            eq(sandboxPaymentMethods.id, id),
            gt(sandboxPaymentMethods.createdAt, oldestMethod(clock.now())),
          ),
        )
    : [];
  if (method) return method.behaviour;
  throw new CardRefused(400, {
    code: 'resource_missing',
    message: 'Your card details are no longer at hand. Enter them again.',
  });
}

const oldestMethod = (now: Date): Date => new Date(now.getTime() - methodLifetime * 60_000);

function sameSecret(kept: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(kept), digest(given));
}
