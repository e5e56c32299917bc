import type { Deps } from '../src/deps.ts';
import { type Subscription, subscription } from '../src/platform/subscription.ts';

export const mail = { to: 'a@mail.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
export const verified = (userId: string) => ({ type: 'seller.verified', userId }) as const;

/** Dependencies with a mailer of the test, which gets the id of each mail. */
export const withMailer = (deps: Deps, send: (id: string) => Promise<void>): Deps => ({
  ...deps,
  mailer: { send: (id) => send(id) },
});

/** A subscriber to verified sellers that calls back with their ids. */
export const onVerified = (
  handle: (userId: string) => unknown,
  name = 'test',
  options: Partial<Pick<Subscription, 'priority' | 'callsService'>> = {},
): Subscription =>
  subscription({
    name,
    events: ['seller.verified'],
    priority: 0,
    ...options,
    handle: async (_deps, { userId }) => void (await handle(userId)),
  });
