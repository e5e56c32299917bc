import { chatOrderSteps } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  blindOffers,
  conversations,
  meetings,
  messages,
  offers,
  orderEvents,
  orders,
  type StoredStep,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { newId } from '../../platform/ids.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { publishLive } from '../live/index.ts';
import { endedWithBuyer } from '../offers/index.ts';
import type { ConversationRow } from './conversation.ts';

/** The events after which a conversation is brought up to date. */
export const chatStepEvents = [
  'offer.made',
  'offer.countered',
  'offer.accepted',
  'offer.declined',
  'offer.withdrawn',
  'offer.expired',
  'offer.voided',
  'meeting.accepted',
  ...chatOrderSteps,
] as const;

/**
 * Days after which a step is no longer added to a conversation that goes on: it is from before steps were
 * shown, and would stand after what was written later.
 */
const maxAgeDays = 1;

/**
 * Shows a step of an offer or an order in the conversation of its two people, if they have one. A
 * conversation that is opened later begins with the steps until then.
 */
export function recordChatSteps(
  { db }: Pick<Deps, 'db'>,
  event: DomainEventOf<(typeof chatStepEvents)[number]>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const about =
      'offerId' in event
        ? tx
            .select({ productId: offers.productId, buyerId: offers.buyerId })
            .from(offers)
            .where(eq(offers.id, event.offerId))
        : tx
            .select({ productId: orders.productId, buyerId: orders.buyerId })
            .from(orders)
            .where(eq(orders.id, event.orderId));
    const [row] = await about;
    if (!row) return;
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(
        sql`${conversations.productId} = ${row.productId} and ${conversations.buyerId} = ${row.buyerId}`,
      )
      .for('no key update');
    if (conversation) await addMissingSteps(tx, conversation);
  });
}

/**
 * Adds the steps of a locked conversation that it does not show yet, in their order. They are not
 * messages of a person: nobody has them to read, and no mail is sent.
 */
export async function addMissingSteps(
  tx: Transaction,
  conversation: ConversationRow,
): Promise<void> {
  const missing = await findChatSteps(tx, conversation);
  const last = missing.at(-1);
  if (!last) return;
  await tx.insert(messages).values(
    missing.map(({ key, step, at }, index) => ({
      id: newId(),
      conversationId: conversation.id,
      number: conversation.lastNumber + index + 1,
      step,
      stepKey: key,
      at,
    })),
  );
  await tx
    .update(conversations)
    .set({
      lastNumber: conversation.lastNumber + missing.length,
      changedAt: sql`greatest(${conversations.changedAt}, ${last.at.toISOString()}::timestamptz)`,
    })
    .where(eq(conversations.id, conversation.id));
  await publishLive(tx, [conversation.buyerId, conversation.sellerId], {
    type: 'conversations.changed',
  });
}

interface Step {
  readonly key: string;
  readonly at: Date;
  readonly step: StoredStep;
}

/**
 * Finds the steps that a conversation does not show yet, oldest first. One that goes on gets those of the
 * last day only.
 */
export async function findChatSteps(
  tx: Executor,
  {
    id,
    productId,
    buyerId,
    sellerId,
    lastNumber,
  }: Pick<ConversationRow, 'id' | 'productId' | 'buyerId' | 'sellerId' | 'lastNumber'>,
): Promise<readonly Step[]> {
  // An offer to everyone who favourites the phone says so of its buyer, unless that has accepted it.
  const isTheirs = sql`product_id = ${productId} and buyer_id = ${buyerId}
    and (favourite_offer_id is null or state = 'accepted')`;
  const partyOf = (actor: unknown) =>
    sql`case ${actor} when ${buyerId}::uuid then 'buyer' when ${sellerId}::uuid then 'seller' end`;
  const buyerLeft = endedWithBuyer({
    buyerId: sql`${buyerId}`,
    closedAt: sql`${offers}.closed_at`,
  });
  const kinds = sql.param([...chatOrderSteps]);
  const { rows } = await tx.execute<{
    key: string;
    at: string;
    kind: StoredStep['kind'];
    by: StoredStep['by'];
    type: StoredStep['subject']['type'];
    subject: string;
    cents: string | null;
  }>(sql`
    select key, at, kind, by, type, subject, cents from (
      select 'made:' || id as key, created_at as at, 0 as rank,
        case when answers_id is null then 'offer.made' else 'offer.countered' end as kind,
        made_by as by, 'offer' as type, id as subject, price_cents as cents
      from ${offers} where ${isTheirs}
      union all
      -- A countered offer is followed by the one that answers it.
      -- Nobody ends the offer of a deleted or suspended account; its phone is still for sale.
      select 'ended:' || id, closed_at, 1, 'offer.' || state,
        case when state = 'voided' and ${buyerLeft} then null
          when state = 'withdrawn' then made_by
          when made_by = 'buyer' then 'seller' else 'buyer' end,
        'offer', id, price_cents
      from ${offers} where ${isTheirs} and state not in ('open', 'countered')
      union all
      select 'matched:' || b.id, o.placed_at, 2, 'blind-offer.matched', 'buyer', 'order', o.id, null
      from ${blindOffers} b join ${orders} o on o.id = b.order_id
      where b.product_id = ${productId} and b.buyer_id = ${buyerId}
      union all
      -- An order is the buyer's, also if the seller has accepted an offer.
      select 'order:' || e.id, e.at, 3, e.kind,
        case e.kind when 'order.placed' then 'buyer' else ${partyOf(sql`e.actor_id`)} end, 'order',
        o.id, e.amount_cents
      from ${orderEvents} e join ${orders} o on o.id = e.order_id
      where o.product_id = ${productId} and o.buyer_id = ${buyerId}
        and e.kind = any(${kinds}::text[])
      union all
      select 'meeting:' || m.id, now(), 4, 'meeting.accepted', null, 'order', o.id, null
      from ${meetings} m join ${orders} o on o.id = m.order_id
      where o.product_id = ${productId} and o.buyer_id = ${buyerId} and m.state = 'accepted'
    ) steps
    where not exists (
        select from ${messages} where conversation_id = ${id} and step_key = steps.key)
      and (${lastNumber} = 0 or at > now() - make_interval(days => ${maxAgeDays}))
    -- Offers have milliseconds; what one transaction did comes by rank.
    order by at::timestamptz(3), rank, key`);
  return rows.map(({ key, at, kind, by, type, subject, cents }) => ({
    key,
    at: new Date(at),
    step: {
      kind,
      by,
      subject: { type, id: subject },
      amountCents: cents === null ? null : Number(cents),
    },
  }));
}
