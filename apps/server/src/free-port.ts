import { createServer } from 'node:net';
import { ConfigError } from './config.ts';

/**
 * Makes sure that nobody else listens where Redial will, before anything long begins.
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
        `PORT ${port} is taken by another program: stop it, or choose another, such as PORT=${port + 1}`,
      );
    }
    if (code === 'EACCES') throw new ConfigError(`PORT ${port} may not be used by this user`);
    if (code === 'EADDRNOTAVAIL')
      throw new ConfigError(`HOST ${host} is no address of this machine`);
    throw error;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
