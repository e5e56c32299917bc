import type { BodyOf, Endpoint, ErrorsOf, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts';
import type { ErrorCode, ProblemBody } from './errors.ts';

/**
 * Why a request failed.
 *
 * @template Code the error codes of the endpoint. `network.failed` means that there was no usable
 *   response.
 */
export interface ApiError<Code extends string = ErrorCode> {
  readonly code: Code | 'network.failed';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** A sentence to show to the user. */
  readonly message: string;
  readonly field?: string;
}

export type Result<T, Code extends string = ErrorCode> =
  | { readonly ok: true; readonly value: T; readonly headers: Headers }
  | { readonly ok: false; readonly error: ApiError<Code> };

/** The result of a request to an endpoint: its response, or one of the errors it declares or implies. */
export type ResultOf<E extends Endpoint> = Result<ResponseOf<E>, ErrorsOf<E>>;

type RequestInput<E extends Endpoint> = (keyof ParamsOf<E> extends never
  ? { params?: undefined }
  : { params: ParamsOf<E> }) &
  (E['query'] extends object ? { query?: QueryOf<E> } : { query?: undefined }) &
  (E['body'] extends object ? { body: BodyOf<E> } : { body?: undefined }) & {
    /** Bearer token; overrides `getToken`. */
    token?: string;
    signal?: AbortSignal;
  };

export interface ClientOptions {
  /** Base URL of the API without a trailing slash; empty for the same origin. */
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Returns the bearer token to send, if any. */
  readonly getToken?: () => Promise<string | undefined> | string | undefined;
}

export type ApiClient = <E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
) => Promise<ResultOf<E>>;

/**
 * Builds the URL path of a request: fills in the path parameters and appends the query string.
 * Query parameters that are `undefined` are omitted.
 */
export function buildPath(
  endpoint: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
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
 * Creates the typed API client. The client never throws: it resolves to the response value or to an
 * error with a displayable message.
 */
export function createApiClient({ baseUrl, fetch, getToken }: ClientOptions): ApiClient {
  return async (endpoint, input) => {
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
    const request = new Request(baseUrl + buildPath(endpoint, params, query), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    let response: Response;
    let responseBody: unknown;
    try {
      response = await fetch(request);
      const isText = response.headers.get('content-type')?.startsWith('text/');
      responseBody = await (isText ? response.text() : response.json());
    } catch {
      return { ok: false, error: networkError };
    }
    if (response.ok) return { ok: true, value: responseBody as never, headers: response.headers };
    return { ok: false, error: parseApiError(responseBody, response.status) };
  };
}

/** There was no usable response: the network failed or timed out. */
export const networkError: ApiError<never> = {
  code: 'network.failed',
  status: 0,
  message: 'Redial cannot be reached. Check your connection and try again.',
};

/**
 * Parses an error response. Exported for requests that are not made by the client, such as an upload
 * with progress.
 *
 * @param body the parsed response body, if any.
 * @param status HTTP status; 0 if there was no response.
 */
export const parseApiError = <Code extends string>(body: unknown, status: number): ApiError<Code> =>
  parseProblemBody<Code>(body) ?? { ...networkError, status };

/** The server only responds with errors that the endpoint declares or implies, which is `Code`. */
function parseProblemBody<Code extends string>(body: unknown): ApiError<Code> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, status, message, field } = body as Partial<ProblemBody>;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number') {
    return undefined;
  }
  return { code: code as Code, status, message, ...(typeof field === 'string' ? { field } : {}) };
}
