import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';

/**
 * What a live event says: that something of the reader's has changed, never what. The reader requests
 * it again, so an event contains nothing that its reader may not see.
 */
export const liveEventTypes = [
  'notifications.changed',
  'conversations.changed',
  'offers.changed',
] as const;

export const LiveEvent = Type.Object({
  _id: Type.Integer({
    minimum: 1,
    description: "Counts the events of the reader without gaps; the stream's `id`",
  }),
  type: Type.Enum(liveEventTypes),
});
export type LiveEvent = Static<typeof LiveEvent>;

export const LiveEventList = Type.Object({
  lastId: Type.Integer({ minimum: 0, description: '`after` of the next request' }),
  missed: Type.Boolean({
    description: 'Whether earlier events are no longer stored: the reader then reloads everything',
  }),
  events: Type.Array(LiveEvent, { description: 'Oldest first' }),
});
export type LiveEventList = Static<typeof LiveEventList>;

/** Events in one response without a stream. */
export const liveEventsPerPage = 100;

export const listLiveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'What has changed for the caller: a stream of server-sent events, or a list',
  access: 'user',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The id of the last event that was received' }),
    ),
  }),
  response: LiveEventList,
  errors: [],
});

/** The media type that requests the stream. */
export const liveStreamType = 'text/event-stream';
