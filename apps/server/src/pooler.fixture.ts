import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What PgBouncer accepts of a client that connects. */
const accepted = new Set(['user', 'database', 'application_name', 'client_encoding']);

/**
 * Starts a proxy of a PostgreSQL that refuses startup settings as PgBouncer does in transaction mode.
 *
 * @param databaseUrl leads to the server by its socket.
 * @returns the same URL through the proxy.
 */
export async function startPooler(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const socket = `${url.searchParams.get('host')}/.s.PGSQL.${url.port || 5432}`;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (startup: Buffer) => {
      const refused = readNames(startup).find((name) => !accepted.has(name));
      if (refused) {
        client.end(fatal(`unsupported startup parameter: ${refused}`));
        return;
      }
      const upstream = connect(socket);
      join(client, upstream);
      upstream.write(startup);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => void server.close() };
}

/** The names of the parameters of a startup message: after length and version, names and values in turn. */
const readNames = (startup: Buffer): string[] =>
  startup
    .toString('utf8', 8)
    .split('\0')
    .filter((name, index) => index % 2 === 0 && name !== '');

/** An error message of PostgreSQL's protocol. */
function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

function join(client: Socket, upstream: Socket): void {
  upstream.on('error', () => client.destroy());
  client.pipe(upstream).pipe(client);
}
