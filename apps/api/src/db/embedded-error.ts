/** Why the embedded PostgreSQL cannot run, in one line for the person who starts Redial. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another Redial has this database. */
export class DatabaseInUse extends EmbeddedPostgresError {
  override readonly name = 'DatabaseInUse';

  /** @param holder the other one's process id, where it is known. */
  constructor(home: string, holder: number | undefined) {
    super(`Another Redial${holder ? ` (process ${holder})` : ''} uses the database in ${home}`);
  }
}
