import type { Socket } from 'node:net';
import pg from 'pg';

/** One connection that makes statements without waiting for the results of those before. */
export interface Pipeline {
  /** Statements under way. */
  readonly pending: number;
  /** Milliseconds since the last result, the first of them, or the connection was opened; 0 if there is none. */
  stalledMs(): number;
  query(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

/**
 * Opens a connection in the pipeline mode of PostgreSQL's protocol. All statements of an iteration of the
 * event loop are sent by one write, and each has its own result or error. A lost connection fails what is
 * under way; the next statement opens another.
 *
 * Only for statements that are mostly short, since each waits for those before it.
 *
 * @param onConnect checks each new connection.
 * @param onResult called after each statement with the milliseconds for which it kept those behind it waiting.
 */
export function openPipeline(
  config: pg.ClientConfig,
  onConnect: (client: pg.Client) => Promise<void>,
  onResult: (statement: pg.QueryConfig, ms: number) => void = () => undefined,
): Pipeline {
  let opened: Promise<pg.Client> | undefined;
  let ended = false;
  let pending = 0;
  let since = 0;

  function open(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    sendStatementsTogether(client);
    const opening = connect(client, onConnect).then((connected) => {
      since = performance.now();
      return connected;
    });
    const forget = () => {
      if (opened === opening) opened = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    return opening;
  }

  return {
    get pending() {
      return pending;
    },
    stalledMs: () => (pending === 0 ? 0 : performance.now() - since),
    query: async (statement, values) => {
      if (ended) throw new Error('the pipeline has ended');
      if (pending++ === 0) since = performance.now();
      try {
        opened ??= open();
        return await (await opened).query(statement, values);
      } finally {
        pending--;
        onResult(statement, performance.now() - since);
        since = performance.now();
      }
    },
    end: async () => {
      ended = true;
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  };
}

async function connect(
  client: pg.Client,
  onConnect: (client: pg.Client) => Promise<void>,
): Promise<pg.Client> {
  try {
    await client.connect();
    await onConnect(client);
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Makes a connection send all statements of an iteration of the event loop by one write. */
export function sendStatementsTogether(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let corked = false;
  client.query = ((...args: unknown[]) => {
    if (!corked) {
      corked = true;
      stream.cork();
      setImmediate(() => {
        corked = false;
        stream.uncork();
      });
    }
    return query(...args);
  }) as typeof client.query;
}
