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
 * What a log may say of an error. A failed query names its values, and PostgreSQL repeats them: they
 * are people's names, addresses, tokens. So of a query only its text is told, and of a value that does
 * not fit only that it does not.
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
  if (code?.startsWith('22')) return 'a value does not fit';
  return error.message;
}
