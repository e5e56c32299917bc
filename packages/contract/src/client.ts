import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts';
import type { ErrorCode, ProblemBody } from './errors.ts';

/** Why a call failed: the API's own codes, or no usable answer at all. */
export interface ApiError {
  readonly code: ErrorCode | 'network.failed';
  /** HTTP status; 0 where there was no usable answer. */
  readonly status: number;
  /** The sentence to show. */
  readonly message: string;
  readonly field?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly headers: Headers }
  | { readonly ok: false; readonly error: ApiError };

type RequestInput<E extends Endpoint> = (keyof ParamsOf<E> extends never
  ? { params?: undefined }
  : { params: ParamsOf<E> }) &
  (E['query'] extends object ? { query?: QueryOf<E> } : { query?: undefined }) &
  (E['body'] extends object ? { body: BodyOf<E> } : { body?: undefined }) & {
    /** Sent instead of what `getToken` gives. */
    token?: string;
    signal?: AbortSignal;
  };

export interface ClientOptions {
  /** Base host of the API, without a trailing slash; empty for the same origin. */
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The bearer token to send, if there is one. */
  readonly getToken?: () => Promise<string | undefined> | string | undefined;
}

export type ApiClient = <E extends Endpoint>(
  call: E,
  input: RequestInput<E>,
) => Promise<Result<ResponseOf<E>>>;

/**
 * The path of a call with its parameters filled in and its query appended.
 * Undefined query values are left out.
 */
export function buildPath(
  call: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/**
 * The typed client of the API. A call never throws: it resolves to the value, or to the problem in
 * words that can be shown.
 */
export function createApiClient({ baseUrl, fetch, getToken }: ClientOptions): ApiClient {
  return async (call, input) => {
    const {
      params,
      query,
      body,
      token = await getToken?.(),
      signal,
    } = input as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
      token?: string;
      signal?: AbortSignal;
    };
    const request = new Request(baseUrl + buildPath(call, params, query), {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(request);
      answer = await response.json();
    } catch {
      return { ok: false, error: networkError };
    }
    if (response.ok) return { ok: true, value: answer as never, headers: response.headers };
    return { ok: false, error: parseApiError(answer, response.status) };
  };
}

/** No answer at all: the line is cut, or too slow. */
export const networkError: ApiError = {
  code: 'network.failed',
  status: 0,
  message: 'Redial cannot be reached. Check your connection and try again.',
};

/**
 * What a refused call says, for calls that are not made by the client (an upload with progress).
 *
 * @param answer the parsed body, if there was one
 * @param status HTTP status; 0 where there was no answer
 */
export const parseApiError = (answer: unknown, status: number): ApiError =>
  parseProblemBody(answer) ?? { ...networkError, status };

function parseProblemBody(answer: unknown): ApiError | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { code, status, message, field } = answer as Partial<ProblemBody>;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number') {
    return undefined;
  }
  return { code, status, message, ...(typeof field === 'string' ? { field } : {}) };
}
