import type { Endpoint } from '../endpoint.ts';
import { type ErrorCode, errors, type ProblemBody } from '../errors.ts';
import type { ErrorDetail } from './example.ts';

/**
 * Builds the example of an error response.
 *
 * @param errorDetail the message and field, if more specific than the title of the code.
 */
export function errorExample(
  endpoint: Endpoint,
  code: ErrorCode,
  errorDetail: ErrorDetail = defaultDetail(endpoint, code),
): ProblemBody {
  const { status, title } = errors[code];
  const { detail, field } = errorDetail;
  return {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    message: detail,
    ...(field ? { field } : {}),
    ...(endpoint.method === 'POST' && endpoint.path === '/orders' ? { acknowledged: false } : {}),
  };
}

function defaultDetail(endpoint: Endpoint, code: ErrorCode): ErrorDetail {
  if (code === 'request.invalid') return invalidRequestExample(endpoint).error;
  if (code === 'rate.limited') return { detail: 'Too many requests: try again in 60 seconds' };
  return { detail: errors[code].title };
}

interface InvalidRequestExample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly error: ErrorDetail;
}

/** Builds a minimal invalid request for an endpoint, with the error it causes. */
export function invalidRequestExample({ params, query, body }: Endpoint): InvalidRequestExample {
  const required = body && 'required' in body ? (body.required as string[]) : undefined;
  if (required?.[0]) {
    const field = `body.${required[0]}`;
    return { body: {}, error: { detail: `${field} is required`, field } };
  }
  const parameter = Object.entries(params?.properties ?? {})[0];
  if (parameter) {
    const [name, schema] = parameter as [string, { format?: string; maxLength?: number }];
    const field = `params.${name}`;
    if (schema.format) {
      const detail = `${field} is not valid`;
      return { params: { [name]: 'x' }, error: { detail, field } };
    }
    const { maxLength = 0 } = schema;
    const detail = `${field} must have at most ${maxLength} characters`;
    return { params: { [name]: 'x'.repeat(maxLength + 1) }, error: { detail, field } };
  }
  const requiredQuery = query?.required?.[0];
  if (requiredQuery) {
    const field = `query.${requiredQuery}`;
    return { query: {}, error: { detail: `${field} is required`, field } };
  }
  for (const [name, schema] of Object.entries(query?.properties ?? {})) {
    const { minimum } = schema as { minimum?: number };
    if (minimum === undefined) continue;
    const [field, value] = [`query.${name}`, minimum - 1];
    return {
      query: { [name]: value },
      error: { detail: `${field} must be at least ${minimum}`, field },
    };
  }
  const literal = Object.entries(query?.properties ?? {}).find(([, schema]) => 'const' in schema);
  if (literal) {
    const field = `query.${literal[0]}`;
    return {
      query: { [literal[0]]: 'x' },
      error: { detail: `${field} must be equal to constant`, field },
    };
  }
  const q = query?.properties.q as { maxLength?: number } | undefined;
  if (q?.maxLength) {
    const detail = `query.q must have at most ${q.maxLength} characters`;
    return { query: { q: 'x'.repeat(q.maxLength + 1) }, error: { detail, field: 'query.q' } };
  }
  const named = Object.entries(query?.properties ?? {}).find(([, schema]) => 'enum' in schema);
  if (named) {
    const field = `query.${named[0]}`;
    const detail = `${field} must be equal to one of the allowed values`;
    return { query: { [named[0]]: 'x' }, error: { detail, field } };
  }
  // The endpoint has no schema for its input: only malformed JSON is invalid.
  const detail = "Body is not valid JSON but content-type is set to 'application/json'";
  return { body: '{', error: { detail } };
}
