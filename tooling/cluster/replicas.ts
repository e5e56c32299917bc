import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInstallation, type Installation } from '../../apps/api/test/crash/installation.ts';
import { freePort } from '../../apps/api/test/free-port.ts';
import type { Workspace } from './workspace.ts';

export interface Replica extends Installation {
  readonly port: number;
}

/** Settings that several machines share. */
const shared = {
  SESSION_SECRET: 'cluster-test-session-secret-0123456789',
  IMEI_SECRET: 'cluster-test-imei-secret-0123456789',
};

/** Ports for so many replicas. */
export const findPorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort));

/** A directory for the pictures of all replicas, which is removed with the workspace. */
export async function createDataDir(workspace: Workspace): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-cluster-data-'));
  workspace.onClose(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/**
 * A replica of Redial that is not started yet. It is stopped with the workspace.
 *
 * @param publicUrl the URL of the load balancer.
 */
export function createReplica(
  workspace: Workspace,
  options: {
    port: number;
    publicUrl: string;
    dataDir: string;
    settings: Readonly<Record<string, string>>;
    /** Of another version. */
    root?: string;
  },
): Replica {
  const { port, publicUrl, dataDir, settings, root } = options;
  const installation = createInstallation({
    dataDir,
    port,
    publicUrl,
    settings: { ...shared, TRUSTED_PROXIES: '127.0.0.1', ...settings },
    ...(root ? { root } : {}),
  });
  workspace.onClose(() => installation.stop());
  return { ...installation, port };
}
