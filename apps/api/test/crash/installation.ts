import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Seconds within which Redial must serve, even when it recovers on a machine that is busy. */
const patience = 240;

export interface Installation {
  /** Where it listens. */
  readonly address: string;
  /** Starts it and waits until it serves. @returns milliseconds. */
  start(): Promise<number>;
  /** Starts it and does not wait. */
  spawn(): void;
  killServer(): Promise<void>;
  /** Its workers, where it has several, that have not ended. */
  workers(): number[];
  /** Kills PostgreSQL's first process, which watches the others. */
  killDatabase(): void;
  /** Kills one process of PostgreSQL that serves a connection. @returns whether there was one. */
  killSession(choose: (sessions: readonly number[]) => number | undefined): boolean;
  /** Kills Redial and every process of PostgreSQL, as losing the machine would. */
  killAll(): Promise<void>;
  untilReady(): Promise<void>;
  /** As the operator does it. */
  grantAdmin(email: string): void;
  stop(): Promise<void>;
  /** The end of what it wrote. */
  lastWords(): string;
  /** What it logged of failures that are not put down to a database that is away. */
  failures(): readonly string[];
}

/**
 * Redial as a user runs it: its own process, with its own embedded PostgreSQL.
 *
 * @param options.settings more of them, as in the environment
 */
export function createInstallation(options: {
  dataDir: string;
  port: number;
  publicUrl: string;
  settings?: Readonly<Record<string, string>>;
}): Installation {
  const { dataDir, port, publicUrl, settings } = options;
  const address = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    DEMO: 'off',
    RATE_LIMIT_SCALE: '100000',
    NODE_COMPILE_CACHE: path.join(root, '.runtime/compiled'),
    ...settings,
  };
  const program = (script: string, ...args: string[]) => [
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'apps/server', script),
    ...args,
  ];
  let child: ChildProcess | undefined;
  let output = '';
  const failures: string[] = [];

  function begin(): void {
    const begun = spawn(process.execPath, program('build/main.js'), {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [begun.stdout, begun.stderr]) {
      createInterface(stream).on('line', (line) => {
        output = `${output}${line}\n`.slice(-20_000);
        if (line.includes('"code":"server.failed"')) failures.push(line);
      });
    }
    child = begun;
  }

  async function untilReady(): Promise<void> {
    const until = Date.now() + patience * 1000;
    while (!(await isReady(address))) {
      if (child && child.exitCode !== null) throw new Error(`Redial ended:\n${output}`);
      if (Date.now() > until) throw new Error(`Redial is not ready in ${patience} s:\n${output}`);
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
    address,
    spawn: begin,
    untilReady,
    killServer,
    workers: () =>
      childrenOf(child?.pid ?? Number.NaN)
        .filter(({ name }) => name.includes('main.js'))
        .map(({ pid }) => pid),
    killDatabase,
    async start() {
      const since = performance.now();
      begin();
      await untilReady();
      return performance.now() - since;
    },
    killSession(choose) {
      const session = choose(sessionsOf(postmasterOf(dataDir)));
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
      execFileSync(process.execPath, program('src/admin.ts', 'grant', email), { cwd: root, env });
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
    lastWords: () => output,
    failures: () => failures,
  };
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
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

/** Its processes that serve a connection name the client, which comes over the socket. */
const sessionsOf = (postmaster: number): number[] =>
  childrenOf(postmaster)
    .filter(({ name }) => name.includes('[local]'))
    .map(({ pid }) => pid);

function kill(pid: number): void {
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}
