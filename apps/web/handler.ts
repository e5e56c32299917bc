import type { ClientConfig } from '@redial/contract';

/** Request context that the server passes to the web app. */
export interface WebContext {
  /**
   * Handles API requests in-process. URLs are absolute, below `publicUrl`; rate limits apply to the
   * client's IP address.
   */
  readonly api: (request: Request) => Promise<Response>;
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
