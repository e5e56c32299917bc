import { and, desc, eq, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { blocks, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { publishLive } from '../live/index.ts';
import { findOwnConversation, partnerOf } from './conversation.ts';

/** Lists the people whom the caller has blocked, newest first. */
export async function listBlocks({ db }: Pick<Deps, 'db'>, actor: User) {
  const rows = await db
    .select({ id: blocks.id, userId: blocks.blockedId, name: users.name, at: blocks.at })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(eq(blocks.blockerId, actor.id))
    .orderBy(desc(blocks.at));
  return rows.map(({ id, userId, name, at }) => ({
    _id: id,
    userId,
    name: hideContactsIn(name),
    at: at.toISOString(),
  }));
}

/**
 * Blocks the other person of a conversation: neither can send the other messages. Repeating it changes
 * nothing.
 *
 * @returns the id of the block.
 * @throws Problem `conversation.not-found`
 */
export function blockPerson(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { conversationId }: { conversationId: string },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const conversation = await findOwnConversation(tx, actor, conversationId);
    const blockedId = partnerOf(conversation, actor);
    await tx
      .insert(blocks)
      .values({ id: newId(), blockerId: actor.id, blockedId })
      .onConflictDoNothing();
    const [block] = await tx
      .select({ id: blocks.id })
      .from(blocks)
      .where(and(eq(blocks.blockerId, actor.id), eq(blocks.blockedId, blockedId)));
    if (!block) throw new Error('the block was not stored');
    await publishLive(tx, [actor.id, blockedId], { type: 'conversations.changed' });
    return block.id;
  });
}

/** Unblocks a person. @throws Problem `block.not-found` */
export function unblockPerson(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [lifted] = await tx
      .delete(blocks)
      .where(and(eq(blocks.id, id), eq(blocks.blockerId, actor.id)))
      .returning({ blockedId: blocks.blockedId });
    if (!lifted) throw new Problem('block.not-found');
    await publishLive(tx, [actor.id, lifted.blockedId], { type: 'conversations.changed' });
    return 1;
  });
}

/** Whether one of two people has blocked the other. */
export async function isBlockedBetween(db: Executor, one: string, other: string): Promise<boolean> {
  const found = await db
    .select({ id: blocks.id })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.blockerId, one), eq(blocks.blockedId, other)),
        and(eq(blocks.blockerId, other), eq(blocks.blockedId, one)),
      ),
    )
    .limit(1);
  return found.length > 0;
}
