import type { DomainEventType } from '../events.ts';

/** One row of a transition table. */
export interface Transition<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** Who or what causes it. */
  readonly actor: string;
  /** The domain event that it emits. */
  readonly event: DomainEventType | null;
}

/**
 * A state machine as data: its transitions by name. The table `state_transitions` in the database
 * holds the same (from, to) pairs and its triggers refuse all others; a test compares the two.
 */
export type TransitionTable<State extends string> = Readonly<Record<string, Transition<State>>>;
