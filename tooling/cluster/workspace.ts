import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { idsOf } from '../../apps/api/test/external-postgres.ts';

/** A directory with the processes that work in it. Closing it leaves neither. */
export interface Workspace {
  readonly home: string;
  /** As whom its processes run: `postgres` if this process is root. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  /** Creates a directory for the processes. @returns its path. */
  createDir(name: string): Promise<string>;
  /** Writes a file for the processes. @returns its path. */
  write(name: string, text: string): Promise<string>;
  /** Starts a program. Its output goes to `NAME.log`. */
  start(name: string, program: string, args: readonly string[]): ChildProcess;
  /** The last lines of a process' output. */
  readLog(name: string): Promise<string>;
  /** Runs something when the workspace is closed, before its processes are ended; last first. */
  onClose(dispose: () => unknown): void;
  /** Ends everything and removes the directory. @returns processes that are still there. */
  close(): Promise<string[]>;
}

/** Milliseconds that a process has to stop before it is killed. */
const stopTimeoutMs = 10_000;

export async function createWorkspace(): Promise<Workspace> {
  const home = await mkdtemp(path.join(tmpdir(), 'redial-cluster-'));
  const user = process.getuid?.() === 0 ? idsOf('postgres') : {};
  const own = async (file: string, mode: number) => {
    if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid);
    await chmod(file, mode);
  };
  await own(home, 0o711);
  const started: ChildProcess[] = [];
  const disposers: (() => unknown)[] = [];

  // Should this process end in another way, nothing stays, either.
  const endAtExit = () => {
    for (const pid of listProcesses(home)) kill(pid);
    rmSync(home, { recursive: true, force: true });
  };
  process.on('exit', endAtExit);

  return {
    home,
    user,
    async createDir(name) {
      const dir = path.join(home, name);
      await mkdir(dir);
      await own(dir, 0o700);
      return dir;
    },
    async write(name, text) {
      const file = path.join(home, name);
      await writeFile(file, text);
      await own(file, 0o600);
      return file;
    },
    start(name, program, args) {
      const child = spawn(program, args, { ...user, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
      const log = createWriteStream(path.join(home, `${name}.log`), { flags: 'a' });
      for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
      started.push(child);
      return child;
    },
    readLog: async (name) =>
      (await readFile(path.join(home, `${name}.log`), 'utf8').catch(() => '')).slice(-3000),
    onClose: (dispose) => void disposers.push(dispose),
    async close() {
      for (const dispose of disposers.splice(0).reverse()) await dispose();
      await Promise.all(started.reverse().map(end));
      // PostgreSQL, which outlives a killed Patroni.
      for (const pid of listProcesses(home)) kill(pid);
      const left = await waitForNone(home);
      await rm(home, { recursive: true, force: true });
      process.off('exit', endAtExit);
      return left;
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  // One that is suspended does not stop.
  child.kill('SIGCONT');
  await Promise.race([gone, sleep(stopTimeoutMs, undefined, { ref: false })]);
  child.kill('SIGKILL');
  await gone;
}

/** Process ids of the programs that were started with a path in a directory. */
function listProcesses(home: string): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => line.includes(home))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid);
}

async function waitForNone(home: string): Promise<string[]> {
  for (let attempt = 0; attempt < 50 && listProcesses(home).length > 0; attempt++) await sleep(100);
  return listProcesses(home).map((pid) => `process ${pid}`);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Repeats a check until it is true. @throws after so many seconds, naming what was awaited. */
export async function waitUntil(
  what: string,
  seconds: number,
  isTrue: () => Promise<boolean>,
): Promise<void> {
  for (const until = performance.now() + seconds * 1000; ; await sleep(50)) {
    if (await isTrue().catch(() => false)) return;
    if (performance.now() > until) throw new Error(`${what}: not within ${seconds} s`);
  }
}
