import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-error.ts';

/**
 * Ends what a killed run left behind, so that the cluster can be opened: a server that nobody
 * watches any more, or the sessions of a killed server. To be called under the lock only.
 *
 * The lock files are removed only once no process works in the cluster: PostgreSQL would refuse to
 * start where their process number has meanwhile gone to some other program.
 */
export async function stopStaleProcesses(
  cluster: string,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const before = findProcesses(cluster);
  const server = before.find((pid) => pid === readServerPid(pidFile));
  if (server) {
    log(`A PostgreSQL server was left over by an earlier run (process ${server}): stopping it`);
  }
  // Fast shutdown first, then an immediate one. Sessions without a server end by themselves, mostly
  // at once; that the database is whole in any case is what its log is for.
  const steps = server
    ? ([
        ['SIGINT', [server], 10],
        ['SIGQUIT', [server], 5],
      ] as const)
    : ([[0, [], 1]] as const);
  for (const [signal, targets, seconds] of steps) {
    for (const pid of targets) kill(pid, signal);
    if (await waitForExit(cluster, seconds)) break;
  }
  for (const pid of findProcesses(cluster)) kill(pid, 'SIGKILL');
  await waitForExit(cluster, 5);
  const left = findProcesses(cluster);
  if (left.length > 0) {
    throw new EmbeddedPostgresError(
      `Processes ${left.join(', ')} still work in ${cluster} and cannot be ended`,
    );
  }
  rmSync(pidFile, { force: true });
}

function readServerPid(pidFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

async function waitForExit(cluster: string, seconds: number): Promise<boolean> {
  const until = Date.now() + seconds * 1000;
  while (findProcesses(cluster).length > 0) {
    if (Date.now() >= until) return false;
    await sleep(50);
  }
  return true;
}

/** PostgreSQL's processes have the cluster as their working folder; it is how they are told. */
function findProcesses(cluster: string): number[] {
  const folder = realpathSync(cluster);
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && readWorkingDir(name) === folder)
      .map(Number);
  }
  try {
    const listed = execFileSync('lsof', ['-a', '-d', 'cwd', '-c', 'postgres', '-Fpn'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed
      .split(/^p/m)
      .filter((entry) => entry.includes(`\nn${folder}\n`))
      .map((entry) => Number.parseInt(entry, 10));
  } catch {
    return [];
  }
}

function readWorkingDir(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function kill(pid: number, signal: NodeJS.Signals | 0): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime.
  }
}
