import { createServer } from 'node:net';
import { ConfigError } from './config.ts';

/**
 * Checks early that the port is free.
 *
 * @throws ConfigError
 */
export async function requireFreePort({ host, port }: { host: string; port: number }) {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `PORT ${port} is used by another program: stop it, or choose another port, such as PORT=${port + 1}`,
      );
    }
    if (code === 'EACCES') throw new ConfigError(`PORT ${port} requires more privileges`);
    if (code === 'EADDRNOTAVAIL')
      throw new ConfigError(`HOST ${host} is not an address of this machine`);
    throw error;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
