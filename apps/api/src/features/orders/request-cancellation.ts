import type { BuyerCancellationReason } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import type { User } from '../../platform/users.ts';
import { startDeadline } from './deadlines.ts';
import { hasCaused, invalidStatus, isDeadlineOpen } from './order-steps.ts';
import { changePartyOrder } from './party-order.ts';
import { recordOrderEvent } from './transitions.ts';

/**
 * Asks the seller to cancel a paid order. Without an answer in time, the buyer is refunded. Repeating
 * the call changes nothing.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`
 */
export const requestCancellation = (
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  actor: User,
  { id, reason }: { id: string; reason: BuyerCancellationReason },
): Promise<void> =>
  changePartyOrder(deps, actor, { orderId: id, party: 'buyer' }, async (tx, order) => {
    const kind = 'order.cancellation-requested';
    if (order.state !== 'paid') {
      if (await hasCaused(tx, { orderId: id, actorId: actor.id, kinds: [kind] })) return;
      throw invalidStatus(order);
    }
    if (await isDeadlineOpen(tx, id, 'cancellation-response')) return;
    // The phone may have changed hands, and is not refunded by the clock.
    if (await isDeadlineOpen(tx, id, 'second-code')) {
      throw invalidStatus(order, 'The handover in person has begun');
    }
    const { cancellationResponseHours } = deps.settings.trade;
    await startDeadline(tx, id, 'cancellation-response', cancellationResponseHours);
    await recordOrderEvent(tx, {
      orderId: id,
      kind,
      amountCents: order.priceCents,
      actorId: actor.id,
      details: { reason },
    });
    await emit(tx, { type: kind, orderId: id });
  });
