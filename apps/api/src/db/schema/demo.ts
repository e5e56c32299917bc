import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * The users that seeding created. While there are any, production refuses to start, and the triggers
 * allow their orders and payments to be deleted: `purge_demo_data()` removes all of them.
 */
export const demoUsers = pgTable('demo_users', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
});
