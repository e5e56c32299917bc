/**
 * SQLSTATE codes of temporary conditions: shutdown, no connections allowed or left, timeouts, a server that
 * is no longer the primary.
 */
const unavailableStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55000',
  '55P03',
  '57014',
  '25P03',
  '25006',
]);
/** Errors of the network, or of a socket that does not exist (yet). */
const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE']);

/** The `code` of the innermost error that has one: drivers and query builders wrap their causes. */
function errorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && !at.cause) return at.code;
  }
  return undefined;
}

/** Whether two transactions conflicted, so that one should be retried. */
export function isSerializationConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}

/** Whether a rule of the database, in a constraint or a trigger, refuses the change. */
export const isCheckViolation = (error: unknown): boolean => errorCode(error) === '23514';

/** Whether a row refers to one that does not exist, or no longer. */
export const isForeignKeyViolation = (error: unknown): boolean => errorCode(error) === '23503';

/** Whether another row has the value already. */
export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === '23505';

/** Whether a lock was not granted in time. */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03';

/** Whether a column cannot store a value from the request: a NUL byte, a number or a date out of range. */
export function isInvalidValue(error: unknown): boolean {
  return ['22021', '22P05', '22P02', '22003', '22007', '22008'].includes(errorCode(error) ?? '');
}

/** Whether the database is unreachable or overloaded: the client may retry shortly. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code) return unavailableStates.has(code) || networkErrors.has(code) || code.startsWith('08');
  const message = rootCause(error)?.message ?? '';
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client was closed|not queryable/.test(
    message,
  );
}

function rootCause(error: unknown): Error | undefined {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return at instanceof Error ? at : undefined;
}
