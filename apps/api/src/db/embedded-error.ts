/** The reason why the embedded PostgreSQL cannot run: one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another Redial process uses this database. */
export class DatabaseInUse extends EmbeddedPostgresError {
  override readonly name = 'DatabaseInUse';

  /** @param holder its process id, if known. */
  constructor(home: string, holder: number | undefined) {
    super(`Another Redial${holder ? ` (process ${holder})` : ''} uses the database in ${home}`);
  }
}
