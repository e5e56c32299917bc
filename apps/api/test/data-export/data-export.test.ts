import type { DataExport } from '@redial/contract';
import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountData } from '../../src/adapters/identity/account-data.ts';
import * as schema from '../../src/db/schema/index.ts';
import { exportData } from '../../src/features/accounts/export-data.ts';
import { createTestApp, publicUrl, type TestApp } from '../test-app.ts';
import { insertConversations } from './insert-conversations.ts';
import { insertListing } from './insert-listing.ts';
import { insertModeration } from './insert-moderation.ts';
import { insertOrder } from './insert-order.ts';
import { insertSignIn } from './insert-sign-in.ts';
import { leftOut } from './left-out.ts';
import { paths } from './paths.ts';
import { past } from './user-data.ts';

/** `paths`, and the columns of products that the export contains under their own name. */
const exported = { ...paths };
for (const field of Object.keys(getTableColumns(schema.products))) {
  const column = `public.products.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  if (!(column in paths) && !(column in leftOut)) exported[column] = `products[].${field}`;
}

/** The entry that covers a column: itself, its table or its schema. */
const findEntries = (column: string): string[] => {
  const [schemaName, table] = column.split('.');
  return [column, `${schemaName}.${table}.*`, `${schemaName}.*`].filter(
    (entry) => entry in exported || entry in leftOut,
  );
};

let app: TestApp;
let data: DataExport;
/** A row of the user in each exported table, by table. */
const rows = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app;
  const user = await app.insertUser('seller', { name: 'Selma Seller' });
  const other = await app.insertUser('seller');
  await db.execute(
    sql`update users set verified = true, created_at = ${past(90)} where id = ${user.id}`,
  );
  const users = { app, user, other };
  const ownProductId = await insertListing(users);
  const { orderId, productId } = await insertOrder(users);
  await insertConversations({ ...users, ownProductId, orderId });
  await insertModeration({ ...users, productId });
  await insertSignIn(users);

  const conditions: Record<string, ReturnType<typeof sql>> = {
    'public.users': sql`id = ${user.id}`,
    'public.products': sql`seller_id = ${user.id}`,
    'public.reports': sql`reporter = ${`user:${user.id}`}`,
  };
  for (const table of new Set(Object.keys(exported).map(tableOf))) {
    const [schemaName = '', tableName = ''] = table.split('.');
    const where = conditions[table] ?? sql`true`;
    const result = await db.execute(
      sql`select * from ${sql.identifier(schemaName)}.${sql.identifier(tableName)} where ${where}`,
    );
    expect(result.rows, table).toHaveLength(1);
    rows.set(table, result.rows[0] ?? {});
  }
  const identity = {
    ...app.deps.identity,
    findAccountData: (uid: string) => findAccountData(db, uid),
  };
  data = await exportData({ ...app.deps, identity }, { ...user, verified: true });
});
afterAll(() => app.close());

const tableOf = (column: string): string => column.split('.').slice(0, 2).join('.');

/** The value at a path of the export; `[]` is the only element of a list. */
function valueAt(path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    const property = (value as Record<string, unknown>)[step.replace('[]', '')];
    return step.endsWith('[]') ? (property as unknown[])[0] : property;
  }, data);
}

/** How the API represents the value of a column. */
function toApiValue(column: string, value: unknown): unknown {
  if (column.endsWith('_cents')) return Number(value) / 100;
  if (/\.(image|photo)_url$/.test(column)) return `${publicUrl}${value}`;
  if (/(_at|\.at|\.until)$/.test(column)) return new Date(String(value)).toISOString();
  return value;
}

test('every column of the database is exported or left out for a reason', async () => {
  const { rows: columns } = await app.db.execute<{ name: string }>(sql`
    select table_schema || '.' || table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')
      and not (select relispartition from pg_class
        where oid = format('%I.%I', table_schema, table_name)::regclass)`);
  const names = columns.map(({ name }) => name);
  expect(names.filter((name) => findEntries(name).length !== 1)).toEqual([]);
  const used = new Set(names.flatMap(findEntries));
  const stale = [...Object.keys(exported), ...Object.keys(leftOut)].filter((key) => !used.has(key));
  expect(stale).toEqual([]);
});

test.each(Object.entries(exported))('the export contains %s as %s', (column, path) => {
  const value = rows.get(tableOf(column))?.[column.split('.')[2] ?? ''];
  expect(value ?? null).not.toBeNull();
  expect(valueAt(path)).toEqual(toApiValue(column, value));
});

test('the export contains neither credentials nor ids of other users', () => {
  const text = JSON.stringify(data);
  for (const credential of [
    'a password hash',
    'an access token',
    'a session token',
    'a secret of an app',
    'hash of a recovery code',
  ]) {
    expect(text).not.toContain(credential);
  }
  expect(text).not.toContain(String(rows.get('public.reports')?.closed_by));
  expect(text).not.toContain(String(rows.get('public.reviews')?.reply));
});
