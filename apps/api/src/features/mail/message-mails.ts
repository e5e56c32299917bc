import { conversationPath } from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { conversations, models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { notify } from './notify.ts';
import { phoneName } from './order-mails.ts';

/**
 * Notifies the recipient of a message that is still unread: once until the conversation is read. What
 * was written is on the site only. Who has blocked the sender meanwhile is not notified.
 */
export function notifyOfMessages(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { conversationId, recipientId, number }: DomainEventOf<'messages.unread'>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({
        recipient: { id: users.id, email: users.email },
        isBuyer: sql<boolean>`${conversations.buyerId} = ${recipientId}`,
        product: {
          id: products.id,
          name: products.name,
          category: products.category,
          brand: models.brand,
          model: models.name,
        },
      })
      .from(conversations)
      .innerJoin(products, eq(products.id, conversations.productId))
      .leftJoin(models, eq(models.id, products.modelId))
      .innerJoin(users, and(eq(users.id, recipientId), active))
      .where(
        and(
          eq(conversations.id, conversationId),
          sql`case when ${conversations.buyerId} = ${recipientId}
            then ${conversations.buyerRead} else ${conversations.sellerRead} end < ${number}`,
          sql`not exists (select from blocks where blocker_id = ${recipientId}
            and blocked_id in (${conversations.buyerId}, ${conversations.sellerId}))`,
        ),
      )
      // Somebody who is reading the conversation marks its notifications first, or after this one.
      .for('share', { of: [users, conversations] });
    if (!found) return;
    const { recipient, isBuyer, product } = found;
    const sender = isBuyer ? 'The seller' : 'A buyer';
    const phone = isBuyer ? phoneName(product) : product.name;
    const about = {
      kind: 'messages',
      key: `messages-unread:${conversationId}:${number}`,
      subject: { type: 'product', id: product.id, title: phone },
    } as const;
    await notify(tx, settings, recipient, about, {
      subject: `New message: ${phone}`,
      preview: `${sender} has written to you.`,
      heading: 'You have a new message',
      paragraphs: [`${sender} has written to you about ${phone}.`],
      action: { label: 'Read it', url: settings.publicUrl + conversationPath(conversationId) },
      note: 'Stay on Redial to write and to pay: only then are you protected.',
    });
  });
}
