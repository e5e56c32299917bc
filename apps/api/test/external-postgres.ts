import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

const dir = '/usr/lib/postgresql';
const newest = existsSync(dir) ? readdirSync(dir).sort().at(-1) : undefined;
/** The directory of the newest PostgreSQL's programs. */
export const binaries = newest && path.join(dir, newest, 'bin');
const bouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);

/** Missing Debian packages that these tests need; empty if all are installed. */
export const missingPackages = [
  ...(binaries && existsSync(path.join(binaries, 'initdb')) ? [] : ['postgresql']),
  ...(bouncer ? [] : ['pgbouncer']),
  ...(existsSync('/usr/bin/openssl') ? [] : ['openssl']),
].join(', ');

/**
 * Starts Debian's PostgreSQL, reachable over TCP with TLS only, behind PgBouncer in transaction
 * mode. Neither runs as root.
 */
export async function startExternalPostgres() {
  const home = await mkdtemp(path.join(tmpdir(), 'redial-outside-'));
  const user = process.getuid?.() === 0 ? idsOf('postgres') : {};
  if (user.uid !== undefined && user.gid !== undefined) {
    await chmod(home, 0o711);
    await chown(home, user.uid, user.gid);
  }
  const [port, proxyPort] = await Promise.all([freePort(), freePort()]);
  const data = path.join(home, 'data');
  const at = (name: string) => path.join(home, name);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { ...user, cwd: home, stdio: 'pipe' });

  run(
    '/usr/bin/openssl',
    ...'req -new -x509 -days 2 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(
      ' ',
    ),
    ...['-keyout', at('key.pem'), '-out', at('cert.pem')],
  );
  run(path.join(binaries ?? '', 'initdb'), '-D', data, '-U', 'redial', '-A', 'trust', '-E', 'UTF8');
  await writeFile(
    path.join(data, 'pg_hba.conf'),
    'local all all trust\nhostssl all all 127.0.0.1/32 trust\n',
  );
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    ssl: 'on',
    ssl_cert_file: at('cert.pem'),
    ssl_key_file: at('key.pem'),
    fsync: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(binaries ?? '', 'postgres'), ['-D', data, ...options], {
    ...user,
    stdio: 'ignore',
  });
  const direct = `postgresql://redial@localhost:${port}/redial`;
  const bySocket = { host: home, port, user: 'redial' };
  await waitUntilReachable({ ...bySocket, database: 'postgres' });
  const client = new pg.Client({ ...bySocket, database: 'postgres' });
  await client.connect();
  await client.query('create database redial');
  await client.end();

  await writeFile(at('users.txt'), '"redial" ""\n');
  await writeFile(
    at('pgbouncer.ini'),
    `[databases]
* = host=${home} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${proxyPort}
unix_socket_dir =
auth_type = trust
auth_file = ${at('users.txt')}
pool_mode = transaction
default_pool_size = 6
`,
  );
  const pooled = `postgresql://redial@127.0.0.1:${proxyPort}/redial`;
  let proxy: ChildProcess | undefined;
  async function startProxy(): Promise<void> {
    proxy = spawn(bouncer ?? '', ['-q', at('pgbouncer.ini')], { ...user, stdio: 'ignore' });
    await waitUntilReachable({ connectionString: pooled });
  }
  await startProxy();

  return {
    direct,
    pooled,
    /** The server's self-signed certificate. */
    certificate: at('cert.pem'),
    startProxy,
    /** Suspends and resumes the proxy process. */
    pauseProxy: () => proxy?.kill('SIGSTOP'),
    resumeProxy: () => proxy?.kill('SIGCONT'),
    /** Closes every connection through the proxy and stops it. */
    stopProxy: () => end(proxy, 'SIGKILL'),
    async close() {
      await end(proxy, 'SIGKILL');
      await end(server, 'SIGINT');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

export async function waitUntilReachable(config: pg.ClientConfig): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(config);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export const idsOf = (name: string): { uid?: number; gid?: number } => {
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
};
