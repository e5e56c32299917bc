import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binaries, idsOf, waitUntilReachable } from './external-postgres.ts';
import { freePort } from './free-port.ts';
import { withClient } from './test-database.ts';

interface PostgresServer {
  /** As the superuser. */
  readonly url: string;
  /** Suspends and resumes all of its processes. */
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts Debian's PostgreSQL with a standby that streams from it, both on loopback. */
export async function startWithStandby() {
  const home = await mkdtemp(path.join(tmpdir(), 'redial-standby-'));
  const user = process.getuid?.() === 0 ? idsOf('postgres') : {};
  if (user.uid !== undefined && user.gid !== undefined) {
    await chmod(home, 0o711);
    await chown(home, user.uid, user.gid);
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(binaries ?? '', program), args, { ...user, cwd: home, stdio: 'pipe' });
  const servers: PostgresServer[] = [];

  async function serve(dir: string): Promise<PostgresServer> {
    const port = await freePort();
    const url = `postgresql://redial@127.0.0.1:${port}/postgres`;
    let child: ChildProcess | undefined;
    const signalAll = (signal: NodeJS.Signals) => {
      const parent = `${child?.pid}`;
      const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', parent, '--pid', parent]);
      for (const pid of String(pids).trim().split(/\s+/)) process.kill(Number(pid), signal);
    };
    const server: PostgresServer = {
      url,
      pause: () => signalAll('SIGSTOP'),
      resume: () => signalAll('SIGCONT'),
      kill: async () => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
      start: async () => {
        const options = [`port=${port}`, `unix_socket_directories=${home}`, 'fsync=off'];
        child = spawn(
          path.join(binaries ?? '', 'postgres'),
          ['-D', dir, ...options.flatMap((option) => ['-c', option])],
          { ...user, stdio: 'ignore' },
        );
        await waitUntilReachable({ connectionString: url });
      },
    };
    servers.push(server);
    await server.start();
    return server;
  }

  const at = (name: string) => path.join(home, name);
  run('initdb', '-D', at('primary'), '-U', 'redial', '-A', 'trust', '-E', 'UTF8');
  const primary = await serve(at('primary'));
  await withClient(primary.url, (client) => client.query('create table notes (n int)'));
  run('pg_basebackup', '-d', primary.url, '-D', at('standby'), '-R', '-X', 'stream', '-c', 'fast');
  const standby = await serve(at('standby'));

  return {
    primary,
    standby,
    /** Copies the standby's files while it is stopped. */
    copyStandby: () => void execFileSync('cp', ['-a', at('standby'), at('copy')], user),
    /** Replaces the standby's files, as by an old backup, from where it streams no further. */
    async putCopyBack() {
      await rm(at('standby'), { recursive: true });
      execFileSync('cp', ['-a', at('copy'), at('standby')], user);
      await appendFile(path.join(at('standby'), 'postgresql.auto.conf'), "primary_conninfo = ''\n");
    },
    async close() {
      for (const server of servers.reverse()) {
        await server.kill();
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}
