import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { freePort } from '../free-port.ts';
import { audit, settle, sumMoney, verifyEmail } from './audit.ts';
import { createInstallation } from './installation.ts';
import { createJournal, type Fact } from './journal.ts';
import { type KillKind, killKinds, kills } from './kills.ts';
import { createRandom } from './random.ts';
import { createRecordingClient } from './recording-client.ts';
import { createTally, printReport } from './report.ts';
import { installGates } from './step-gates.ts';
import { openWebhookGate } from './webhook-gate.ts';
import { createWorkload } from './workload.ts';

const usage =
  'Usage: npm run crash -- [--minutes N | --kills N (of each kind)] [--seed N] [--keep]';
/** Number of concurrent clients. */
const concurrency = 8;
/** Seconds after a kill within which a write must be acknowledged again. */
const recoveryTimeoutSeconds = 240;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const [minutes, wanted, seed] = [
  Number(values.minutes ?? (values.kills ? Number.POSITIVE_INFINITY : 1)),
  Number(values.kills ?? Number.POSITIVE_INFINITY),
  Number(values.seed ?? Date.now() % 2 ** 31),
];
if (!(minutes > 0 && wanted > 0 && Number.isInteger(seed))) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-crash-'));
// If started by root, PostgreSQL runs as another user, who needs access.
await chmod(dataDir, 0o711);
const random = createRandom(seed);
const [port, gatePort] = [await freePort(), await freePort()];
const gate = await openWebhookGate({ port: gatePort, target: `http://127.0.0.1:${port}` });
const installation = createInstallation({ dataDir, port, publicUrl: gate.url });
const journal = createJournal();
const client = createRecordingClient({ address: installation.url, journal });
// A small image: this tests persistence, not resizing.
const small = sharp({ create: { width: 240, height: 240, channels: 3, background: '#456789' } });
const image = new Blob([new Uint8Array(await small.jpeg().toBuffer())], { type: 'image/jpeg' });
const trade = createWorkload({ client, journal, random, image });
const tally = createTally(seed, dataDir);

// `exit` handlers stop the installation.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130));
}

try {
  process.exitCode = (await runCrashes()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${installation.recentOutput()}\n`);
  throw error;
} finally {
  trade.stop();
  await installation.stop();
  await gate.close();
  if (!values.keep && process.exitCode === 0) await rm(dataDir, { recursive: true, force: true });
}

/** @returns whether nothing was lost and no check failed. */
async function runCrashes(): Promise<boolean> {
  await installation.start();
  await installGates(dataDir);
  const operator = await client.signUp('operator', 'buyer');
  if (operator) {
    await verifyEmail(dataDir, operator.email);
    installation.grantAdmin(operator.email);
    trade.admin = await client.signIn(operator);
  }
  const since = performance.now();
  const working = trade.run(concurrency);
  let seen = 0;
  while (performance.now() - since < minutes * 60_000 && tally.fewest() < wanted) {
    for (const kind of random.shuffled(killKinds)) {
      if (performance.now() - since >= minutes * 60_000) break;
      if (tally.countOf(kind) >= wanted) continue;
      await sleep(300 + random.integerBelow(1500));
      await crash(kind);
      tally.addFindings(await audit(dataDir, journal.facts));
      seen = await checkImageFiles(seen);
    }
  }
  trade.stop();
  await working;
  tally.addFindings({ lost: [], violations: await settle(dataDir) });
  tally.addFindings(await audit(dataDir, journal.facts));
  return printReport({
    tally,
    facts: journal.facts,
    counts: client.counts,
    failures: installation.serverErrors(),
    money: await sumMoney(dataDir),
    seconds: (performance.now() - since) / 1000,
  });
}

async function crash(kind: KillKind): Promise<void> {
  const killedAt: number | undefined | 'never' = await Promise.race([
    kills[kind]({ installation, dataDir, trade, gate, random }),
    sleep(recoveryTimeoutSeconds * 2000, 'never' as const, { ref: false }),
  ]);
  if (killedAt === 'never') throw new Error(`"${kind}" did not come about:\n${tally.summary()}`);
  const acknowledged = await Promise.race([
    journal.nextAcknowledgement(),
    sleep(recoveryTimeoutSeconds * 1000, undefined, { ref: false }),
  ]);
  if (acknowledged === undefined) {
    throw new Error(`Nothing was acknowledged for ${recoveryTimeoutSeconds} s after "${kind}"`);
  }
  if (killedAt !== undefined) tally.addRecovery(kind, performance.now() - killedAt);
}

/** Checks the files of images acknowledged since the last check. @returns the new position. */
async function checkImageFiles(from: number): Promise<number> {
  const to = journal.facts.length;
  const lost: Fact[] = [];
  for (const fact of journal.facts.slice(from, to)) {
    if (fact.kind !== 'image') continue;
    const url = `${installation.url}/images/${fact.id}-240.webp`;
    if (!(await isServed(url))) lost.push(fact);
  }
  tally.addFindings({ lost, violations: [] });
  return to;
}

/** Asks again while the server is overloaded or not reachable, for the time of a recovery at most. */
async function isServed(url: string): Promise<boolean> {
  const until = performance.now() + recoveryTimeoutSeconds * 1000;
  while (performance.now() < until) {
    const response = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
    if (response && response.status < 500) return response.ok;
    await sleep(200);
  }
  return false;
}
