import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * The transitions that the triggers on `orders`, `payments`, `offers`, decisions and appeals allow; written by migrations alone. The
 * tests compare it with the transition tables of the features.
 */
export const stateTransitions = pgTable(
  'state_transitions',
  {
    machine: text({ enum: ['order', 'payment', 'offer', 'decision', 'appeal'] }).notNull(),
    fromState: text().notNull(),
    toState: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.machine, t.fromState, t.toState] })],
);
