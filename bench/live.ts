import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { benchMailDomain } from './catalogue.ts';
import { connect } from './database.ts';
import { type Server, sessionSecret } from './processes.ts';
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
 * Live updates: memory of a process with many idle streams, and how long a message takes from the
 * statement that publishes it to its reader, at 200 a second to random readers.
 */
export async function liveRow(
  server: Server,
  { streams, seconds }: { streams: number; seconds: number },
): Promise<ResultRow> {
  const database = await connect(server.dataDir);
  const before = await server.memory();
  const readers: Reader[] = [];
  try {
    const people = await createPeople(server, database, streams);
    for (let n = 0; n < streams; n += openedAtOnce) {
      const opened = people.slice(n, n + openedAtOnce);
      readers.push(...(await Promise.all(opened.map((one) => openStream(server.url, one)))));
    }
    // Heartbeats, and the collection of what opening has left behind.
    await sleep(25_000);
    const after = await server.memory();
    const { delays, lost } = await sendMessages(database, readers, seconds);
    const sorted = delays.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    const perStream = ((after - before) * 1000) / streams;
    return {
      name: `live updates: ${readers.length} idle streams, ${messagesPerSecond} messages per second`,
      measured: `${round(after, 0)} MB (${round(perStream, 1)} kB per stream); p99 ${round(p99, 0)} ms, p50 ${round(median(sorted), 0)} ms, ${lost} lost`,
      target: 'p99 below 250 ms, none lost',
      met: p99 < 250 && lost === 0,
      figures: { before, after, perStream, p99, p50: median(sorted), lost, sent: delays.length },
    };
  } finally {
    for (const reader of readers) reader.close();
    await database.end();
  }
}

/** Creates people who are signed in, each with a token as the server issues them. */
async function createPeople(
  { url }: Server,
  database: pg.Client,
  count: number,
): Promise<readonly { userId: string; token: string }[]> {
  const run = randomUUID().slice(0, 8);
  await database.query(
    `with people as (
      select 'live-' || $1 || '-' || n as uid, 'live-' || $1 || '-' || n || '@' || $2 as email
      from generate_series(1, $3::int) as n
    ), accounts as (
      insert into identity."user" (id, name, email, email_verified, created_at, updated_at)
      select uid, 'Reader', email, true, now(), now() from people returning id
    ), sessions as (
      insert into identity.session (id, token, user_id, expires_at, created_at, updated_at)
      select id, id, id, now() + interval '1 day', now(), now() from accounts returning id
    )
    insert into users (id, identity_uid, email, email_key, name, role)
    select gen_random_uuid(), uid, email, email, 'Reader', 'buyer' from people`,
    [run, benchMailDomain, count],
  );
  const { rows } = await database.query<{ id: string; uid: string; email: string }>(
    `select id, identity_uid as uid, email from users where identity_uid like $1`,
    [`live-${run}-%`],
  );
  return rows.map(({ id, uid, email }) => ({ userId: id, token: signToken(url, { uid, email }) }));
}

/** A marketplace token (apps/api/src/platform/tokens.ts). */
function signToken(issuer: string, { uid, email }: { uid: string; email: string }): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { sub: uid, sid: uid, email, iss: issuer, aud: 'redial', auth_time: now };
  const signed = `${encode({ alg: 'HS256' })}.${encode({ ...claims, iat: now, exp: now + 3600 })}`;
  // As apps/api/src/platform/tokens.ts derives it.
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'redial marketplace token', 32));
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
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
    await sleep(startedAt + (n * 1000) / messagesPerSecond - performance.now());
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
