import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect } from './database.ts';
import { createPeople } from './people.ts';
import { runLoad, type Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** Streams that are opened at a time. */
const openedAtOnce = 100;
const messagesPerSecond = 200;

interface Reader {
  readonly userId: string;
  /** Called with the id of each event, and the time at which it arrived. */
  onEvent: (id: number, at: number) => void;
  close(): void;
}

/**
 * Live updates: memory of a process with many idle streams, how long a message takes from the statement
 * that publishes it to its reader, at 200 a second to random readers, and how long pages take meanwhile.
 */
export async function liveRows(
  server: Server,
  { streams, seconds }: { streams: number; seconds: number },
): Promise<ResultRow[]> {
  const database = await connect(server.dataDir);
  const before = await server.memory();
  const readers: Reader[] = [];
  try {
    const people = await createPeople(server, database, { count: streams, role: 'buyer' });
    const alone = await measurePages(server, seconds / 2);
    for (let n = 0; n < streams; n += openedAtOnce) {
      const opened = people.slice(n, n + openedAtOnce);
      readers.push(...(await Promise.all(opened.map((one) => openStream(server.url, one)))));
    }
    // Heartbeats, and the collection of what opening has left behind.
    await sleep(25_000);
    const after = await server.memory();
    const [{ delays, lost }, beside] = await Promise.all([
      sendMessages(database, readers, seconds),
      measurePages(server, seconds / 2),
    ]);
    const sorted = delays.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    const perStream = ((after - before) * 1000) / streams;
    const ratio = beside / alone;
    const messages: ResultRow = {
      name: `live updates: ${readers.length} idle streams, ${messagesPerSecond} messages per second`,
      measured: `${round(after, 0)} MB (${round(perStream, 1)} kB per stream); p99 ${round(p99, 0)} ms, p50 ${round(median(sorted), 0)} ms, ${lost} lost`,
      target: 'p99 below 250 ms, none lost',
      met: p99 < 250 && lost === 0,
      figures: { before, after, perStream, p99, p50: median(sorted), lost, sent: delays.length },
    };
    const pages: ResultRow = {
      name: `home page beside ${readers.length} streams and ${messagesPerSecond} messages per second`,
      measured: `${round(ratio)} times the time: ${round(beside)} ms, ${round(alone)} ms without streams`,
      target: 'at most 1.2 times the time',
      met: ratio <= 1.2,
      figures: { alone, beside },
    };
    return [messages, pages];
  } finally {
    for (const reader of readers) reader.close();
    await database.end();
  }
}

/** Rounds of requests, of which the median counts. */
const pageRounds = 5;

/**
 * How long the home page takes, in milliseconds: requested by one connection that waits for each response,
 * as other load would only measure the queue.
 *
 * @param seconds of all rounds together.
 */
async function measurePages({ url }: Server, seconds: number): Promise<number> {
  const load = { url, paths: ['/'], connections: 1, seconds: Math.ceil(seconds / pageRounds) };
  const times: number[] = [];
  while (times.length < pageRounds) {
    const { perSecond, failed } = await runLoad(load);
    if (failed > 0) throw new Error(`${failed} pages failed`);
    times.push(1000 / perSecond);
  }
  return median(times);
}

/**
 * Opens a stream and waits until it begins. When the server ends it, as it does after some minutes, the
 * reader goes on after the last event.
 */
function openStream(
  url: string,
  { userId, token }: { userId: string; token: string },
): Promise<Reader> {
  return new Promise((resolve, reject) => {
    let closed = false;
    let lastId: number | undefined;
    let request: http.ClientRequest | undefined;
    const reader: Reader = {
      userId,
      onEvent: () => undefined,
      close: () => {
        closed = true;
        request?.destroy();
      },
    };
    const open = () => {
      const headers = {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      };
      request = http.get(`${url}/api/events`, { agent: false, headers }, (response) => {
        const { statusCode = 0 } = response;
        if (statusCode >= 400 && statusCode < 500) reject(new Error(`status ${statusCode}`));
        let text = '';
        response.setEncoding('utf8');
        response.on('error', () => undefined);
        response.on('close', () => closed || setTimeout(open, 1000 * Math.random()));
        response.on('data', (chunk: string) => {
          const at = performance.now();
          const blocks = (text + chunk).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const id = /^id: (\d+)$/m.exec(block)?.[1];
            if (id === undefined) continue;
            lastId = Number(id);
            if (block.includes('event: ready')) resolve(reader);
            else reader.onEvent(lastId, at);
          }
        });
      });
      request.on('error', (error) => {
        reject(error);
        if (!closed) setTimeout(open, 1000 * Math.random());
      });
    };
    open();
  });
}

/** Publishes to random readers at a constant rate and measures how long each message takes. */
async function sendMessages(database: pg.Client, readers: readonly Reader[], seconds: number) {
  const sentAt = new Map<string, number>();
  const arrivedAt = new Map<string, number>();
  const delays: number[] = [];
  for (const reader of readers) {
    reader.onEvent = (id, at) => {
      const key = `${reader.userId} ${id}`;
      const since = sentAt.get(key);
      if (since === undefined) arrivedAt.set(key, at);
      else delays.push(at - since);
    };
  }
  const startedAt = performance.now();
  const total = messagesPerSecond * seconds;
  for (let n = 0; n < total; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / messagesPerSecond - performance.now()));
    const { userId = '' } = readers[Math.floor(Math.random() * readers.length)] ?? {};
    const since = performance.now();
    // As `publishLive` does.
    const { rows } = await database.query<{ id: string }>(
      `with cursors as (
        insert into live_cursors as cursor (user_id, last_id) values ($1, 1)
        on conflict (user_id) do update set last_id = cursor.last_id + 1 returning user_id, last_id
      ), events as (
        insert into live_events (user_id, id, type)
        select user_id, last_id, 'notifications.changed' from cursors returning user_id, id
      )
      select id, pg_notify('redial_live', user_id::text) from events`,
      [userId],
    );
    const key = `${userId} ${rows[0]?.id}`;
    const early = arrivedAt.get(key);
    // The event can be faster than the response to the statement.
    if (early === undefined) sentAt.set(key, since);
    else delays.push(early - since);
  }
  await sleep(2000);
  return { delays, lost: total - delays.length };
}
