import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnOffer, requireAnswerable } from './own-offer.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Declines an offer of the other side. Repeating the call changes nothing.
 *
 * @returns the number of offers declined.
 * @throws Problem `offer.not-found`, `offer.not-your-turn`, `offer.closed`
 */
export async function declineOffer(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  const declined = await inTransaction(db, async (tx) => {
    const own = await lockOwnOffer(tx, actor, { id, now: clock.now() });
    if (own.offer.state === 'declined' && !own.isOwn) return 0;
    requireAnswerable(own);
    await transitionOffer(tx, id, 'decline');
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return declined;
}
