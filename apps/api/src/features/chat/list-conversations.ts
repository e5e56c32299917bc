import { type Conversation, chatLimits } from '@redial/contract';
import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { conversations, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import type { User } from '../../platform/users.ts';
import { absoluteImageUrl, userPhotoUrl } from '../images/index.ts';
import { blockedBetween, isParty } from './conversation.ts';
import { photosOfMessage } from './photos.ts';
import { type MessageRow, presentMessages, type Reader } from './present-messages.ts';

const maxConversations = 200;

/** Lists the caller's conversations, newest message first. */
export async function listConversations(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
): Promise<{ unread: number; conversations: Conversation[] }> {
  const rows = await selectConversations(deps.db, actor)
    .where(isParty(actor))
    .orderBy(desc(conversations.changedAt))
    .limit(maxConversations);
  return {
    unread: await countUnreadMessages(deps, actor),
    conversations: rows.map((row) => toConversation(row, actor, deps)),
  };
}

/** Counts the unread messages in all conversations of the caller. */
export async function countUnreadMessages(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: Pick<User, 'id'>,
): Promise<number> {
  const { rows } = await db.execute<{ unread: number }>(sql`
    select count(*)::int as unread
    from ${conversations} c join messages m on m.conversation_id = c.id and m.author_id <> ${userId}
    where (c.buyer_id = ${userId} and m.number > c.buyer_read)
      or (c.seller_id = ${userId} and m.number > c.seller_read)`);
  return rows[0]?.unread ?? 0;
}

const buyer = alias(users, 'buyer');
const seller = alias(users, 'seller');

/** Selects conversations as a person sees them. */
export function selectConversations(db: Executor, { id: userId }: Pick<User, 'id'>) {
  const partnerId = sql`case when ${conversations.buyerId} = ${userId}
    then ${conversations.sellerId} else ${conversations.buyerId} end`;
  return db
    .select({
      conversation: conversations,
      productName: products.name,
      imageUrl: products.imageUrl,
      buyer: {
        id: buyer.id,
        name: buyer.name,
        photoUrl: buyer.photoUrl,
        isRemoved: isNotNull(buyer.removedAt),
      },
      seller: {
        id: seller.id,
        name: seller.name,
        photoUrl: seller.photoUrl,
        isRemoved: isNotNull(seller.removedAt),
      },
      blocked: blockedBetween(userId, partnerId),
      isPartnerTyping: sql<boolean>`coalesce(case when ${conversations.buyerId} = ${userId}
          then ${conversations.sellerTypingAt} else ${conversations.buyerTypingAt} end
          > now() - make_interval(secs => ${chatLimits.typingSeconds}), false)`,
      contactsShown: sql<boolean>`exists (
        select from orders o where o.paid_payment_id is not null
          and ((o.buyer_id = ${conversations.buyerId} and o.seller_id = ${conversations.sellerId})
            or (o.buyer_id = ${conversations.sellerId} and o.seller_id = ${conversations.buyerId})))`,
      hasPartnerWritten: sql<boolean>`exists (
        select from messages m where m.conversation_id = ${conversations.id}
          and m.author_id = ${partnerId})`,
      // A received message that was not sent by the reader.
      unread: sql<number>`(select count(*)::int from messages m
        where m.conversation_id = ${conversations.id} and m.author_id <> ${userId}
          and m.number > case when ${conversations.buyerId} = ${userId}
            then ${conversations.buyerRead} else ${conversations.sellerRead} end)`,
      // The last three of the author of the last one, which are judged together.
      latest: sql<readonly MessageRow[]>`(
        select coalesce(json_agg(to_json(m) order by m.number), '[]') from (
          select id, number, author_id as "authorId", client_id as "clientId", text, step,
            erased_at as "erasedAt", at, ${photosOfMessage} as photos
          from messages
          where conversation_id = ${conversations.id}
            and author_id is not distinct from (select author_id from messages l
              where l.conversation_id = ${conversations.id}
                and l.number = ${conversations.lastNumber})
          order by number desc limit 3) m)`.mapWith((rows: readonly MessageRow[]) =>
        rows.map((row) => ({ ...row, at: new Date(row.at) })),
      ),
    })
    .from(conversations)
    .innerJoin(products, eq(products.id, conversations.productId))
    .innerJoin(buyer, eq(buyer.id, conversations.buyerId))
    .innerJoin(seller, eq(seller.id, conversations.sellerId));
}

export type SelectedConversation = Awaited<ReturnType<typeof selectConversations>>[number];

/** Whether a person can send photos: contact data in them cannot be hidden from a stranger. */
export const arePhotosAllowed = ({
  contactsShown,
  hasPartnerWritten,
}: Pick<SelectedConversation, 'contactsShown' | 'hasPartnerWritten'>): boolean =>
  contactsShown || hasPartnerWritten;

/** Who reads the messages of a conversation, and how. */
export function readerOf(
  { conversation, contactsShown }: SelectedConversation,
  { id: userId }: Pick<User, 'id'>,
  deps: Pick<Deps, 'settings' | 'clock'>,
): Reader {
  const { buyerId, sellerId } = conversation;
  const role = userId === buyerId ? 'buyer' : userId === sellerId ? 'seller' : 'admin';
  return { role, buyerId, contactsShown: contactsShown || role === 'admin', deps };
}

/** Presents a conversation to one of its people, or to an admin. */
export function toConversation(
  row: SelectedConversation,
  actor: Pick<User, 'id'>,
  deps: Pick<Deps, 'settings' | 'clock'>,
): Conversation {
  const { conversation } = row;
  const reader = readerOf(row, actor, deps);
  const { role, contactsShown } = reader;
  const nameOf = (name: string) => (contactsShown ? name : hideContactsIn(name));
  const participant = (user: typeof row.buyer) =>
    user.isRemoved
      ? null
      : { _id: user.id, name: nameOf(user.name), photo: userPhotoUrl(user, deps.settings) };
  return {
    _id: conversation.id,
    product: {
      _id: conversation.productId,
      name: row.productName,
      img: absoluteImageUrl(row.imageUrl, deps.settings),
    },
    role,
    buyer: participant(row.buyer),
    seller: participant(row.seller),
    unread: role === 'admin' ? 0 : row.unread,
    readByPartner: role === 'buyer' ? conversation.sellerRead : conversation.buyerRead,
    partnerTyping: role !== 'admin' && row.blocked === null && row.isPartnerTyping,
    lastMessage: presentMessages(row.latest, reader).at(-1) ?? null,
    contactsShown,
    photosAllowed: role !== 'admin' && arePhotosAllowed(row),
    blocked: row.blocked,
    at: conversation.changedAt.toISOString(),
  };
}
