import { setTimeout as sleep } from 'node:timers/promises';
import { audit, settle, sumMoney } from '../../../apps/api/test/crash/audit.ts';
import { startPrimaryProxy, startReplicaProxy } from '../haproxy.ts';
import { startLoad } from '../load.ts';
import { query, startPatroni } from '../patroni.ts';
import { createDataDir, createReplica, findPorts } from '../replicas.ts';
import { atMostSeconds, formatSeconds, type Measurement, none, report } from '../result.ts';
import { type Workspace, waitUntil } from '../workspace.ts';

/** Milliseconds of load before the primary is killed, and after ordering works again. */
const loadMs = 15_000;
/** Seconds from the promotion until an order is placed. */
const recoverySeconds = 30;

/**
 * PostgreSQL under Patroni: the primary is killed under load, and what was acknowledged is compared with
 * what the promoted standby has.
 */
export async function failOverDatabase(
  workspace: Workspace,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const cluster = await startPatroni(workspace);
  log('Patroni has a primary and two standbys');
  const databasePort = await startPrimaryProxy(workspace, cluster.nodes);
  const urls = {
    url: cluster.urlOf({ port: databasePort }),
    ownerUrl: cluster.urlOf({ port: databasePort }, 'redial'),
  };
  const ports = await findPorts(2);
  const publicUrl = `http://127.0.0.1:${await startReplicaProxy(workspace, ports)}`;
  const dataDir = await createDataDir(workspace);
  const replicas = ports.map((port) =>
    createReplica(workspace, {
      port,
      publicUrl,
      dataDir,
      settings: {
        DATABASE_URL: urls.url,
        MIGRATION_DATABASE_URL: urls.ownerUrl,
        DATABASE_REPLICA_URLS: cluster.nodes.map((node) => cluster.urlOf(node)).join(','),
      },
    }),
  );
  for (const replica of replicas) await replica.start();
  log('two replicas of Redial serve');

  const load = await startLoad(
    publicUrl,
    replicas.map(({ url }) => url),
  );
  const { journal, client } = load;
  const ledger = watchLedger(urls.url);
  await sleep(loadMs);
  const primary = await cluster.findPrimary();
  if (!primary) throw new Error('there is no primary');
  const before = { ...client.counts, facts: journal.facts.length };
  const killedAt = performance.now();
  primary.kill();
  log(`${primary.name} is killed`);
  await waitUntil('the promotion of a standby', 90, async () => {
    const now = await cluster.findPrimary();
    return now !== undefined && now !== primary;
  });
  const promotedAt = performance.now();
  const seen = journal.facts.length;
  await waitUntil('an order after the promotion', 120, async () =>
    journal.facts.slice(seen).some(({ kind }) => kind === 'order'),
  );
  const orderedAt = performance.now();
  log('orders are placed again');
  primary.start();
  await cluster.waitForStandbys(2);
  const rejoinedAt = performance.now();
  log(`${primary.name} is a standby`);
  await sleep(loadMs);
  await load.stop();
  await ledger.stop();
  const { unavailable, disconnected } = client.counts;

  const violations = await settle(urls);
  const found = await audit(urls, journal.facts);
  const kinds = Object.entries(Object.groupBy(journal.facts, ({ kind }) => kind))
    .filter(([kind]) => ['order', 'charged', 'paid', 'message', 'payout', 'step'].includes(kind))
    .map(([kind, those]) => `${those?.length} ${kind}`)
    .join(', ');
  return [
    report(
      'from the kill to the promotion (TTL of Patroni 20 s)',
      formatSeconds(promotedAt - killedAt),
    ),
    atMostSeconds('from the promotion to the first order', orderedAt - promotedAt, recoverySeconds),
    report('the killed server is a standby again after', formatSeconds(rejoinedAt - killedAt)),
    report(
      `acknowledged writes, before the kill ${before.facts}`,
      `${journal.facts.length}: ${kinds}`,
    ),
    none(
      'acknowledged writes that are lost',
      found.lost.map((fact) => JSON.stringify(fact)),
    ),
    none(
      `of ${ledger.seen.size} ledger transactions that were seen, lost`,
      await ledger.findLost(),
    ),
    none(
      'broken invariants',
      [...violations, ...found.violations].map(({ invariant, row }) => `${invariant}: ${row}`),
    ),
    none(
      'differences between the money of the provider and of the ledger',
      checkMoney(await sumMoney(urls)),
    ),
    none(
      `of ${load.freshness.counts.reads} responses during ${load.freshness.counts.writes} changes, outdated`,
      load.freshness.stale,
    ),
    report(
      'requests that failed meanwhile',
      `${unavailable - before.unavailable} with 503, ${disconnected - before.disconnected} cut off; before the kill ${before.unavailable} and ${before.disconnected}`,
    ),
    none('unexpected responses', [
      ...client.counts.unexpected,
      ...replicas.flatMap((replica) => replica.serverErrors()),
    ]),
  ];
}

function checkMoney(money: Awaited<ReturnType<typeof sumMoney>>): string[] {
  const { captured, kept, refundedSales, refundedPayments, refunded } = money;
  return [
    ...(captured === kept + refundedSales + refundedPayments ? [] : ['the money taken']),
    ...(refunded === refundedSales + refundedPayments ? [] : ['the money refunded']),
  ];
}

/** Reads the ledger again and again: what others can see, the synchronous standby has. */
function watchLedger(url: string) {
  const seen = new Map<string, string>();
  let stopped = false;
  const select = 'select id::text, to_jsonb(t)::text as row from ledger_transactions t';
  const readAll = () => query<{ id: string; row: string }>(url, select);
  const working = (async () => {
    while (!stopped) {
      const rows = await readAll().catch(() => []);
      for (const { id, row } of rows) seen.set(id, row);
      await sleep(100);
    }
  })();
  return {
    seen,
    stop: async () => {
      stopped = true;
      await working;
    },
    /** Ids of transactions that were seen, and are missing or different now. */
    findLost: async () => {
      const now = new Map((await readAll()).map(({ id, row }) => [id, row]));
      return [...seen].filter(([id, row]) => now.get(id) !== row).map(([id]) => id);
    },
  };
}
