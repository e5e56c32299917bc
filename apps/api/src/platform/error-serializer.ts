import { DrizzleQueryError } from 'drizzle-orm';

interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
  readonly cause?: SerializedError;
  readonly [more: string]: unknown;
}

/**
 * Serializes an error for the log without personal data. A failed query's error contains its values
 * (names, addresses, tokens), and PostgreSQL's message may repeat them, so only the query's text is
 * kept, and class 22 errors (data exceptions) lose their message.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.constructor.name,
    message: messageOf(error, code),
    ...(code === undefined ? {} : { code }),
    stack: (error.stack ?? '').split('\n').filter(isStackFrame).join('\n'),
    ...(error.cause instanceof Error ? { cause: serializeError(error.cause) } : {}),
  };
}

const isStackFrame = (line: string): boolean => /^\s+at .*[:(]/.test(line);

function messageOf(error: Error, code: string | undefined): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  // SQLSTATE class 22: the message quotes the value.
  if (code?.startsWith('22')) return 'invalid value';
  return error.message;
}
