import type { SellerCancellationReason } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { applyTransition, hasCaused, isDeadlineOpen } from './order-steps.ts';
import { changePartyOrder } from './party-order.ts';

/**
 * Cancels a sale before the handover, or accepts the buyer's request for it. The buyer is refunded.
 * Repeating the call changes nothing.
 *
 * @param input.reason why, if the buyer has not asked for it.
 * @throws Problem `order.not-found`, `order.invalid-status`, `order.chargeback-open`
 */
export const cancelSale = (
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  actor: User,
  { id, reason }: { id: string; reason?: SellerCancellationReason },
): Promise<void> =>
  changePartyOrder(deps, actor, { orderId: id, party: 'seller' }, async (tx, order) => {
    const isRequested = await isDeadlineOpen(tx, id, 'cancellation-response');
    const kinds = ['order.cancellation-accepted'] as const;
    if (await hasCaused(tx, { orderId: id, actorId: actor.id, kinds })) return;
    await applyTransition(tx, order, isRequested ? 'acceptCancellation' : 'cancelSale', {
      settings: deps.settings,
      actorId: actor.id,
      ...(reason && !isRequested ? { details: { reason } } : {}),
    });
  });
