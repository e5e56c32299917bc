import type { Endpoint } from '../endpoint.ts';
import { type ErrorCode, errors, type ProblemBody } from '../errors.ts';
import type { ErrorDetail } from './example.ts';

/** The address of a code: a problem's type is told by its code. */
const type = 'about:blank';

/**
 * The answer with which a call is refused.
 *
 * @param exact what it says where that is more than the title of the code
 */
export function errorExample(
  call: Endpoint,
  code: ErrorCode,
  exact: ErrorDetail = defaultDetail(call, code),
): ProblemBody {
  const { status, title } = errors[code];
  const { detail, field } = exact;
  return {
    type,
    title,
    status,
    detail,
    code,
    message: detail,
    ...(field ? { field } : {}),
    ...(call.method === 'POST' && call.path === '/orders' ? { acknowledged: false } : {}),
  };
}

function defaultDetail(call: Endpoint, code: ErrorCode): ErrorDetail {
  if (code === 'request.invalid') return invalidRequestExample(call).problem;
  if (code === 'rate.limited') return { detail: 'Too many requests: try again in 1 minute' };
  return { detail: errors[code].title };
}

interface InvalidRequestExample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly problem: ErrorDetail;
}

/** A request that is malformed in the plainest way, and what is said of it. */
export function invalidRequestExample({ params, query, body }: Endpoint): InvalidRequestExample {
  const required = body && 'required' in body ? (body.required as string[]) : undefined;
  if (required?.[0]) {
    const field = `body.${required[0]}`;
    return { body: {}, problem: { detail: `${field} is required`, field } };
  }
  const parameter = Object.entries(params?.properties ?? {})[0];
  if (parameter) {
    const [name, schema] = parameter as [string, { format?: string; maxLength?: number }];
    const field = `params.${name}`;
    if (schema.format) {
      const detail = `${field} must match format "${schema.format}"`;
      return { params: { [name]: 'x' }, problem: { detail, field } };
    }
    const { maxLength = 0 } = schema;
    const detail = `${field} must NOT have more than ${maxLength} characters`;
    return { params: { [name]: 'x'.repeat(maxLength + 1) }, problem: { detail, field } };
  }
  const asked = query?.required?.[0];
  if (asked) {
    const field = `query.${asked}`;
    return { query: {}, problem: { detail: `${field} is required`, field } };
  }
  if (query?.properties.minPrice) {
    const field = 'query.minPrice';
    return { query: { minPrice: -1 }, problem: { detail: `${field} must be >= 0`, field } };
  }
  // Only a body that no schema reads is left: it is no JSON.
  return { body: '{', problem: { detail: 'Body is not valid JSON' } };
}
