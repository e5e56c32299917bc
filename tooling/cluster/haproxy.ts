import { connect } from 'node:net';
import { freePort } from '../../apps/api/test/free-port.ts';
import type { PatroniNode } from './patroni.ts';
import { findProgram } from './programs.ts';
import { type Workspace, waitUntil } from './workspace.ts';

/** Starts HAProxy in front of Patroni's nodes, leading to the primary. @returns its port. */
export const startPrimaryProxy = (workspace: Workspace, nodes: readonly PatroniNode[]) =>
  startHaproxy(workspace, 'haproxy-postgres', (port) => [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 10m',
    '  timeout server 10m',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(
      (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
    ),
  ]);

/** Starts HAProxy in front of replicas of Redial. @returns its port. */
export const startReplicaProxy = (workspace: Workspace, ports: readonly number[]) =>
  startHaproxy(workspace, 'haproxy-redial', (port) => [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    // Redial closes a connection that is unused for 5 s.
    '  timeout http-keep-alive 4s',
    '  option redispatch',
    '  retries 3',
    'listen redial',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    '  http-check expect status 200',
    '  option forwardfor',
    '  default-server inter 500ms fastinter 250ms fall 2 rise 1 pool-purge-delay 2s',
    ...ports.map((upstream) => `  server redial-${upstream} 127.0.0.1:${upstream} check`),
  ]);

async function startHaproxy(
  workspace: Workspace,
  name: string,
  toConfig: (port: number) => readonly string[],
): Promise<number> {
  const port = await freePort();
  const file = await workspace.write(`${name}.cfg`, `${toConfig(port).join('\n')}\n`);
  workspace.start(name, findProgram('haproxy'), ['-db', '-f', file]);
  await waitUntil(name, 10, () => canConnect(port));
  return port;
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return open;
}
