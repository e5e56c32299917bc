import { type ErrorCode, errors, type ProblemBody } from '@redial/contract';

/** An error response. Any other error that is thrown becomes `server.internal`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly field: string | undefined;

  /**
   * @param detail a sentence to show to the user; defaults to the title of the code.
   * @param field the invalid field, such as `body.phone`.
   * @param options `cause`, which is logged.
   */
  constructor(
    code: ErrorCode,
    detail: string = errors[code].title,
    field?: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.code = code;
    this.field = field;
  }
}

/** Converts a problem to its RFC 9457 body, with `message` equal to `detail`. */
export function toProblemBody({ code, message, field }: Problem): ProblemBody {
  const { status, title } = errors[code];
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    code,
    message,
    ...(field ? { field } : {}),
  };
}
