import type Stripe from 'stripe';
import type { Clock } from '../../ports/clock.ts';
import type { ProviderChange, ProviderEvent } from '../../ports/provider-events.ts';

export const signatureHeader = 'stripe-signature';

/**
 * Verifies a webhook. Stripe has separate endpoints, each with its own secret, for events of the
 * platform's account and of connected accounts; both may have the same URL.
 *
 * @returns the event, or `undefined` if no secret fits, the event is too old, or it is none.
 */
export function verifyStripeWebhook(
  { webhooks }: Stripe,
  options: { secrets: readonly (string | undefined)[]; clock: Clock },
  rawBody: Buffer,
  signature: string | undefined,
): ProviderEvent | undefined {
  const now = options.clock.now().getTime();
  for (const secret of options.secrets) {
    if (secret === undefined) continue;
    try {
      return toProviderEvent(
        webhooks.constructEvent(rawBody, signature ?? '', secret, undefined, undefined, now),
      );
    } catch {
      // The next secret may fit.
    }
  }
  return undefined;
}

interface EventObject {
  readonly object?: unknown;
  readonly id?: unknown;
  readonly payment_intent?: unknown;
}

/** @throws if it is not an event, whatever signed it. */
function toProviderEvent({ id, type, account, data }: Stripe.Event): ProviderEvent {
  if (typeof id !== 'string' || typeof type !== 'string') throw new Error('not an event');
  return { id, type, ...toChange(data.object as EventObject, account) };
}

/** Events about a charge are about its refunds; a dispute has events and an object of its own. */
function toChange(
  { object, id, payment_intent: intentId }: EventObject,
  accountId: string | undefined,
): ProviderChange {
  if (typeof id !== 'string') return { changed: 'nothing' };
  if (accountId !== undefined) {
    if (object === 'account') return { changed: 'account', accountId };
    if (object === 'payout') return { changed: 'payout', accountId, payoutId: id };
    return { changed: 'nothing' };
  }
  if (object === 'payment_intent') return { changed: 'intent', intentId: id };
  if (object === 'dispute') return { changed: 'dispute', disputeId: id };
  const isRefund = object === 'charge' || object === 'refund';
  if (isRefund && typeof intentId === 'string') return { changed: 'refund', intentId };
  return { changed: 'nothing' };
}
