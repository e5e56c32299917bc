import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { applyTransition } from './order-steps.ts';
import { changePartyOrder } from './party-order.ts';

/**
 * Completes an order, because its buyer says that everything is fine: the price less the fee goes to
 * the seller. Repeating the call changes nothing.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `order.chargeback-open`
 */
export const acceptOrder = (
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  actor: User,
  { id }: { id: string },
): Promise<void> =>
  changePartyOrder(deps, actor, { orderId: id, party: 'buyer' }, (tx, order) =>
    applyTransition(tx, order, 'accept', { settings: deps.settings, actorId: actor.id }),
  );
