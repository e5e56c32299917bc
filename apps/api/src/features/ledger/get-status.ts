import {
  type LedgerAccountKind,
  type LedgerInvariant,
  type LedgerInvariantName,
  type LedgerReconciliation,
  type LedgerStatus,
  type LedgerVerification,
  ledgerAccountKinds,
  ledgerInvariantNames,
  toDollars,
} from '@redial/contract';
import { desc, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  type chainVerifications,
  ledgerInvariants,
  providerReconciliations,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { findLastBlock, findVerification } from '../../platform/sealing/index.ts';
import { arePayoutsSuspended } from './payout-suspension.ts';

/** What the last checks found, and the balances and the chain as they are now. */
export async function getStatus({ db }: Pick<Deps, 'db'>): Promise<LedgerStatus> {
  const rows = await db.select().from(ledgerInvariants);
  const verification = await findVerification(db, 'ledger');
  return {
    checkedAt: iso(rows.map(({ checkedAt }) => checkedAt).sort(byTime)[0]),
    payoutsSuspended: await arePayoutsSuspended(db),
    invariants: ledgerInvariantNames.flatMap((name) =>
      rows.filter((row) => row.name === name).map((row) => toInvariant(name, row)),
    ),
    accounts: await getTotals(db),
    chain: await getChain(db),
    verification: verification ? toVerification(verification) : null,
    reconciliation: await findReconciliation(db),
  };
}

const byTime = (a: Date, b: Date) => a.getTime() - b.getTime();
const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** Figures whose names end in `Cents` are amounts. */
function toInvariant(
  name: LedgerInvariantName,
  row: typeof ledgerInvariants.$inferSelect,
): LedgerInvariant {
  const { holds, figures, violatedAt, resumedAt, resumeReason } = row;
  return {
    name,
    holds,
    figures: Object.entries(figures).map(([key, value]) =>
      key.endsWith('Cents')
        ? { name: key.slice(0, -'Cents'.length), unit: 'dollars', value: toDollars(value) }
        : { name: key, unit: 'count', value },
    ),
    violatedAt: iso(violatedAt),
    resumedAt: iso(resumedAt),
    resumeReason,
  };
}

/** A verification as the API represents it. */
export const toVerification = (
  row: typeof chainVerifications.$inferSelect,
): LedgerVerification => ({
  requestedAt: row.requestedAt.toISOString(),
  startedAt: iso(row.startedAt),
  finishedAt: iso(row.finishedAt),
  checked: row.rowsChecked,
  total: row.rowsTotal,
  findings: [...row.findings],
});

/** The last comparison with the provider's list. */
async function findReconciliation(db: Executor): Promise<LedgerReconciliation | null> {
  const [row] = await db
    .select()
    .from(providerReconciliations)
    .orderBy(desc(providerReconciliations.id))
    .limit(1);
  if (!row) return null;
  const entries = Object.entries(row.figures)
    .filter(([key]) => key.endsWith('.entries'))
    .reduce((sum, [, value]) => sum + value, 0);
  return {
    provider: row.provider,
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    finishedAt: row.finishedAt.toISOString(),
    entries,
    findings: [...row.findings],
  };
}

/** The balance of each kind of account, from the accounts that are not empty. */
async function getTotals(db: Executor): Promise<LedgerStatus['accounts']> {
  const { rows } = await db.execute<{ kind: LedgerAccountKind; cents: string; n: string }>(sql`
    select case split_part(account, ':', 1)
        when 'seller' then 'sellers' else split_part(account, ':', 1) end as kind,
      sum(balance_cents) as cents, count(*) as n
    from ledger_accounts where balance_cents <> 0 group by 1`);
  return ledgerAccountKinds.map((kind) => {
    const found = rows.find((row) => row.kind === kind);
    return {
      kind,
      balance: toDollars(Number(found?.cents ?? 0)),
      accounts: Number(found?.n ?? 0),
    };
  });
}

async function getChain(db: Executor): Promise<LedgerStatus['chain']> {
  const last = await findLastBlock(db, 'ledger');
  const { rows } = await db.execute<{ n: string }>(
    sql`select count(*) as n from ledger_transactions where id > ${last?.lastId ?? 0}`,
  );
  return {
    blocks: last?.number ?? 0,
    hash: last?.hash.toString('hex') ?? null,
    sealedAt: iso(last?.sealedAt),
    unsealed: Number(rows[0]?.n ?? 0),
  };
}
