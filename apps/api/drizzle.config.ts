import { defineConfig } from 'drizzle-kit';

/** For `npx drizzle-kit generate`, which writes the next migration from the schema's difference. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/db/schema/index.ts',
  out: './src/db/migrations',
  schemaFilter: ['public', 'identity', 'sandbox_cards'],
});
