import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const projectRoot = path.resolve(import.meta.dirname, '../../../..');

/** Seconds within which Redial must serve, including crash recovery on a busy machine. */
const startTimeoutSeconds = 240;

export interface Installation {
  /** The base URL. */
  readonly url: string;
  /** Starts it and waits until it serves. @returns milliseconds. */
  start(): Promise<number>;
  /** Starts it without waiting. */
  spawn(): void;
  killServer(): Promise<void>;
  /** Process ids of its running workers, if it has several. */
  workerPids(): number[];
  /** Kills the PostgreSQL postmaster. */
  killDatabase(): void;
  /** Kills one PostgreSQL backend. @returns whether there was one. */
  killBackend(choose: (sessions: readonly number[]) => number | undefined): boolean;
  /** Kills Redial and every PostgreSQL process, like a power failure of the machine. */
  killAll(): Promise<void>;
  waitUntilReady(): Promise<void>;
  /** Runs the admin command line. */
  grantAdmin(email: string): void;
  stop(): Promise<void>;
  /** The last part of its output. */
  recentOutput(): string;
  /** Logged server errors that are not caused by an unavailable database. */
  serverErrors(): readonly string[];
}

/**
 * Runs Redial as an operator does: a separate process with its own embedded PostgreSQL.
 *
 * @param options.settings additional environment variables
 * @param options.root the directory of another version of the project
 * @param options.script of the server, relative to `apps/server`
 */
export function createInstallation(options: {
  dataDir: string;
  port: number;
  publicUrl: string;
  settings?: Readonly<Record<string, string>>;
  root?: string;
  script?: string;
}): Installation {
  const { dataDir, port, publicUrl, settings, root = projectRoot } = options;
  const { script = 'build/main.js' } = options;
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    DEMO: 'off',
    CARD_PAYMENTS: 'sandbox',
    ALLOW_SANDBOX_PAYMENTS: 'on',
    RATE_LIMIT_SCALE: '100000',
    NODE_COMPILE_CACHE: path.join(root, '.runtime/compiled'),
    ...settings,
  };
  const nodeArgs = (script: string, ...args: string[]) => [
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'apps/server', script),
    ...args,
  ];
  let child: ChildProcess | undefined;
  let output = '';
  const failures: string[] = [];

  function spawnServer(): void {
    const started = spawn(process.execPath, nodeArgs(script), {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      createInterface(stream).on('line', (line) => {
        output = `${output}${line}\n`.slice(-20_000);
        if (line.includes('"code":"server.internal"')) failures.push(line);
      });
    }
    child = started;
    const killAtExit = () => started.kill('SIGTERM');
    process.on('exit', killAtExit);
    started.once('exit', () => process.off('exit', killAtExit));
  }

  async function waitUntilReady(): Promise<void> {
    const until = Date.now() + startTimeoutSeconds * 1000;
    while (!(await isReady(url))) {
      if (child && child.exitCode !== null) throw new Error(`Redial ended:\n${output}`);
      if (Date.now() > until)
        throw new Error(`Redial is not ready in ${startTimeoutSeconds} s:\n${output}`);
      await sleep(20);
    }
  }

  async function killServer(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  const killDatabase = () => kill(postmasterOf(dataDir));
  return {
    url,
    spawn: spawnServer,
    waitUntilReady,
    killServer,
    workerPids: () =>
      childrenOf(child?.pid ?? Number.NaN)
        .filter(({ name }) => name.includes('main.js'))
        .map(({ pid }) => pid),
    killDatabase,
    async start() {
      const since = performance.now();
      spawnServer();
      await waitUntilReady();
      return performance.now() - since;
    },
    killBackend(choose) {
      const session = choose(backendsOf(postmasterOf(dataDir)));
      if (session !== undefined) kill(session);
      return session !== undefined;
    },
    async killAll() {
      const database = postmasterOf(dataDir);
      const others = childrenOf(database).map(({ pid }) => pid);
      const gone = killServer();
      for (const pid of [database, ...others]) kill(pid);
      await gone;
    },
    grantAdmin: (email) => {
      execFileSync(process.execPath, nodeArgs('build-commands/admin.js', 'grant', email), {
        cwd: root,
        env,
      });
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
    recentOutput: () => output,
    serverErrors: () => failures,
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

function postmasterOf(dataDir: string): number {
  try {
    return Number.parseInt(
      readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'),
      10,
    );
  } catch {
    return Number.NaN;
  }
}

function childrenOf(parent: number): { pid: number; name: string }[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)]
    .filter(([, , ppid]) => Number(ppid) === parent)
    .map(([, pid, , name = '']) => ({ pid: Number(pid), name }));
}

/** Backends have the client's address in their title, which is `[local]` for the socket. */
const backendsOf = (postmaster: number): number[] =>
  childrenOf(postmaster)
    .filter(({ name }) => name.includes('[local]'))
    .map(({ pid }) => pid);

function kill(pid: number): void {
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
