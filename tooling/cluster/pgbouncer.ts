import { freePort } from '../../apps/api/test/free-port.ts';
import { query } from './patroni.ts';
import { findProgram } from './programs.ts';
import { type Workspace, waitUntil } from './workspace.ts';

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL on loopback. @returns the URL through it,
 * as the server's role.
 */
export async function startPgbouncer(workspace: Workspace, postgresPort: number): Promise<string> {
  const port = await freePort();
  const users = await workspace.write('users.txt', '"redial_app" ""\n"redial" ""\n');
  const file = await workspace.write(
    'pgbouncer.ini',
    [
      '[databases]',
      `* = host=127.0.0.1 port=${postgresPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 6',
    ].join('\n'),
  );
  workspace.start('pgbouncer', findProgram('pgbouncer'), [file]);
  const url = `postgresql://redial_app@127.0.0.1:${port}/redial`;
  await waitUntil('PgBouncer', 20, () => query(url, 'select 1').then(() => true));
  return url;
}
