import type Stripe from 'stripe';
import { AmountRefused, type Refund, type RefundStatus } from '../../ports/card-payments.ts';
import { idOf, isRejectedAs, isRejection, requireObject, toDate } from './stripe-client.ts';

/** Metadata of a refund that Stripe keeps after it has forgotten the idempotency key. */
const keyName = 'idempotencyKey';

/** `requires_action` occurs with payment methods other than cards. */
const statuses: Record<string, RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/**
 * Creates a refund, or returns the one that was created with the same key at any time before: Stripe
 * forgets keys after about a day, and would then make a second partial refund.
 *
 * @throws AmountRefused
 */
export async function createRefund(
  stripe: Stripe,
  input: { intentId: string; amountCents: number; idempotencyKey: string },
): Promise<Refund> {
  const { intentId, amountCents, idempotencyKey } = input;
  const earlier = (await listIntentRefunds(stripe, intentId)).find(
    (refund) => refund.idempotencyKey === idempotencyKey,
  );
  if (earlier?.amountCents === amountCents) return earlier;
  if (earlier) throw new Error(`the key ${idempotencyKey} was used with another amount`);
  try {
    return toRefund(
      await stripe.refunds.create(
        {
          payment_intent: intentId,
          amount: amountCents,
          metadata: { [keyName]: idempotencyKey },
        },
        { idempotencyKey },
      ),
    );
  } catch (error) {
    if (isRejectedAs(error, 'charge_disputed'))
      throw new AmountRefused('disputed', { cause: error });
    const isTooMuch =
      isRejectedAs(error, 'charge_already_refunded', 'amount_too_large') ||
      (isRejection(error) && error.param === 'amount');
    if (isTooMuch) throw new AmountRefused('exceeds-remaining', { cause: error });
    throw error;
  }
}

/** Lists the refunds of an intent, oldest first. */
export async function listIntentRefunds(stripe: Stripe, intentId: string): Promise<Refund[]> {
  const found: Refund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    found.push(toRefund(refund));
  return found.reverse();
}

/** @throws if the object is not a refund of an intent. */
function toRefund(refund: Stripe.Refund): Refund {
  requireObject(refund, 'refund');
  const status = statuses[refund.status ?? ''];
  const intentId = idOf(refund.payment_intent);
  if (!status || !intentId) throw new Error(`the refund ${refund.id} is ${refund.status}`);
  return {
    id: refund.id,
    intentId,
    amountCents: refund.amount,
    status,
    idempotencyKey: refund.metadata?.[keyName],
    failureCode: refund.failure_reason,
    createdAt: toDate(refund.created),
  };
}
