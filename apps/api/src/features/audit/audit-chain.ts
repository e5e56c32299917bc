import { sql } from 'drizzle-orm';
import { type Chain, contentOf } from '../../platform/sealing/index.ts';

const entry = contentOf([
  ['number', 'id'],
  ['time', 'at'],
  ['text', 'action'],
  ['text', 'actor_id'],
  ['text', 'actor_role'],
  ['text', 'target_type'],
  ['text', 'target_id'],
  ['text', 'changes'],
  ['text', 'reason'],
  ['text', 'network'],
]);

/** The entries of the audit log. */
export const auditChain: Chain = {
  name: 'audit',
  rowName: 'audit entry',
  firstRow: sql`select min(id) as first from audit_entries`,
  lastRow: sql`select max(id) as last from audit_entries`,
  rows: (after, to) => sql`
    select id, ${sql.raw(entry)} as content from audit_entries
    where id > ${after} and id <= ${to}`,
};
