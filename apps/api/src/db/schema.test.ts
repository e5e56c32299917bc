import { readFile } from 'node:fs/promises';
import * as contract from '@redial/contract';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
  withDatabaseName,
} from '../../test/test-database.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { partitionedTables } from './partitions.ts';
import * as schema from './schema/index.ts';

const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');
const statements = (text: string) => text.split('--> statement-breakpoint');

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await createTestDatabase();
});
afterAll(async () => {
  await migrated.close();
  // drizzle-kit adds enumerable properties to all arrays. Other files of this process compile schemas
  // with libraries that enumerate arrays by `for … in`.
  for (const name of Object.keys(Array.prototype)) Reflect.deleteProperty(Array.prototype, name);
});

/** The definitions of all tables, constraints, indexes, functions and triggers of a database. */
async function describeSchema(query: (text: string) => Promise<{ rows: unknown[] }>) {
  const { rows } = await query(`
    with namespaces as (
      select oid, nspname from pg_namespace where nspname in ('public', 'identity', 'sandbox_cards')
    ),
    tables as (
      select oid, relname, relnamespace from pg_class
      where relkind in ('r', 'p') and not relispartition
    )
    select 'column ' || nspname || '.' || relname || '.' || attname as name,
      concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        attgenerated, pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join tables on tables.oid = attrelid
      join namespaces on namespaces.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all
    -- A migration adds constraints for new rows only.
    select 'constraint ' || conrelid::regclass || '.' || conname,
        regexp_replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID$', '')
      from pg_constraint join namespaces on namespaces.oid = connamespace
      join tables on tables.oid = conrelid where contype <> 'n'
    union all
    select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
      from pg_index join tables on tables.oid = indrelid
      join namespaces on namespaces.oid = relnamespace
    union all
    select 'function ' || pg_proc.oid::regprocedure, pg_get_functiondef(pg_proc.oid)
      from pg_proc join namespaces on namespaces.oid = pronamespace
      where not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select 'partitions ' || partrelid::regclass, pg_get_partkeydef(partrelid) from pg_partitioned_table
    order by 1`);
  return Object.fromEntries(
    (rows as { name: string; definition: string }[]).map(({ name, definition }) => [
      name,
      definition,
    ]),
  );
}

/** Adds to the statement that creates a partitioned table what drizzle-kit cannot express. */
function partition(statement: string): string {
  const [, table = ''] = /^CREATE TABLE "(\w+)"/.exec(statement) ?? [];
  const rule = Object.entries(partitionedTables).find(([name]) => name === table)?.[1];
  if (!rule) return statement;
  return statement.replace(/;\s*$/, ` PARTITION BY RANGE ("${rule.timeColumn}")`);
}

test('the schema files describe what the migrations create', async () => {
  const { superuserUrl } = inject('postgres');
  const name = `schema_${process.pid}_${Date.now()}`;
  const server = new pg.Client({ connectionString: superuserUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  const client = new pg.Client({ connectionString: withDatabaseName(superuserUrl, name) });
  await client.connect();
  try {
    const empty = generateDrizzleJson({});
    const current = generateDrizzleJson(schema, empty.id, undefined, 'snake_case');
    await client.query(
      'create extension pg_trgm; create schema if not exists public; set check_function_bodies = off',
    );
    for (const text of [
      ...statements(await read('./schema/functions.sql')),
      ...(await generateMigration(empty, current)).map(partition),
      ...statements(await read('./schema/triggers.sql')),
      ...statements(await read('./schema/catalogue-revisions.sql')),
      await read('./schema/purge-demo-data.sql'),
    ]) {
      await client.query(text);
    }
    const fromSchema = await describeSchema((text) => client.query(text));
    const fromMigrations = await describeSchema((text) => migrated.db.execute(sql.raw(text)));
    expect(Object.keys(fromMigrations)).toContain('function purge_demo_data()');
    expect(Object.keys(fromMigrations)).toContain('partitions notifications');
    expect(fromMigrations).toEqual(fromSchema);
  } finally {
    await client.end();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
});

test('no migration is missing: `npm run db:generate` would find no difference', async () => {
  const idx = String(journal.entries.at(-1)?.idx).padStart(4, '0');
  const latest = JSON.parse(await read(`./migrations/meta/${idx}_snapshot.json`));
  const current = generateDrizzleJson(schema, latest.id, undefined, 'snake_case');
  expect(await generateMigration(latest, current)).toEqual([]);
});

/** The quoted values, or the numbers, of a check constraint. */
async function valuesOf(constraint: string): Promise<(string | number)[]> {
  const { rows } = await migrated.db.execute<{ definition: string }>(
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}`,
  );
  const definition = rows[0]?.definition ?? '';
  const quoted = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value);
  return quoted.length > 0 ? quoted : [...definition.matchAll(/\b\d+\b/g)].map(Number);
}

const { minCents, maxCents } = contract.priceLimits;
const { minLength, maxLength } = contract.createUser.body.properties.name as object as {
  minLength: number;
  maxLength: number;
};
const exportedOrder = contract.DataExport.properties.orders.items.properties;

test.each<[string, readonly (string | number)[]]>([
  ['products_category', contract.categories],
  ['products_condition', contract.conditions],
  ['products_status', contract.Product.properties.status.enum],
  ['products_resale_price', [minCents, maxCents]],
  ['products_original_price', [minCents, maxCents]],
  ['users_role', [...contract.signUpRoles, 'admin']],
  ['users_name_length', [minLength, maxLength]],
  ['orders_state', exportedOrder.state.enum],
])('the check constraint %s allows what the contract allows', async (constraint, allowed) => {
  expect(await valuesOf(constraint)).toEqual(allowed);
});
