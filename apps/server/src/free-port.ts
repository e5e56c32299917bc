import { connect } from 'node:net';
import { ConfigError } from './config.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Checks early that no other program listens on the port.
 *
 * Connects instead of listening for a moment: a load balancer that retries a restarting replica
 * would get its connection accepted and then closed.
 *
 * @throws ConfigError
 */
export async function requireFreePort({ host, port }: Address): Promise<void> {
  const socket = connect({ host: loopbackOf(host), port });
  const isUsed = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.setTimeout(2000, () => resolve(false));
  });
  socket.destroy();
  if (isUsed) throw portInUse(port);
}

/** Translates an error of `listen` that the operator can fix into a ConfigError. */
export function explainListenError(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return portInUse(port);
  if (code === 'EACCES') return new ConfigError(`PORT ${port} requires more privileges`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError(`HOST ${host} is not an address of this machine`);
  }
  return error;
}

const portInUse = (port: number) =>
  new ConfigError(
    `PORT ${port} is used by another program: stop it, or choose another port, such as PORT=${port + 1}`,
  );

/** The address to connect to for a server that listens on all addresses. */
function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
