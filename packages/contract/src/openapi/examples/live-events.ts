import type { EndpointExamples } from '../example.ts';

export const liveEventExamples = {
  listLiveEvents: {
    tag: 'Notifications',
    description:
      'With `Accept: text/event-stream`, a stream of server-sent events that stays open: first `ready` with `{"missed": boolean}`, then each event with its id, and a comment as heartbeat every 20 seconds. A client that reconnects sends `Last-Event-ID` (or `after`) and receives what it missed, once. The stream ends after some minutes, when the token expires, or when the server stops; the client then reconnects. Otherwise the events as a list, for clients that cannot stream.\n\nAn event only says that something has changed; its reader requests it again. Events are stored for a day; with `missed: true` the reader reloads everything.',
    query: { after: 41 },
    response: {
      lastId: 42,
      missed: false,
      events: [{ _id: 42, type: 'notifications.changed' }],
    },
  },
} as const satisfies EndpointExamples<'listLiveEvents'>;
