import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../src/db/schema/index.ts';

/** The tables of the schema: the name in SQL, with its schema if that is not `public`, by export. */
export const schemaTables: ReadonlyMap<string, string> = new Map(
  Object.entries(schema).flatMap(([name, value]) => {
    if (!(value instanceof PgTable)) return [];
    const { name: sqlName, schema: sqlSchema } = getTableConfig(value);
    return [[name, sqlSchema ? `${sqlSchema}.${sqlName}` : sqlName]];
  }),
);
