import type pg from 'pg';
import { connect } from './database.ts';
import { createPeople, type Person } from './people.ts';
import type { Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** Entries of a sale: its capture has two, its release three. */
const entriesOfSale = 5;
const salesOfSmallSeller = 10;
const asked = 200;

/**
 * The balance of a seller with all sales of a ledger of a million entries, in comparison with that of one
 * with ten sales, and the journal. The entries are written by the statements and triggers that write those
 * of sales.
 */
export async function ledgerRows(server: Server, entries: number): Promise<ResultRow[]> {
  const database = await connect(server.dataDir);
  try {
    const [small, large] = await createPeople(server, database, { count: 2, role: 'seller' });
    const [admin] = await createPeople(server, database, { count: 1, role: 'admin' });
    if (!small || !large || !admin) throw new Error('People are missing');
    const sales = Math.round(entries / entriesOfSale);
    await seedSales(database, small, salesOfSmallSeller);
    await seedSales(database, large, sales);
    await database.query('vacuum (analyze) ledger_transactions, ledger_entries, ledger_accounts');
    const times = await measureBalances(server, { small, large });
    const ratio = times.large.p50 / times.small.p50;
    return [
      {
        name: `balance of a seller with ${sales} sales, ${entries} entries in the ledger`,
        measured: `${round(ratio)} times the time of one with ${salesOfSmallSeller} sales: p50 ${round(times.large.p50, 1)} ms and p99 ${round(times.large.p99, 0)} ms, ${round(times.small.p50, 1)} and ${round(times.small.p99, 0)} ms`,
        target: 'at most 1.5 times',
        met: ratio <= 1.5,
        figures: times,
      },
      await journalRow(server, admin, entries),
    ];
  } finally {
    await database.end();
  }
}

/** Sales that were paid and released, in batches; the triggers keep the balances. */
async function seedSales(database: pg.Client, seller: Person, count: number): Promise<void> {
  const batch = 20_000;
  for (let left = count; left > 0; left -= batch) {
    await database.query(
      `with sales as (
        select gen_random_uuid() as sale, 'seller:' || $2::text as seller from generate_series(1, $1::int)
      ), captures as (
        insert into ledger_transactions (type, key) select 'capture', 'capture:bench:' || sale from sales
        returning id, key
      ), releases as (
        insert into ledger_transactions (type, key) select 'release', 'release:bench:' || sale from sales
        returning id, key
      )
      insert into ledger_entries (transaction_id, account, amount_cents)
      select c.id, e.account, e.cents from sales
      join captures c on c.key = 'capture:bench:' || sale
      cross join lateral (values ('provider', 25000), ('escrow:' || sale, -25000)) e (account, cents)
      union all
      select r.id, e.account, e.cents from sales
      join releases r on r.key = 'release:bench:' || sale
      cross join lateral (values
        ('escrow:' || sale, 25000), (seller, -23750), ('fees', -1250)) e (account, cents)`,
      [Math.min(batch, left), seller.userId],
    );
  }
}

/** Milliseconds that sellers wait for their balance, asked in turn. */
async function measureBalances(server: Server, sellers: { small: Person; large: Person }) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let n = 0; n < asked; n++) {
    times.small.push(await timeBalance(server, sellers.small));
    times.large.push(await timeBalance(server, sellers.large));
  }
  return { small: percentiles(times.small), large: percentiles(times.large) };
}

async function timeBalance({ url }: Server, { token }: Person): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/api/balance`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`/api/balance responds ${response.status}`);
  await response.text();
  return performance.now() - begun;
}

function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

/** The journal of a day with all entries, and the memory that it takes. */
async function journalRow(server: Server, admin: Person, entries: number): Promise<ResultRow> {
  const before = await server.memory();
  const begun = performance.now();
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const response = await fetch(
    `${server.url}/api/ledger/journal.csv?from=${yesterday}&to=${today}`,
    { headers: { authorization: `Bearer ${admin.token}` } },
  );
  if (!response.ok || !response.body) {
    throw new Error(`The journal responds ${response.status}: ${await response.text()}`);
  }
  let firstByte: number | undefined;
  let lines = 0;
  let peak = before;
  let sampledAt = begun;
  for await (const chunk of response.body) {
    firstByte ??= performance.now() - begun;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (performance.now() - sampledAt < 1000) continue;
    sampledAt = performance.now();
    peak = Math.max(peak, await server.memory());
  }
  const seconds = (performance.now() - begun) / 1000;
  const growth = peak - before;
  return {
    name: `journal of ${entries} entries as CSV`,
    measured: `${round(seconds, 1)} s for ${lines} lines, first byte after ${round(firstByte ?? 0, 0)} ms; ${round(growth, 0)} MB more memory`,
    target: 'all lines, less than 50 MB more',
    met: lines > entries && growth < 50,
    figures: { seconds, lines, firstByte, before, peak },
  };
}
