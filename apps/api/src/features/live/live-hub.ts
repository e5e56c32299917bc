import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { LivePosition } from './read-events.ts';
import type { LiveSignals } from './signals.ts';

/** Seconds between two heartbeats of a stream. Proxies close connections that are idle for a minute. */
const heartbeatSeconds = 20;
/**
 * Bytes that may wait for a slow consumer, besides the buffers of the kernel; beyond, its stream is
 * dropped. It reconnects and resumes.
 */
export const maxBufferedBytes = 64 * 1024;
/** Streams of a person on one process: those of ten browsers, which share one among their tabs. */
export const maxStreamsPerUser = 10;
/** Streams on one process; measured with 10,000. */
const maxStreams = 20_000;
/** Users whose events are read in one query, and events that it returns at most. */
const usersPerQuery = 500;
const eventsPerQuery = 5000;
/** Milliseconds until a failed query is repeated. */
const retryMs = 1000;

interface Stream {
  readonly response: ServerResponse;
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Second of the heartbeat interval in which it gets its heartbeat. */
  readonly beat: number;
  /** Id of the last event that was sent; undefined until it is known where the stream begins. */
  lastId: number | undefined;
}

/** A stream that is sent events. */
type OpenStream = Stream & { lastId: number };

/** The open streams of this process. */
export interface LiveHub {
  /** Whether one more stream may be opened. */
  accepts(userId: string): 'yes' | 'too many of this user' | 'too many';
  /**
   * Adds a stream whose headers were sent.
   *
   * @param findPosition where its reader goes on.
   * @param endsAt when it ends at the latest.
   */
  add(
    userId: string,
    response: ServerResponse,
    options: { endsAt: Date; findPosition: () => Promise<LivePosition> },
  ): Promise<void>;
  /** The number of open streams. */
  size(): number;
  /** Ends all streams and accepts no more. */
  close(): Promise<void>;
}

interface EventRow extends Record<string, unknown> {
  readonly userId: string;
  readonly id: number;
  readonly type: string;
}

/**
 * Delivers stored events to the open streams of this process. A signal only says for whom there are
 * new ones: each stream is sent what follows the last event that it was sent, so signals may be lost,
 * repeated or reordered.
 */
export function createLiveHub({
  db,
  log,
  clock,
  signals,
}: Pick<Deps, 'db' | 'log' | 'clock'> & { signals: LiveSignals }): LiveHub {
  const streams = new Map<string, Set<Stream>>();
  /** Users whose events are to be read. */
  const due = new Set<string>();
  let count = 0;
  let isReading = false;
  let reading: Promise<void> | undefined;
  let closed = false;
  let second = 0;

  function request(userId: string): void {
    if (!streams.has(userId)) return;
    due.add(userId);
    if (isReading) return;
    isReading = true;
    reading = readDue();
  }

  /** Reads and sends until nothing is due; signals that arrive meanwhile share the next query. */
  async function readDue(): Promise<void> {
    // Deferred, so that signals of the same moment share the query.
    await new Promise((resolve) => setImmediate(resolve));
    while (due.size > 0 && !closed) {
      const users = [...due].slice(0, usersPerQuery);
      for (const userId of users) due.delete(userId);
      try {
        const rows = await queryEvents(users);
        send(rows);
        // There may be more.
        if (rows.length === eventsPerQuery) for (const userId of users) due.add(userId);
      } catch (error) {
        log.error({ err: error }, 'live events cannot be read');
        for (const userId of users) due.add(userId);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
    isReading = false;
  }

  async function queryEvents(users: readonly string[]): Promise<readonly EventRow[]> {
    const wanted = users.flatMap((userId) => {
      const lastIds = openOf(userId).map(({ lastId }) => lastId);
      return lastIds.length > 0 ? [{ userId, after: Math.min(...lastIds) }] : [];
    });
    if (wanted.length === 0) return [];
    const { rows } = await db.execute<EventRow & { id: string }>(sql`
      select e.user_id as "userId", e.id, e.type
      from unnest(${sql.param(wanted.map(({ userId }) => userId))}::uuid[],
        ${sql.param(wanted.map((one) => one.after))}::bigint[]) as wanted (user_id, after)
      join live_events e on e.user_id = wanted.user_id and e.id > wanted.after
      order by e.user_id, e.id limit ${eventsPerQuery}`);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }

  const openOf = (userId: string): readonly OpenStream[] =>
    [...(streams.get(userId) ?? [])].filter(
      (stream): stream is OpenStream => stream.lastId !== undefined,
    );

  function send(rows: readonly EventRow[]): void {
    for (const { userId, id, type } of rows) {
      const text = `id: ${id}\nevent: ${type}\ndata: {}\n\n`;
      for (const stream of openOf(userId)) {
        if (id <= stream.lastId) continue;
        stream.lastId = id;
        write(stream, text);
      }
    }
  }

  function write({ response }: Stream, text: string): void {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > maxBufferedBytes) response.destroy();
  }

  function remove(userId: string, stream: Stream): void {
    const own = streams.get(userId);
    if (!own?.delete(stream)) return;
    count--;
    if (own.size === 0) streams.delete(userId);
  }

  /** Once a second: heartbeats for a part of the streams, and the end of those whose time is up. */
  function tick(): void {
    second = (second + 1) % heartbeatSeconds;
    const now = clock.now().getTime();
    for (const own of streams.values()) {
      for (const stream of own) {
        if (now >= stream.endsAt) stream.response.end();
        else if (stream.beat === second) write(stream, ':\n\n');
      }
    }
  }

  const ticking = setInterval(tick, 1000).unref();
  signals.start({
    onUser: request,
    onGap: () => {
      for (const userId of streams.keys()) request(userId);
    },
  });

  return {
    accepts: (userId) => {
      if (closed || count >= maxStreams) return 'too many';
      return (streams.get(userId)?.size ?? 0) < maxStreamsPerUser ? 'yes' : 'too many of this user';
    },
    add: async (userId, response, { endsAt, findPosition }) => {
      // The client has disconnected: no `close` follows that would remove the stream.
      if (response.destroyed) return;
      const stream: Stream = {
        response,
        endsAt: endsAt.getTime(),
        beat: count % heartbeatSeconds,
        lastId: undefined,
      };
      const own = streams.get(userId) ?? new Set();
      streams.set(userId, own.add(stream));
      count++;
      response.once('close', () => remove(userId, stream));
      try {
        const { lastId, missed } = await findPosition();
        write(stream, `retry: 2000\nid: ${lastId}\nevent: ready\ndata: {"missed":${missed}}\n\n`);
        stream.lastId = lastId;
        // Events from before the stream, or from while it was being opened.
        request(userId);
      } catch (error) {
        log.error({ err: error }, 'a live stream cannot be opened');
        response.destroy();
      }
    },
    size: () => count,
    close: async () => {
      closed = true;
      clearInterval(ticking);
      for (const own of streams.values()) for (const { response } of own) response.end();
      await signals.close();
      await reading;
    },
  };
}
