import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RecordedResponse } from './baseline-server.ts';
import { connectionConfig } from './database.ts';
import type { LoadResult, LoadSpec } from './load.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Writes a temporary JSON file for the duration of the callback. */
async function withTemporaryFile<T>(
  content: unknown,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const file = path.join(tmpdir(), `redial-bench-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(content));
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Runs load in a separate process. */
export const runLoad = (load: LoadSpec): Promise<LoadResult> =>
  withTemporaryFile(load, async (file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program('load.ts'), file], {
      maxBuffer: 2 ** 24,
    });
    return JSON.parse(stdout) as LoadResult;
  });

export interface BaselineServer {
  readonly url: string;
  stop(): void;
}

/** Starts the baseline server with recorded responses. */
export const startBaselineServer = (
  recorded: readonly RecordedResponse[],
): Promise<BaselineServer> =>
  withTemporaryFile(recorded, async (file) => {
    const child = spawn(process.execPath, [program('baseline-server.ts'), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = await once(child.stdout, 'data');
    return { url: `http://127.0.0.1:${Number(port)}`, stop: () => void child.kill() };
  });

/** Starts the floor of computed responses (`floor-server.ts`) on the database of a running Redial. */
export async function startFloorServer(dataDir: string): Promise<BaselineServer> {
  const config = JSON.stringify(await connectionConfig(dataDir));
  const child = spawn(process.execPath, [program('floor-server.ts'), config], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}`, stop: () => void child.kill() };
}

/** Signs the tokens that the benchmark issues itself. */
export const sessionSecret = 'a secret of the benchmark, long enough to sign with';

export interface Server {
  readonly url: string;
  readonly dataDir: string;
  /** Milliseconds from the start to the first page. */
  readonly firstResponseMs: number;
  /** Megabytes of the largest server process, without the database. */
  memory(): Promise<number>;
  /** Seconds of CPU time of all server processes, without the database. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts Redial as `npm start` does and waits for its first page. */
export async function startRedial(
  dataDir: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const url = `http://127.0.0.1:${port}`;
  const since = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'tooling/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      // All load comes from one IP address, and each buyer places many orders.
      RATE_LIMIT_SCALE: '1000000',
      ORDER_HOLD_MAX: '1000',
      SESSION_SECRET: sessionSecret,
      ...environment,
    },
  });
  process.once('exit', () => child.kill('SIGTERM'));
  while (!(await isReachable(url))) {
    if (child.exitCode !== null) throw new Error('Redial does not start; see above');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    dataDir,
    firstResponseMs: performance.now() - since,
    memory: async () =>
      Math.max(...(await serverProcesses(child)).map(({ megabytes }) => megabytes)),
    cpuSeconds: async () =>
      (await serverProcesses(child)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const isReachable = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  );

/** The server processes below the one that was started: resident memory and CPU time. */
async function serverProcesses({ pid }: ChildProcess) {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,rss=,time=,args=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [own, parent, rss, time = '', ...args] = line.trim().split(/\s+/);
      // `ps` reports units of 1,024 bytes.
      const megabytes = (Number(rss) * 1024) / 1e6;
      const started = { pid: Number(own), parent: Number(parent), args: args.join(' ') };
      return { ...started, megabytes, cpuSeconds: readCpuSeconds(Number(own), time) };
    });
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of processes) if (family.has(one.parent)) family.add(one.pid);
  }
  return processes.filter(
    (one) => family.has(one.pid) && one.args.includes('apps/server/build/main.js'),
  );
}

/** From `/proc`, to a hundredth of a second; elsewhere from `ps`, which may report whole seconds. */
function readCpuSeconds(pid: number, time: string): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) {
    return time.split(/[-:]/).reduce((sum, part) => 60 * sum + Number(part), 0);
  }
  // After the name in parentheses: the 14th and 15th field of the line.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
