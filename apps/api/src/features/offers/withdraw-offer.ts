import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnOffer } from './own-offer.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Withdraws an offer of the buyer. Repeating the call changes nothing.
 *
 * @returns the number of offers withdrawn.
 * @throws Problem `offer.not-found`, also for counter-offers and for sellers; `offer.closed`
 */
export async function withdrawOffer(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  const withdrawn = await inTransaction(db, async (tx) => {
    const { offer, party, isOwn, isOpen } = await lockOwnOffer(tx, actor, { id, now: clock.now() });
    if (party !== 'buyer' || !isOwn) throw new Problem('offer.not-found');
    if (offer.state === 'withdrawn') return 0;
    if (!isOpen) throw new Problem('offer.closed');
    await transitionOffer(tx, id, 'withdraw');
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return withdrawn;
}
