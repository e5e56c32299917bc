import { configError, parseInteger, type ReadSetting } from './setting.ts';

export interface DatabaseConfig {
  /** An outside PostgreSQL; without it, the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Connections for requests; a few more are used by jobs. */
  readonly databasePoolSize: number;
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export function readDatabase(read: ReadSetting): DatabaseConfig {
  const databaseUrl = read('DATABASE_URL');
  const url = databaseUrl ? URL.parse(databaseUrl) : undefined;
  if (databaseUrl && !(url && /^postgres(ql)?:$/.test(url.protocol))) {
    throw configError('DATABASE_URL', 'must look like postgresql://user:password@host:5432/name');
  }
  const sslMode = url?.searchParams.get('sslmode') ?? 'disable';
  if (!sslModes.includes(sslMode)) {
    throw configError('DATABASE_URL', `has an unknown sslmode: one of ${sslModes.join(', ')}`);
  }
  const size = read('DATABASE_POOL_SIZE') ?? '10';
  return { databaseUrl, databasePoolSize: parseInteger('DATABASE_POOL_SIZE', size, 2, 500) };
}
