import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-error.ts';

/**
 * Stops the processes that a killed run left behind: an orphaned server, or the backends of a
 * killed server. Must be called with the lock held.
 *
 * PostgreSQL's lock file is removed only once no process uses the cluster: PostgreSQL refuses to
 * start if the process id in it has been reused by another program.
 */
export async function stopStaleProcesses(
  cluster: string,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const before = findProcesses(cluster);
  const server = before.find((pid) => pid === readServerPid(pidFile));
  if (server) {
    log(`Stopping the PostgreSQL server of an earlier run (process ${server})`);
  }
  // Fast shutdown first, then an immediate one. Backends without a server exit by themselves,
  // usually at once; the write-ahead log keeps the database consistent in any case.
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
      `Processes ${left.join(', ')} still use ${cluster} and cannot be stopped`,
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

/** PostgreSQL's processes are identified by their working directory, which is the cluster. */
function findProcesses(cluster: string): number[] {
  const dir = realpathSync(cluster);
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && readWorkingDir(name) === dir)
      .map(Number);
  }
  try {
    const listed = execFileSync('lsof', ['-a', '-d', 'cwd', '-c', 'postgres', '-Fpn'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed
      .split(/^p/m)
      .filter((entry) => entry.includes(`\nn${dir}\n`))
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
    // The process has exited in the meantime.
  }
}
