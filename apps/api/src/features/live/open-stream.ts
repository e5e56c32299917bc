import { liveStreamType } from '@redial/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { tokenExpiry } from '../../platform/tokens.ts';
import type { User } from '../../platform/users.ts';
import type { LiveHub } from './live-hub.ts';
import { findPosition } from './read-events.ts';

/**
 * Milliseconds after which a stream ends at the latest, and its reader authenticates again: a session
 * that was ended, or a removed user, keeps a stream for no longer. A part of it is random, so that
 * streams do not all reconnect at once.
 */
const maxAgeMs = { atLeast: 4 * 60_000, random: 2 * 60_000 } as const;
/** Seconds after which a person with too many streams may try again. */
const retryAfterSeconds = 60;

/** Whether a request asks for the stream, and not for the list. */
export const wantsStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(liveStreamType) ?? false;

/**
 * Answers with a stream of the caller's events that stays open. It begins after the last event that
 * was received: the `Last-Event-ID` header, else `after`, else now.
 *
 * @throws Problem `rate.limited` if the person has too many streams, `server.unavailable` if the
 *   process has
 */
export async function openStream(
  { db, clock, hub }: Pick<Deps, 'db' | 'clock'> & { hub: LiveHub },
  actor: User,
  { request, reply, after }: { request: FastifyRequest; reply: FastifyReply; after?: number },
): Promise<void> {
  const accepted = hub.accepts(actor.id);
  if (accepted === 'too many') throw new Problem('server.unavailable');
  if (accepted === 'too many of this user') {
    reply.header('retry-after', retryAfterSeconds);
    throw new Problem('rate.limited', 'Live updates are open in too many browsers');
  }
  const lastEventId = request.headers['last-event-id'];
  const received = /^\d{1,15}$/.test(`${lastEventId}`) ? Number(lastEventId) : after;
  const now = clock.now().getTime();
  const age = maxAgeMs.atLeast + Math.random() * maxAgeMs.random;
  const endsAt = new Date(Math.min(now + age, tokenExpiry(request.headers.authorization)));

  const { raw: response } = reply.hijack();
  // The heartbeats show whether the connection works.
  request.raw.socket.setTimeout(0);
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  response.writeHead(200, {
    'content-type': liveStreamType,
    'cache-control': 'private, no-store, no-transform',
    // Nginx would otherwise collect events before it passes them on.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  response.flushHeaders();
  await hub.add(actor.id, response, {
    endsAt,
    findPosition: () => findPosition(db, actor, received),
  });
}
