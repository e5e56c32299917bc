import { demoAdmin } from '@redial/demo-data';
import { sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';

/** A network for documentation (RFC 5737). */
const network = '198.51.100.0/24';

/**
 * Inserts what the other rows say: what admins did (verified sellers, decided photos and disputes, evidence
 * against chargebacks, moderation), and the reports and appeals that were received.
 *
 * @param now what lies after it is dated then.
 */
export async function insertAuditEntries(tx: Executor, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries
      (at, action, actor_id, actor_role, target_type, target_id, changes, reason, network)
    select least(done.at, ${now.toISOString()}::timestamptz), done.action, actor.id,
      coalesce(actor.staff_role, actor.role, 'unknown'),
      done.target_type, done.target_id, done.changes, done.reason,
      case when actor.id is not null then ${network} end
    from (
      select null::uuid as actor_id, created_at + interval '26 hours' as at,
        'seller.verified' as action, 'user' as target_type, id::text as target_id,
        json_build_object('verified', json_build_array('no', 'yes')) as changes, null as reason
      from users where verified
      union all
      select null, decided_at, 'possession-proof.decided', 'possession-proof', id::text,
        json_build_object('state', json_build_array('submitted', state)), reason
      from possession_proofs where decided_at is not null
      union all
      select null, at, 'dispute.decided', 'dispute', dispute_id::text,
        json_build_object('resolution', json_build_array(null, kind)), reason
      from dispute_resolutions where decided_by is not null
      union all
      select null, evidence_submitted_at, 'chargeback.evidence-given', 'chargeback', id, '{}', null
      from chargebacks where evidence_submitted_at is not null
      union all
      select d.decided_by, d.decided_at, 'moderation.decided',
        case target_kind when 'listing' then 'product' else 'user' end,
        coalesce(d.product_id, d.person_id)::text,
        json_strip_nulls(json_build_object('decision', json_build_array(null, d.kind),
          'rule', case when d.rule is not null then json_build_array(null, d.rule) end,
          'days', case when d.days is not null then json_build_array(null, d.days::text) end,
          'id', json_build_array(null, d.id),
          'since', json_build_array(null, to_char(
            coalesce(min(r.created_at), d.decided_at - interval '7 hours') at time zone 'utc',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))), null
      from moderation_decisions d
      left join reports r on r.closed_at = d.decided_at and r.user_id = d.person_id
      group by d.id
      union all
      select decided_by, decided_at, 'appeal.decided', 'decision', decision_id::text,
        json_build_object('appeal', json_build_array('open', state)), null
      from moderation_appeals where decided_at is not null
      union all
      select null, created_at, case reason when 'unspecified' then 'product.reported' else 'report.received' end,
        case when product_id is not null then 'product' when user_id is not null then 'user'
          else 'review' end,
        coalesce(product_id, user_id, review_id)::text, '{}', null
      from reports where reporter <> 'price'
      union all
      select null, created_at, 'conversation.reported', 'conversation', conversation_id::text, '{}', null
      from conversation_reports
      union all
      select null, created_at, 'appeal.received', 'decision', decision_id::text, '{}', null
      from moderation_appeals
    ) done
    left join users actor on actor.id = done.actor_id or done.actor_id is null
      and actor.email_key = ${demoAdmin.email} and done.action not in ('product.reported',
        'report.received', 'conversation.reported', 'appeal.received')
    order by 1, done.target_id, done.action`);
}
