import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { providerEvents } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { SystemActor } from '../../platform/users.ts';
import type { ProviderEvent } from '../../ports/provider-events.ts';
import { advancePayoutOfProvider, refreshPayoutAccount } from '../payouts/index.ts';
import { retrieveLimitedIntent } from './limit-declines.ts';
import { syncChargeback } from './sync-chargeback.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';

type WebhookDeps = Pick<Deps, 'db' | 'cardPayments' | 'payouts' | 'jobs' | 'log' | 'settings'>;

/**
 * Processes a webhook event of the card provider: verifies the signature of the raw body, stores the
 * event once, then reads the current state from the provider, because events arrive late,
 * twice and in any order. If processing fails, it throws, so that the provider sends the event again.
 *
 * @throws Problem `webhook.signature-invalid`, `route.not-found`
 * @throws CardPaymentsUnavailable
 */
export async function receiveWebhook(
  deps: WebhookDeps,
  _actor: SystemActor,
  input: { provider: string; rawBody: Buffer; signature: string | undefined },
): Promise<void> {
  const { db, cardPayments } = deps;
  if (input.provider !== cardPayments.provider) throw new Problem('route.not-found');
  const event = cardPayments.verifyWebhook(input.rawBody, input.signature);
  if (!event) throw new Problem('webhook.signature-invalid');
  const isThisEvent = and(
    eq(providerEvents.provider, cardPayments.provider),
    eq(providerEvents.eventId, event.id),
  );
  await db
    .insert(providerEvents)
    .values({ provider: cardPayments.provider, eventId: event.id, type: event.type })
    .onConflictDoNothing();
  const [handled] = await db
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(and(isThisEvent, isNotNull(providerEvents.handledAt)));
  if (handled) return;
  await handleChange(deps, event);
  // What has changed may have emitted events.
  deps.jobs.trigger('dispatch-outbox');
  await db.update(providerEvents).set({ handledAt: sql`now()` }).where(isThisEvent);
}

/** Reads what has changed from the provider, and updates our records. */
async function handleChange(deps: WebhookDeps, event: ProviderEvent): Promise<void> {
  if (event.changed === 'account') await refreshPayoutAccount(deps, event.accountId);
  if (event.changed === 'payout') await advancePayoutOfProvider(deps, event);
  if (event.changed === 'refund') await syncRefunds(deps, event.intentId);
  if (event.changed === 'dispute') await syncChargeback(deps, event.disputeId);
  if (event.changed !== 'intent') return;
  const intent = await retrieveLimitedIntent(deps.cardPayments, event.intentId);
  const outcome = intent && (await syncPayment(deps, intent));
  if (outcome === 'unknown')
    deps.log.warn({ eventId: event.id }, 'webhook event for an unknown payment');
}
