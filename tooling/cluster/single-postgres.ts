import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { binaries } from '../../apps/api/test/external-postgres.ts';
import { freePort } from '../../apps/api/test/free-port.ts';
import { query } from './patroni.ts';
import { findProgram } from './programs.ts';
import { type Workspace, waitUntil } from './workspace.ts';

/** Starts one PostgreSQL. @returns the settings with which Redial uses it. */
export async function startPostgres(workspace: Workspace) {
  const port = await freePort();
  const dir = await workspace.createDir('postgres');
  const initdb = ['-D', dir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'];
  execFileSync(path.join(binaries ?? '', 'initdb'), initdb, {
    ...workspace.user,
    cwd: workspace.home,
    stdio: 'pipe',
  });
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`];
  workspace.start('postgres', findProgram('postgres'), [
    ...['-D', dir],
    ...options.flatMap((option) => ['-c', option]),
  ]);
  const admin = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await waitUntil('PostgreSQL', 60, () => query(admin, 'select 1').then(() => true));
  await query(admin, 'create role redial login; create role redial_app login');
  await query(admin, "create database redial owner redial encoding 'UTF8' template template0");
  return {
    DATABASE_URL: `postgresql://redial_app@127.0.0.1:${port}/redial`,
    MIGRATION_DATABASE_URL: `postgresql://redial@127.0.0.1:${port}/redial`,
  };
}
