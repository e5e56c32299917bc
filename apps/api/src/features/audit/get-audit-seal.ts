import type { AuditSeal, AuditVerification } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { chainVerifications } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { findLastBlock, findVerification } from '../../platform/sealing/index.ts';
import type { User } from '../../platform/users.ts';

/** The last block of the audit log's chain, and its last verification. */
export async function getAuditSeal({ db }: Pick<Deps, 'db'>, _actor: User): Promise<AuditSeal> {
  const last = await findLastBlock(db, 'audit');
  const verification = await findVerification(db, 'audit');
  const { rows } = await db.execute<{ n: string }>(
    sql`select count(*) as n from audit_entries where id > ${last?.lastId ?? 0}`,
  );
  return {
    blocks: last?.number ?? 0,
    hash: last?.hash.toString('hex') ?? null,
    sealedAt: last?.sealedAt.toISOString() ?? null,
    unsealed: Number(rows[0]?.n ?? 0),
    verification: verification ? toAuditVerification(verification) : null,
  };
}

/** A verification as the API represents it. */
export const toAuditVerification = (
  row: typeof chainVerifications.$inferSelect,
): AuditVerification => ({
  requestedAt: row.requestedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  checked: row.rowsChecked,
  total: row.rowsTotal,
  findings: [...row.findings],
});
