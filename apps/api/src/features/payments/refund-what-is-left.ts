import type { Deps } from '../../deps.ts';
import { AmountRefused, type Refund } from '../../ports/card-payments.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Makes a refund at the card provider, of what was not refunded in its dashboard meanwhile.
 *
 * @param refund.id of the refund, or of a payment that is refunded whole: the idempotency key.
 * @returns the refund; `undefined` if all was refunded before; `disputed` if it has to wait.
 * @throws CardPaymentsUnavailable
 */
export async function refundWhatIsLeft(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'log'>,
  { id, intentId, amountCents }: { id: string; intentId: string; amountCents: number },
): Promise<Refund | 'disputed' | undefined> {
  const { cardPayments } = deps;
  const idempotencyKey = `refund:${id}`;
  const refund = (cents: number) =>
    cardPayments.refund({ intentId, amountCents: cents, idempotencyKey });
  try {
    return await refund(amountCents);
  } catch (error) {
    if (!(error instanceof AmountRefused)) throw error;
    if (error.reason !== 'exceeds-remaining') return 'disputed';
    await syncRefunds(deps, intentId);
    const intent = await cardPayments.retrieveIntent(intentId);
    const refundedCents = (await cardPayments.listRefunds(intentId))
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, one) => sum + one.amountCents, 0);
    const left = (intent?.amountCents ?? 0) - refundedCents;
    if (left <= 0) return undefined;
    // The provider has not seen the key with another amount: it refused that.
    return cardPayments.refund({
      intentId,
      amountCents: Math.min(left, amountCents),
      idempotencyKey: `${idempotencyKey}:rest`,
    });
  }
}
