import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchMailDomain, rowId } from './catalogue.ts';
import type { RunSize } from './compare.ts';
import { connect, connectionConfig } from './database.ts';
import { runLoad, type Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

const buyers = 32;
/** Phones on offer in each round, of which each is ordered once; as many again for pgbench. */
const offered = 1_000;
/** Seconds after which a round ends even if not all are ordered. */
const maxSeconds = 60;
/** The number of connections that Redial opens to its database. */
const clients = 10;
const minRatio = 0.8;

/** Compares placing orders with pgbench running the same statements on the same database. */
export async function orderingRow(server: Server, { rounds }: RunSize): Promise<ResultRow> {
  const what = 'placing orders';
  const target = `at least ${minRatio} of pgbench`;
  const pgbench = findPgbench();
  if (!pgbench) {
    const measured =
      'not measured: pgbench is not installed (Debian: `apt-get install postgresql-contrib`)';
    return { name: what, measured, target, met: false, figures: {} };
  }
  const tokens: string[] = [];
  for (let n = 0; n < buyers; n++) tokens.push(await signUp(server.url, n));
  const results = [];
  for (let n = 0; n < rounds; n++) {
    await resetProducts(server);
    const redial = await runLoad({
      url: server.url,
      paths: [],
      connections: buyers,
      seconds: maxSeconds,
      orders: { tokens, products: Array.from({ length: offered }, (_, i) => rowId('7', i)) },
    });
    await waitForMails(server);
    const pgbenchRate = await runPgbench(pgbench, server);
    if (redial.failed > 0) throw new Error(`${redial.failed} orders failed`);
    results.push({ ratio: redial.perSecond / pgbenchRate, redial, pgbenchRate });
  }
  const ratio = median(results.map((one) => one.ratio));
  const typical = results.find((one) => one.ratio >= ratio) ?? results[0];
  return {
    name: what,
    measured: `${round(ratio)} of pgbench: ${Math.round(typical?.redial.perSecond ?? 0)} of ${Math.round(typical?.pgbenchRate ?? 0)} per second, p99 ${typical?.redial.p99} ms`,
    target,
    met: ratio >= minRatio,
    figures: { results },
  };
}

function findPgbench(): string | undefined {
  const dirs = (process.env.PATH ?? '').split(path.delimiter);
  const debian = globSync('/usr/lib/postgresql/*/bin').toReversed();
  return [...debian, ...dirs]
    .map((dir) => path.join(dir, 'pgbench'))
    .find((file) => existsSync(file));
}

/** Signs up a buyer through the API. @returns the marketplace token. */
async function signUp(url: string, n: number): Promise<string> {
  const email = `buyer${n}@${benchMailDomain}`;
  const post = async (where: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${where} responses ${response.status}: ${await response.text()}`);
    return response;
  };
  const account = { name: `Buyer ${n}`, email, password: 'Redial#2021' };
  const signedUp = await post('/identity/sign-up/email', account).catch(() =>
    post('/identity/sign-in/email', account),
  );
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const identity = await fetch(`${url}/identity/token`, { headers: { cookie } });
  const { token: idToken } = (await identity.json()) as { token: string };
  const response = await post('/jwt', { email }, { authorization: `Bearer ${idToken}` });
  const { token } = (await response.json()) as { token: string };
  const person = { name: account.name, email, varified: false, role: 'buyer' };
  await post('/users', person, { authorization: `Bearer ${idToken}` });
  return token;
}

/** Makes the products available again, also those that another row removed, and closes earlier orders. */
async function resetProducts({ dataDir }: Server): Promise<void> {
  const client = await connect(dataDir);
  await client.query("update orders set state = 'expired' where state = 'unpaid'");
  await client.query(
    `update products set status = 'Available', is_paid = false, removed_at = null
     where id < $1 and (status <> 'Available' or is_paid or removed_at is not null)`,
    [rowId('7', 2 * offered)],
  );
  await client.query('vacuum (analyze) orders, products, product_counts');
  await client.end();
}

/** Waits until what follows from the orders is done, such as the mails about them. */
async function waitForMails({ dataDir }: Server): Promise<void> {
  const client = await connect(dataDir);
  const due = `select from domain_events where dispatched_at is null union all
    select from outbox where done_at is null and dead_at is null and due_at <= now() limit 1`;
  while ((await client.query(due)).rowCount !== 0) await sleep(200);
  await client.end();
}

async function runPgbench(pgbench: string, { dataDir }: Server): Promise<number> {
  const { host, user, database, password } = await connectionConfig(dataDir);
  const script = fileURLToPath(new URL('orders.pgbench.sql', import.meta.url));
  const { stdout } = await promisify(execFile)(
    pgbench,
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2'],
      ...[
        `--transactions=${offered / clients}`,
        `--file=${script}`,
        `--host=${host}`,
        `--username=${user}`,
      ],
      ...[
        '-D',
        'k=-1',
        '-D',
        `first=${offered}`,
        '-D',
        `clients=${clients}`,
        '-D',
        `buyers=${buyers}`,
        database,
      ],
    ],
    { env: { ...process.env, PGPASSWORD: password } },
  );
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
