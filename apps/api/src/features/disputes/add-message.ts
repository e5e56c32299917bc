import { and, desc, eq, sql } from 'drizzle-orm';
import { disputeMessages } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus } from '../orders/index.ts';
import { lockDispute, recordStep } from './dispute-steps.ts';
import { attachPhotos } from './photos.ts';

/**
 * Adds a message of a party to a dispute, also during a return: if the buyer has written that the address
 * cannot be used, the end of the time to ship does not pay the seller. The same text again within a
 * minute is a double click and
 * returns the first message.
 *
 * @returns the message's id.
 * @throws Problem `dispute.not-found`, `order.invalid-status`, `validation.failed`
 */
export async function addMessage(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: { id: string; text: string; photos?: readonly string[] },
): Promise<string> {
  const text = parseText(input.text, 'text', 'Write something');
  const messageId = await inTransaction(db, async (tx) => {
    const { dispute, order } = await lockDispute(tx, actor, input.id);
    const { party } = order;
    const [last] = await tx
      .select({
        id: disputeMessages.id,
        isRepeated: sql<boolean>`${disputeMessages.party} = ${party} and ${disputeMessages.text} = ${text} and ${disputeMessages.at} > now() - interval '1 minute'`,
      })
      .from(disputeMessages)
      .where(and(eq(disputeMessages.disputeId, dispute.id)))
      .orderBy(desc(disputeMessages.id))
      .limit(1);
    if (last?.isRepeated) return last.id;
    if (order.state !== 'disputed' && order.state !== 'returning') throw invalidStatus(order);
    const id = newId();
    await tx.insert(disputeMessages).values({ id, disputeId: dispute.id, party, text });
    const target = { orderId: order.id, disputeId: dispute.id, messageId: id };
    await attachPhotos(tx, actor, input.photos ?? [], target);
    if (order.state === 'disputed') await recordStep(tx, dispute, party, settings.trade);
    await emit(tx, { type: 'dispute.message-added', disputeId: dispute.id, messageId: id });
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return messageId;
}
