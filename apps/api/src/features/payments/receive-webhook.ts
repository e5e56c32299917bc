import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { providerEvents } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { syncPayment } from '../orders/index.ts';

/**
 * Takes a message of the card provider: verified on its raw body, stored once, then acted on by
 * asking the provider how the intent stands now (messages come late, twice and in any order). Where
 * acting fails it throws, so that the provider sends the message again.
 *
 * @throws Problem `webhook.signature-invalid`, `route.not-found`
 * @throws CardPaymentsUnavailable
 */
export async function receiveWebhook(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'log' | 'settings'>,
  input: { provider: string; rawBody: Buffer; signature: string | undefined },
): Promise<void> {
  const { db, cardPayments: cards, log } = deps;
  if (input.provider !== cards.provider) throw new Problem('route.not-found');
  const event = cards.verifyWebhook(input.rawBody, input.signature);
  if (!event) throw new Problem('webhook.signature-invalid');
  const thisEvent = and(
    eq(providerEvents.provider, cards.provider),
    eq(providerEvents.eventId, event.id),
  );
  await db
    .insert(providerEvents)
    .values({ provider: cards.provider, eventId: event.id, type: event.type })
    .onConflictDoNothing();
  const [handled] = await db
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(and(thisEvent, isNotNull(providerEvents.handledAt)));
  if (handled) return;
  const intent = event.intentId ? await cards.retrieveIntent(event.intentId) : undefined;
  const settlement = intent && (await syncPayment(deps, intent));
  if (settlement === 'unknown') log.warn({ eventId: event.id }, 'webhook of an unknown payment');
  await db.update(providerEvents).set({ handledAt: sql`now()` }).where(thisEvent);
}
