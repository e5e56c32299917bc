import { handoverRules } from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { handoverConfirmations } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import {
  invalidStatus,
  lockPartyOrder,
  recordOrderEvent,
  startDeadline,
  transitionOrder,
  voidDeadlines,
} from '../orders/index.ts';
import { isCode } from './codes.ts';
import { otherParty } from './get-handover.ts';

interface Confirmation {
  /** Whether the code was right. */
  readonly accepted: boolean;
  /** Whether both codes are entered. */
  readonly complete: boolean;
  readonly triesLeft: number;
}

const { maxWrongCodes, lockMinutes, maxLockMinutes, secondCodeHours } = handoverRules;

/**
 * Records that a party typed the other one's code. With both codes the phone has changed hands. One
 * code alone stops the deadlines that would refund the buyer, and opens a dispute after a day.
 * Repeating a confirmation changes nothing, also long after the handover: pages that were offline send
 * it again. Five wrong codes lock further attempts for 15 minutes, the next five for 30, up to a day.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `handover.locked`
 */
export async function confirmHandover(
  { db, settings, clock, jobs }: Pick<Deps, 'db' | 'settings' | 'clock' | 'jobs'>,
  actor: User,
  { id, code }: { id: string; code: string },
): Promise<Confirmation> {
  const confirmation = await inTransaction(db, async (tx): Promise<Confirmation> => {
    const order = await lockPartyOrder(tx, actor, id);
    const { party, priceCents } = order;
    const other = otherParty(party);
    const own = await findConfirmation(tx, id, party);
    const isComplete = async () => Boolean((await findConfirmation(tx, id, other))?.enteredAt);
    if (own?.enteredAt) {
      return { accepted: true, complete: await isComplete(), triesLeft: maxWrongCodes };
    }
    if (order.state !== 'paid') throw invalidStatus(order);
    if (own?.lockedUntil && own.lockedUntil > clock.now()) throw new Problem('handover.locked');
    if (!isCode(code, settings, id, other)) {
      const wrongCodes = (own?.wrongCodes ?? 0) + 1;
      const lockedUntil = lockOf(wrongCodes, clock.now());
      await saveConfirmation(tx, id, party, { wrongCodes, lockedUntil });
      const triesLeft = lockedUntil ? 0 : maxWrongCodes - (wrongCodes % maxWrongCodes);
      return { accepted: false, complete: false, triesLeft };
    }
    await saveConfirmation(tx, id, party, {
      enteredAt: sql`now()`,
      wrongCodes: 0,
      lockedUntil: null,
    });
    const complete = await isComplete();
    if (complete) {
      const context = { settings, actorId: actor.id };
      if (!(await transitionOrder(tx, id, 'meet', context))) throw invalidStatus(order);
    } else {
      // A phone that may have changed hands is not refunded by the clock.
      await voidDeadlines(tx, id);
      await startDeadline(tx, id, 'second-code', secondCodeHours);
      const kind = 'handover.code-entered';
      const event = { orderId: id, kind, amountCents: priceCents, actorId: actor.id } as const;
      await recordOrderEvent(tx, event);
      await emit(tx, { type: kind, orderId: id, party });
    }
    return { accepted: true, complete, triesLeft: maxWrongCodes };
  });
  jobs.trigger('dispatch-outbox');
  return confirmation;
}

/** Until when a party is locked after its n-th wrong code; null if it may try again. */
function lockOf(wrongCodes: number, now: Date): Date | null {
  if (wrongCodes % maxWrongCodes !== 0) return null;
  const earlier = wrongCodes / maxWrongCodes - 1;
  return new Date(now.getTime() + Math.min(lockMinutes * 2 ** earlier, maxLockMinutes) * 60_000);
}

/** What a party did with the other one's code. */
export async function findConfirmation(
  tx: Transaction,
  orderId: string,
  party: 'buyer' | 'seller',
) {
  const [row] = await tx
    .select()
    .from(handoverConfirmations)
    .where(and(eq(handoverConfirmations.orderId, orderId), eq(handoverConfirmations.party, party)));
  return row;
}

async function saveConfirmation(
  tx: Transaction,
  orderId: string,
  party: 'buyer' | 'seller',
  change: Omit<
    Parameters<ReturnType<typeof tx.update<typeof handoverConfirmations>>['set']>[0],
    'orderId' | 'party'
  >,
): Promise<void> {
  await tx.insert(handoverConfirmations).values({ orderId, party }).onConflictDoNothing();
  await tx
    .update(handoverConfirmations)
    .set(change)
    .where(and(eq(handoverConfirmations.orderId, orderId), eq(handoverConfirmations.party, party)));
}
