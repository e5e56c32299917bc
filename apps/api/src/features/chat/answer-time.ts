import { answerTimes } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { blocks, conversations, messages } from '../../db/schema/index.ts';

/** Conversations that are judged: the newest ones of the last days. */
const judged = { conversations: 50, days: 90, atLeast: 3 } as const;

/**
 * Finds out within how many hours a seller usually answers the first message of a buyer: the median,
 * rounded up to one of `answerTimes`. Messages that are not answered count as answered too late, once
 * that is certain; conversations between people of whom one has blocked the other do not count.
 *
 * @returns null if there are fewer than three conversations, or the median is longer.
 */
export async function findAnswerTime(
  db: Executor,
  sellerId: string,
): Promise<(typeof answerTimes)[number] | null> {
  const { rows } = await db.execute<{ hours: number | null }>(sql`
    select percentile_disc(0.5) within group (order by hours) as hours
    from (
      select coalesce(extract(epoch from answered.at - asked.at) / 3600, 'infinity')::float8 as hours
      from (
        select * from ${conversations} where ${conversations.sellerId} = ${sellerId}
        order by ${conversations.changedAt} desc limit ${judged.conversations}
      ) each
      -- The first message of a person: steps of offers and orders may come before.
      join lateral (
        select first.author_id, first.at from ${messages} first
        where first.conversation_id = each.id and first.author_id is not null
        order by first.number limit 1
      ) asked on asked.author_id = each.buyer_id
      left join lateral (
        select reply.at from ${messages} reply
        where reply.conversation_id = each.id and reply.author_id = each.seller_id
        order by reply.number limit 1
      ) answered on true
      where asked.at > now() - make_interval(days => ${judged.days})
        and (answered.at is not null
          or asked.at < now() - make_interval(hours => ${answerTimes.at(-1)}))
        and not exists (
          select from ${blocks} where blocker_id = each.seller_id and blocked_id = each.buyer_id
            or blocker_id = each.buyer_id and blocked_id = each.seller_id)
    ) first_answers
    having count(*) >= ${judged.atLeast}`);
  const hours = rows[0]?.hours ?? Number.POSITIVE_INFINITY;
  return answerTimes.find((limit) => hours <= limit) ?? null;
}
