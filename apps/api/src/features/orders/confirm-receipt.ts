import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { applyTransition } from './order-steps.ts';
import { changePartyOrder } from './party-order.ts';

/**
 * Records that a shipped phone has reached its buyer, whose time to inspect it begins. Repeating the
 * call changes nothing.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`
 */
export const confirmReceipt = (
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  actor: User,
  { id }: { id: string },
): Promise<void> =>
  changePartyOrder(deps, actor, { orderId: id, party: 'buyer' }, (tx, order) =>
    applyTransition(tx, order, 'receive', { settings: deps.settings, actorId: actor.id }),
  );
