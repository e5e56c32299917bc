import { type ErrorCode, errors, type ProblemBody } from '@redial/contract';

/** A refusal that the caller is told of; everything else that is thrown becomes `server.internal`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly field: string | undefined;

  /**
   * @param detail the sentence to show; the code's title by default.
   * @param field the field at fault, such as `body.phone`.
   * @param options `cause`, for the log.
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

/** The RFC 9457 body of a problem, with the text once more as `message`. */
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
