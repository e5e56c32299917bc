import type pg from 'pg';

/** The schemas with data. The job queue is created anew, and the migrations have their own record. */
const schemas = ['public', 'identity', 'sandbox_cards'];

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly string[];
}

/** All tables with data, as this connection sees them. Partitions are part of their table. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = ''
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
    group by 1, 2 order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** The last value of each sequence that has been used. */
export async function listSequences(
  client: pg.Client,
): Promise<{ schema: string; name: string; lastValue: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; lastValue: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue"
    from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** The foreign keys between tables with data. */
export async function listForeignKeys(
  client: pg.Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** A table's name, quoted. */
export const quoteTable = (client: pg.Client, { schema, name }: { schema: string; name: string }) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

/** A table's columns, quoted. */
export const quoteColumns = (client: pg.Client, { columns }: Pick<Table, 'columns'>) =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

/** Settings with which `COPY` writes and reads the same text on any server, without time limits. */
export const copySettings = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;`;
