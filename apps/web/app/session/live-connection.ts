import { type LiveEvent, listLiveEvents, liveEventTypes, liveStreamType } from '@redial/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { apiBase } from '../api.ts';
import { call } from './call.ts';
import { reconnectDelayMs, sleep } from './reconnect-delay.ts';
import { marketplaceToken, renewToken } from './session.ts';

/** Milliseconds without a byte after which a stream counts as broken; heartbeats come every 20 s. */
const silenceMs = 50_000;
/** Milliseconds in which a stream begins; a proxy that buffers responses never lets it. */
const openingMs = 15_000;
/** Failed attempts after which events are listed in between. */
const attemptsBeforePolling = 3;

/** An event of the stream; `missed` if there may be others, so that everything is to be loaded again. */
export type LiveUpdate = { readonly type: LiveEvent['type'] | 'missed' };

/** Messages between the tabs of a browser, one of which has the stream. */
interface TabMessage {
  readonly lastId: number | undefined;
  readonly update: LiveUpdate | undefined;
}

/**
 * Receives live events until the signal aborts. One tab of a browser has the stream and passes the
 * events on, since browsers open few connections to a server; when it is closed, another one goes on
 * after the last event. A page in the back/forward cache has no connection.
 */
export async function keepConnected(
  uid: string,
  signal: AbortSignal,
  onUpdate: (update: LiveUpdate) => void,
): Promise<void> {
  const name = `redial-live-${uid}`;
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  let lastId: number | undefined;
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    lastId = data.lastId;
    if (data.update) onUpdate(data.update);
  });
  signal.addEventListener('abort', () => tabs?.close());

  const receive = (next: TabMessage) => {
    lastId = next.lastId;
    if (next.update) onUpdate(next.update);
    if (!signal.aborted) tabs?.postMessage(next);
  };

  while (!signal.aborted) {
    const hidden = new AbortController();
    const onHide = () => hidden.abort();
    addEventListener('pagehide', onHide);
    const active = AbortSignal.any([signal, hidden.signal]);
    const run = () => stream(active, () => lastId, receive);
    // Another tab has the stream: what came before this one listened was not passed on to it.
    const locks = await navigator.locks?.query();
    if (locks?.held?.some((lock) => lock.name === name)) onUpdate({ type: 'missed' });
    await (navigator.locks?.request(name, { signal: active }, run) ?? run()).catch(() => undefined);
    removeEventListener('pagehide', onHide);
    if (!signal.aborted) {
      await new Promise((resolve) => {
        addEventListener('pageshow', resolve, { once: true });
        signal.addEventListener('abort', resolve);
      });
    }
  }
}

/** Keeps a stream open until the signal aborts. */
async function stream(
  signal: AbortSignal,
  lastId: () => number | undefined,
  receive: (message: TabMessage) => void,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    const received = await readStream(signal, lastId(), receive).catch(() => false);
    if (received) attempt = 0;
    else if (attempt >= attemptsBeforePolling && !signal.aborted) await list(lastId(), receive);
    await sleep(reconnectDelayMs(attempt), signal);
  }
}

/**
 * Reads one stream until it ends.
 *
 * @returns whether it began
 */
async function readStream(
  signal: AbortSignal,
  lastId: number | undefined,
  receive: (message: TabMessage) => void,
): Promise<boolean> {
  const token = await marketplaceToken();
  if (!token) return false;
  const broken = new AbortController();
  let watchdog = setTimeout(() => broken.abort(), openingMs);
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => broken.abort(), silenceMs);
  };
  let began = false;
  try {
    const response = await fetch(apiBase + listLiveEvents.path, {
      headers: {
        accept: liveStreamType,
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': `${lastId}` }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, broken.signal]),
    });
    if (response.status === 401) await renewToken();
    if (!response.ok || !response.body) return false;
    const reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: alive }))
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return began;
      alive();
      began = true;
      const id = Number(value.id);
      if (value.event === 'ready') {
        const { missed } = JSON.parse(value.data) as { missed: boolean };
        // A new stream begins with the next event, and pages were loaded before.
        const isNew = lastId === undefined;
        receive({ lastId: id, update: missed || isNew ? { type: 'missed' } : undefined });
      } else {
        const type = liveEventTypes.find((one) => one === value.event);
        receive({ lastId: id, update: type && { type } });
      }
    }
  } catch {
    // The network failed, or the stream was silent for too long.
    return began;
  } finally {
    clearTimeout(watchdog);
  }
}

/** Where streams are blocked, on some company networks: the events as a list. */
async function list(
  lastId: number | undefined,
  receive: (message: TabMessage) => void,
): Promise<void> {
  const query = lastId === undefined ? {} : { after: lastId };
  const result = await call(listLiveEvents, { query });
  if (!result.ok) return;
  const { lastId: next, missed, events } = result.value;
  const isNew = lastId === undefined;
  receive({ lastId: next, update: missed || isNew ? { type: 'missed' } : undefined });
  for (const { _id, type } of events) receive({ lastId: _id, update: { type } });
}
