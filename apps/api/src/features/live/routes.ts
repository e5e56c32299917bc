import { listLiveEvents } from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { createLiveHub } from './live-hub.ts';
import { openStream, wantsStream } from './open-stream.ts';
import { readEvents } from './read-events.ts';
import type { LiveSignals } from './signals.ts';

/** @param signals which users have new events. */
export function liveRoutes(
  api: FastifyInstance,
  route: Route,
  deps: Deps,
  signals: LiveSignals,
): void {
  const hub = createLiveHub({ ...deps, signals });
  // Before the server waits for open requests.
  api.addHook('preClose', () => hub.close());
  route(
    listLiveEvents,
    async ({ actor, query, request, reply }) => {
      if (!wantsStream(request)) return readEvents(deps, actor, query);
      await openStream({ ...deps, hub }, actor, { request, reply, ...query });
      return reply;
    },
    // A browser reconnects every few minutes; without streams it asks twice a minute.
    { limit: { max: 60, seconds: 60 } },
  );
}
