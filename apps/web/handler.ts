import type { ClientConfig, Endpoint } from '@redial/contract';

/** Values of a call to the API, as the URL would have them. */
export interface ApiInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** A response of the API, with its parsed body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Request context that the server passes to the web app. */
export interface WebContext {
  /** Calls a public read of the API in-process; its rate limits apply to the client's IP address. */
  readonly api: (
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    input: ApiInput,
  ) => Promise<ApiResponse>;
  readonly settings: ClientConfig;
  /** Public base URL without a trailing slash. */
  readonly publicUrl: string;
  /** Called with errors that occur while rendering; the user sees the error page. */
  readonly onError: (error: unknown) => void;
}

/**
 * Handles a request for a page or for a page's data: every URL that is neither an API endpoint nor a
 * file below `build/client`.
 *
 * Pages have their own `content-security-policy`. A response with `surrogate-control: max-age=…` is
 * complete and the same for everybody: it may be cached, headers included, for that many seconds as
 * long as the data of its `surrogate-key` does not change (without one, any data).
 */
export type WebHandler = (request: Request, context: WebContext) => Promise<Response>;

/**
 * Whether there is a page at a URL path, as it was sent. All other paths lead to the same 404 page. The
 * page itself may still respond with 404, for example if its product does not exist.
 */
export type PageMatcher = (path: string) => boolean;

/**
 * Exports of the server bundle `build/server/index.js` (in development, of the module `/server.ts`).
 * The files of `build/client` are served next to it; file names below `build/client/assets` contain a
 * content hash.
 */
export interface WebBundle {
  readonly handleWeb: WebHandler;
  readonly hasPage: PageMatcher;
}
