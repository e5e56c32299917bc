import pg from 'pg';

export interface Snapshots {
  /**
   * Names what a reader of the database sees, at some moment after this was called: equal names see
   * the same rows (see docs/decisions). Undefined where the database does not answer.
   */
  read(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Milliseconds after which the database counts as not answering. */
const patience = 2000;

/**
 * Reads the database's snapshot on a connection of its own. All who ask before a query is sent share
 * its answer, and who asks later waits for the next one: thousands of requests a second cost some
 * hundred queries.
 *
 * @param options.onLost called when the connection is gone, before anyone is told a later snapshot: the
 *   database may have been restarted, and after a crash it may use a snapshot's name a second time.
 */
export function readSnapshots(options: {
  connectionString: string;
  onLost: () => void;
  onError: (error: Error, what: string) => void;
}): Snapshots {
  const { connectionString, onLost, onError } = options;
  let client: Promise<pg.Client> | undefined;
  let asking = false;
  let closed = false;
  let next: PromiseWithResolvers<string | undefined> | undefined;

  function drop(lost: Promise<pg.Client>): void {
    if (client !== lost) return;
    client = undefined;
    onLost();
    lost.then((one) => one.end()).catch(() => undefined);
  }

  function connection(): Promise<pg.Client> {
    if (client) return client;
    const one = new pg.Client({
      connectionString,
      application_name: 'redial-snapshots',
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    const opened = one.connect().then(() => one);
    client = opened;
    one.on('error', () => drop(opened));
    one.on('end', () => drop(opened));
    return opened;
  }

  async function ask(): Promise<string | undefined> {
    const used = connection();
    try {
      const { rows } = await (await used).query<{ snapshot: string }>({
        name: 'snapshot',
        text: 'select pg_current_snapshot()::text as snapshot',
      });
      return client === used ? rows[0]?.snapshot : undefined;
    } catch (error) {
      drop(used);
      if (!closed) onError(error as Error, 'the snapshot connection was lost');
      return undefined;
    }
  }

  async function answerThoseWaiting(): Promise<void> {
    while (next) {
      const { resolve } = next;
      next = undefined;
      resolve(closed ? undefined : await ask());
    }
    asking = false;
  }

  return {
    read: () => {
      next ??= Promise.withResolvers();
      if (!asking) {
        asking = true;
        // Not at once: who arrives in the same turn of the event loop asks along.
        setImmediate(() => void answerThoseWaiting());
      }
      return next.promise;
    },
    close: async () => {
      closed = true;
      const last = client;
      client = undefined;
      await last?.then((one) => one.end()).catch(() => undefined);
    },
  };
}
