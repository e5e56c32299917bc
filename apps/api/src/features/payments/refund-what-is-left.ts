import { and, eq } from 'drizzle-orm';
import { chargebacks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { AmountRefused, type Refund } from '../../ports/card-payments.ts';
import { sumRefunds } from './sum-refunds.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Makes a refund at the card provider, of what was not refunded in its dashboard meanwhile.
 *
 * @param refund.id of the refund, or of a payment that is refunded whole: the idempotency key.
 * @returns the refund; `undefined` if all was refunded before; `disputed` if it has to wait for a
 *   chargeback that is recorded, whose end continues it.
 * @throws CardPaymentsUnavailable, and AmountRefused for a chargeback that is not
 */
export async function refundWhatIsLeft(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'jobs' | 'log'>,
  {
    id,
    intentId,
    paymentId,
    amountCents,
  }: { id: string; intentId: string; paymentId: string; amountCents: number },
): Promise<Refund | 'disputed' | undefined> {
  const { db, cardPayments } = deps;
  const idempotencyKey = `refund:${id}`;
  const refund = (cents: number) =>
    cardPayments.refund({ intentId, amountCents: cents, idempotencyKey });
  try {
    return await refund(amountCents);
  } catch (error) {
    if (!(error instanceof AmountRefused)) throw error;
    if (error.reason !== 'exceeds-remaining') {
      const isOpen = and(eq(chargebacks.paymentId, paymentId), eq(chargebacks.state, 'open'));
      if ((await db.select().from(chargebacks).where(isOpen)).length > 0) return 'disputed';
      throw error;
    }
    await syncRefunds(deps, intentId);
    const intent = await cardPayments.retrieveIntent(intentId);
    const left = (intent?.amountCents ?? 0) - sumRefunds(await cardPayments.listRefunds(intentId));
    if (left <= 0) return undefined;
    // The provider has not seen the key with another amount: it refused that.
    return cardPayments.refund({
      intentId,
      amountCents: Math.min(left, amountCents),
      idempotencyKey: `${idempotencyKey}:rest`,
    });
  }
}
