import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts';

/*
 * Runs what the Dockerfile puts into the image, without a container engine: collected from the build
 * of this tree, in a change root with its own read-only mounts, as the user of the image.
 */

const root = path.resolve(import.meta.dirname, '../..');
/** The image's own limit is 400 MB; its base, Debian without Node.js, has some 80 MB. */
const maxMegabytes = 400 - 80;
const isPossible = spawnSync('unshare', ['--mount', 'true']).status === 0;
let image: string;
let dockerfile: string;

/** Mounts the directories of the machine that Debian's base image has, and all of it read-only. */
const enter = `
set -eu
cd "$IMAGE"
mount --bind "$IMAGE" "$IMAGE"; cd "$IMAGE"
mkdir -p usr etc dev proc tmp
for one in bin lib lib64; do ln -sfn usr/$one $one; done
for one in usr etc dev proc; do mount --rbind /$one $one; done
mount --bind "$DATA" var/lib/redial
mount -t tmpfs tmpfs tmp
for one in usr etc .; do mount -o remount,bind,ro $one; done
cd /
exec chroot --userspec=1000:1000 "$IMAGE" /bin/sh -c 'cd /srv/redial; exec "$@"' sh "$@"
`;

beforeAll(async () => {
  if (!isPossible) return;
  const parent = await mkdtemp(path.join(tmpdir(), 'redial-image-'));
  image = path.join(parent, 'root');
  dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  await mkdir(path.join(image, 'opt'), { recursive: true });
  await mkdir(path.join(image, 'var/lib/redial'), { recursive: true });
  await chmod(parent, 0o755);
  execFileSync(process.execPath, ['tooling/image/collect.mjs', path.join(image, 'srv/redial')], {
    cwd: root,
  });
  await copyFile(process.execPath, path.join(image, 'opt/node'));
  return () => rm(parent, { recursive: true, force: true });
}, 120_000);

/** A command in the image, with the settings of its Dockerfile. */
async function start(command: string[], settings: Record<string, string>) {
  const data = await mkdtemp(path.join(tmpdir(), 'redial-image-data-'));
  await chown(data, 1000, 1000);
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const declared = [...dockerfile.matchAll(/^(?:ENV| {3}) (\w+)=(\S+)/gm)];
  const child = spawn('unshare', ['--mount', 'sh', '-c', enter, 'sh', ...command], {
    env: {
      PATH: process.env.PATH,
      IMAGE: image,
      DATA: data,
      ...Object.fromEntries(declared.map(([, name, value]) => [name, value])),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exited, output: () => output };
}

const command = (): string[] => {
  const [, json = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(json) as string[];
  return ['/opt/node', ...args];
};

/** PostgreSQL on a TCP port, as the settings of its URLs. */
async function startDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-image-database-'));
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const host = new URL(database.url).searchParams.get('host') ?? '';
  const socket = path.join(host, '.s.PGSQL.5432');
  const server = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const overTcp = (given: string) => {
    const { username, password, pathname } = new URL(given);
    return `postgresql://${username}:${password}@127.0.0.1:${portOf(server)}${pathname}`;
  };
  return {
    DATABASE_URL: overTcp(database.url),
    MIGRATION_DATABASE_URL: overTcp(database.ownerUrl),
  };
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  return String(port);
}

/** Settings with which it reaches no other machine; in production it would ask Stripe. */
const sandbox = {
  HOST: '127.0.0.1',
  NODE_ENV: 'test',
  DEMO: 'off',
  CARD_PAYMENTS: 'sandbox',
  ALLOW_SANDBOX_PAYMENTS: 'on',
};

const options = { timeout: 120_000 };

test.skipIf(!isPossible)('the image is smaller than 400 MB', options, () => {
  const size = execFileSync('du', ['-sm', image], { encoding: 'utf8' });
  expect(Number.parseInt(size, 10)).toBeGreaterThan(100);
  expect(Number.parseInt(size, 10)).toBeLessThan(maxMegabytes);
});

test.skipIf(!isPossible)(
  'without a database URL the image says what is missing',
  options,
  async () => {
    const { exited, output } = await start(command(), {
      ...sandbox,
      PORT: await findFreePort(),
    });
    expect(await exited).toBe(1);
    expect(output()).toMatch(/^Redial cannot start: .*: set DATABASE_URL to a PostgreSQL/m);
  },
);

test.skipIf(!isPossible)(
  'the image migrates, serves as its user from a read-only file system, and stops on SIGTERM',
  options,
  async () => {
    const settings = {
      ...sandbox,
      ...(await startDatabase()),
      PORT: await findFreePort(),
    };
    const migration = await start(['/opt/node', 'apps/server/build-commands/migrate.js'], settings);
    expect([await migration.exited, migration.output()]).toEqual([0, 'The database is migrated\n']);

    const server = await start(command(), settings);
    await expect
      .poll(() => server.output(), { timeout: 60_000, interval: 100 })
      .toContain('Redial is ready');
    const open = (url: string) => fetch(`http://127.0.0.1:${settings.PORT}${url}`);
    expect((await open('/readyz')).status).toBe(200);
    expect(await (await open('/')).text()).toContain('</html>');
    expect((await open('/docs/static/index.html')).status).toBe(200);
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
    expect(/^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t')).toEqual(Array(4).fill('1000'));

    const [, check = '[]'] =
      /^HEALTHCHECK[^[]*?CMD (\[.+\])$/m.exec(dockerfile.replaceAll('\\\n', '')) ?? [];
    const [, ...args] = JSON.parse(check) as string[];
    expect(await (await start(['/opt/node', ...args], settings)).exited).toBe(0);
    const write = `require('node:fs').writeFileSync('/srv/redial/apps/a', '')`;
    const written = await start(['/opt/node', '-e', write], settings);
    expect([await written.exited, written.output()]).toEqual([1, expect.stringContaining('EROFS')]);

    const packages = `await import('sharp'); await import('libheif-js/wasm-bundle.js')`;
    const loaded = await start(['/opt/node', '--input-type=module', '-e', packages], settings);
    expect([await loaded.exited, loaded.output()]).toEqual([0, '']);

    const admins = await start(
      ['/opt/node', 'apps/server/build-commands/admin.js', 'list'],
      settings,
    );
    expect([await admins.exited, admins.output()]).toEqual([0, expect.any(String)]);

    server.child.kill('SIGTERM');
    const stopped = await Promise.race([server.exited, sleep(20_000, 'late', { ref: false })]);
    expect(stopped).toBe(0);
    expect(await (await start(['/opt/node', ...args], settings)).exited).toBe(1);
  },
);
