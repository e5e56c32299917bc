import { toDollars } from '@redial/contract';
import type pg from 'pg';
import type { Deps } from '../../deps.ts';
import { toCsvLine } from '../../platform/csv.ts';
import { parsePeriod } from '../../platform/period.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

/** Rows fetched at a time. */
const batchSize = 1000;
/** Milliseconds in which the balances before the period are summed. */
const timeoutMs = 120_000;
/** After this time a client that does not read is disconnected, since it holds a snapshot. */
const idleTimeout = '60s';

/**
 * Streams the journal of a period as CSV, in one snapshot: the opening balance of each account, the
 * entries, the closing balances. Memory use does not depend on the length. That it is exported is recorded
 * first.
 *
 * @param input.from the first day, in UTC.
 * @param input.to the last day, in UTC.
 * @throws Problem `validation.failed` if the period ends before it begins.
 */
export async function exportJournal(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  input: { from: string; to: string },
): Promise<AsyncIterable<string>> {
  const period = parsePeriod(input);
  await inTransaction(db, (tx) =>
    recordAction(tx, actor, {
      action: 'ledger.exported',
      target: { type: 'ledger', id: 'journal' },
      changes: { from: [null, input.from], to: [null, input.to] },
    }),
  );
  return streamJournal(db.$client, input, period);
}

async function* streamJournal(
  pool: pg.Pool,
  days: { from: string; to: string },
  period: { from: Date; to: Date },
): AsyncGenerator<string> {
  const client = await pool.connect();
  const from = client.escapeLiteral(period.from.toISOString());
  const to = client.escapeLiteral(period.to.toISOString());
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `set local statement_timeout = ${timeoutMs}; set local idle_in_transaction_session_timeout = '${idleTimeout}'`,
    );
    yield toCsvLine(['date', 'transaction', 'type', 'order', 'key', 'account', 'amount']);
    yield* toLines(fetchRows<Balance>(client, balancesBefore(from)), ({ account, cents }) =>
      toCsvLine([days.from, '', 'opening balance', '', '', account, toDollars(Number(cents))]),
    );
    yield* toLines(fetchRows<Entry>(client, entriesOf(from, to)), (entry) => {
      const { at, id, type, order_id: order, key, account, cents } = entry;
      const amount = toDollars(Number(cents));
      return toCsvLine([at.toISOString(), Number(id), type, order ?? '', key, account, amount]);
    });
    yield* toLines(fetchRows<Balance>(client, balancesBefore(to)), ({ account, cents }) =>
      toCsvLine([days.to, '', 'closing balance', '', '', account, toDollars(Number(cents))]),
    );
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A client that has disconnected ends the generator here, with the transaction open.
    await client.query('rollback').catch((error: Error) => {
      failure = error;
    });
    client.release(failure);
  }
}

interface Balance {
  readonly account: string;
  readonly cents: string;
}
interface Entry extends Balance {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly order_id: string | null;
  readonly key: string;
}

const balancesBefore = (time: string) => `
  select e.account, sum(e.amount_cents) as cents
  from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
  where t.at < ${time} group by e.account having sum(e.amount_cents) <> 0 order by e.account`;

const entriesOf = (from: string, to: string) => `
  select t.id, t.at, t.type, t.order_id, t.key, e.account, e.amount_cents as cents
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.at >= ${from} and t.at < ${to} order by t.at, t.id, e.id`;

/** Reads a query in batches, by a cursor of the open transaction. */
async function* fetchRows<Row extends object>(
  client: pg.PoolClient,
  query: string,
): AsyncGenerator<Row[]> {
  await client.query(`declare batch no scroll cursor for ${query}`);
  for (;;) {
    // The first one may have to sort or sum.
    const text = `fetch ${batchSize} from batch`;
    const { rows } = await client.query<Row>({ text, query_timeout: timeoutMs } as pg.QueryConfig);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await client.query('close batch');
}

async function* toLines<Row>(
  batches: AsyncGenerator<Row[]>,
  toLine: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map(toLine).join('');
}
