import type { EndpointExamples } from '../example.ts';

/** A subscription of a browser; the keys are those of RFC 8291, 5. */
export const examplePush = {
  publicKey:
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  subscription: {
    endpoint: 'https://push.test/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
} as const;

const list = {
  publicKey: examplePush.publicKey,
  subscriptions: [
    {
      _id: '01920000-0000-7000-8000-0000000000e1',
      endpoint: examplePush.subscription.endpoint,
      since: '2026-11-22T14:00:00.000Z',
    },
  ],
};

export const pushSubscriptionExamples = {
  listPushSubscriptions: {
    tag: 'Notifications',
    description:
      'The browsers that show the notifications of the caller, and the key to subscribe with. Those that were made with another key of this installation do not work any more, and are left out.',
    response: list,
  },
  putPushSubscription: {
    tag: 'Notifications',
    description:
      'Takes what `PushManager.subscribe` of a browser returns. From then on the browser shows what the notification settings have chosen, until the session ends, the browser says that it no longer wants to, or 180 days without any. At most 10 browsers; a further one replaces the least used.',
    body: examplePush.subscription,
    response: list,
  },
  deletePushSubscriptions: {
    tag: 'Notifications',
    description: 'Ends the subscription with this id, or without one all of the caller.',
    query: {},
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<
  'listPushSubscriptions' | 'putPushSubscription' | 'deletePushSubscriptions'
>;
