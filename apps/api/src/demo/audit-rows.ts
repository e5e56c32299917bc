import { demoAdmin } from '@redial/demo-data';
import { sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';

/** A network for documentation (RFC 5737). */
const network = '198.51.100.0/24';

/**
 * Inserts what the demo admin did according to the other rows: verified sellers, decided photos and
 * disputes, evidence against chargebacks, moderation.
 *
 * @param now what lies after it is dated then.
 */
export async function insertAuditEntries(tx: Executor, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries
      (at, action, actor_id, actor_role, target_type, target_id, changes, reason, network)
    select least(done.at, ${now.toISOString()}::timestamptz), done.action, u.id, 'admin',
      done.target_type, done.target_id, done.changes, done.reason, ${network}
    from users u, (
      select created_at + interval '26 hours' as at, 'seller.verified' as action,
        'user' as target_type, id::text as target_id,
        json_build_object('verified', json_build_array('no', 'yes')) as changes, null as reason
      from users where verified
      union all
      select decided_at, 'possession-proof.decided', 'possession-proof', id::text,
        json_build_object('state', json_build_array('submitted', state)), reason
      from possession_proofs where decided_at is not null
      union all
      select at, 'dispute.decided', 'dispute', dispute_id::text,
        json_build_object('resolution', json_build_array(null, kind)), reason
      from dispute_resolutions where decided_by is not null
      union all
      select evidence_submitted_at, 'chargeback.evidence-given', 'chargeback', id, '{}', null
      from chargebacks where evidence_submitted_at is not null
      union all
      select decided_at, 'moderation.decided',
        case target_kind when 'listing' then 'product' else 'user' end,
        coalesce(product_id, person_id)::text,
        json_build_object('decision', json_build_array(null, kind)), null
      from moderation_decisions
      union all
      select decided_at, 'appeal.decided', 'decision', decision_id::text,
        json_build_object('appeal', json_build_array('open', state)), null
      from moderation_appeals where decided_at is not null
    ) done
    where u.email_key = ${demoAdmin.email}
    order by 1, done.target_id`);
}
