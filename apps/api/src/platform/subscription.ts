import type { Deps } from '../deps.ts';
import type { DomainEventOf, DomainEventType } from '../events.ts';

/** A subscriber: what is done when an event of one of these types has happened. */
export interface Subscription<T extends DomainEventType = DomainEventType> {
  /** The kind of its outbox messages, so it must not change while messages are pending. */
  readonly name: string;
  readonly events: readonly T[];
  /** Messages of a lower number are delivered first. */
  readonly priority: number;
  /** Seconds after the event in which it is not delivered; 0 if it is not given. */
  readonly delaySeconds?: number;
  /** Whether it calls an outside service, which may be slow: other messages do not wait for it. */
  readonly callsService?: boolean;
  /** Idempotent, because an event is delivered at least once. A rejection is retried with back-off. */
  readonly handle: (deps: Deps, event: DomainEventOf<T>) => Promise<void>;
}

/** Checks a subscriber's handler against its event types. */
export const subscription = <const T extends DomainEventType>(
  definition: Subscription<T>,
): Subscription => definition as unknown as Subscription;
