import type pg from 'pg';

/** The schemas of the application. pg-boss creates a schema of its own, which the role then owns. */
const schemas = ['public', 'identity', 'sandbox_cards'];
/** Tables to which the application adds rows, but which it neither changes nor empties. */
const appendOnly = [
  'ledger_transactions',
  'ledger_entries',
  'sealed_blocks',
  'order_events',
  'order_snapshots',
  'device_owners',
  'device_entries',
  'device_report_events',
  'seller_record_openings',
  'audit_entries',
];
/** Tables that only migrations and triggers write. */
const readOnly = ['ledger_accounts', 'state_transitions'];

/**
 * Grants the application's role what it needs and nothing else: it reads and writes rows, but it cannot
 * change tables, triggers or sealed history. Called by the owner after each migration, in its
 * transaction; repeating it changes nothing.
 *
 * @param role if it is the owner itself, triggers alone protect the append-only tables.
 */
export async function grantApplicationRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ is_owner: boolean; owns_jobs: boolean; database: string }>(
    `select current_user = $1 as is_owner, current_database() as database,
      exists (select from pg_namespace where nspname = 'jobs' and pg_get_userbyid(nspowner) = current_user)
        as owns_jobs`,
    [role],
  );
  const [found] = rows;
  if (!found || found.is_owner) return;
  const [to, database] = [client.escapeIdentifier(role), client.escapeIdentifier(found.database)];
  // The queue has triggered runs only, and its schedules are written at each start.
  if (found.owns_jobs) await client.query('drop schema jobs cascade');
  await client.query(`
    grant connect, temporary, create on database ${database} to ${to};
    grant usage on schema ${schemas.join(', ')} to ${to};
    grant select, insert, update, delete on all tables in schema ${schemas.join(', ')} to ${to};
    grant usage, select on all sequences in schema ${schemas.join(', ')} to ${to};
    grant execute on function purge_demo_data() to ${to};
    grant execute on function create_partitions(text, timestamptz, integer),
      drop_partitions(text, timestamptz) to ${to};
    grant usage on schema drizzle to ${to};
    grant select on drizzle.__drizzle_migrations to ${to};
    revoke update, delete on ${appendOnly.join(', ')} from ${to};
    revoke insert, update, delete on ${readOnly.join(', ')} from ${to};
  `);
}
