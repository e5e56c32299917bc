import { defineConfig } from 'drizzle-kit';

/** Paths are relative to the project's root: run it as `npm run db:generate -- --name NAME`. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './apps/api/src/db/schema/index.ts',
  out: './apps/api/src/db/migrations',
  schemaFilter: ['public', 'identity', 'sandbox_cards'],
});
