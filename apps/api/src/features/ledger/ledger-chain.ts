import { sql } from 'drizzle-orm';
import { type Chain, contentOf } from '../../platform/sealing/index.ts';
import { findWrongBalances } from './find-wrong-balances.ts';
import { findWrongReleases } from './find-wrong-releases.ts';

const transaction = contentOf([
  ['number', 't.id'],
  ['text', 't.type'],
  ['text', 't.order_id'],
  ['text', 't.key'],
  ['time', 't.at'],
]);
const entry = contentOf([
  ['number', 'e.id'],
  ['text', 'e.account'],
  ['number', 'e.amount_cents'],
  ['text', 'e.currency'],
]);

/** The ledger's transactions, each with its entries. A verification also checks all balances, payouts and releases. */
export const ledgerChain: Chain = {
  name: 'ledger',
  rowName: 'ledger transaction',
  firstRow: sql`select min(id) as first from ledger_transactions`,
  lastRow: sql`select max(id) as last from ledger_transactions`,
  rows: (after, to) => sql`
    select t.id, concat_ws(' ', ${sql.raw(transaction)}, (
      select string_agg(${sql.raw(entry)}, ' ' order by e.id)
      from ledger_entries e where e.transaction_id = t.id
    )) as content
    from ledger_transactions t where t.id > ${after} and t.id <= ${to}`,
  check: (db) =>
    db.transaction(
      async (tx) => [...(await findWrongBalances(tx)), ...(await findWrongReleases(tx))],
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
};
