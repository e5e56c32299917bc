import type { ClientConfig } from '@redial/contract';

/** Request context that the server passes to the web app. */
export interface WebContext {
  /**
   * Handles API requests in-process. URLs are absolute, below `publicUrl`; rate limits apply to the
   * client's IP address.
   */
  readonly api: (request: Request) => Promise<Response>;
  /** Fresh for each request, at least 128 random bits in base64; goes into every inline script. */
  readonly nonce: string;
  readonly settings: ClientConfig;
  /** Public base URL without a trailing slash. */
  readonly publicUrl: string;
  /** Called with errors that occur while rendering; the user sees the error page. */
  readonly onError: (error: unknown) => void;
}

/**
 * Answers one request for a page or for a page's data: whatever is no route of the API and no file
 * below `build/client`. Pages come with their own Content-Security-Policy (made from the nonce),
 * which replaces any that the server would set. One with `surrogate-control: max-age=…` is, but for
 * its nonce, the same for everyone for so many seconds, as long as no data changes.
 */
export type WebHandler = (request: Request, context: WebContext) => Promise<Response>;

/**
 * What the built bundle `build/server/index.js` (and, under Vite, the module `/server.ts`) exports.
 * The files of `build/client` are served beside it; those below `build/client/assets` carry a hash
 * in their name and never change.
 */
export interface WebBundle {
  readonly handleWeb: WebHandler;
}
