import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { webContext } from './context.ts';
import { deferScripts } from './deferred-hydration/index.ts';
import { hashInlineScripts } from './inline-hashes.ts';
import { NonceProvider } from './nonce.ts';
import { insertStyles, stylesHash } from './styles/insert-styles.ts';

/** Milliseconds before a pending loader promise is rejected. */
export const streamTimeout = 5_000;

/**
 * Renders a page completely before it is sent. The page contains nothing request-specific, so that
 * the server can cache it together with its content security policy.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { settings, publicUrl, onError } = context.get(webContext);
  const nonce = randomBytes(16).toString('hex');
  const rendered = await render(
    <NonceProvider value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceProvider>,
    { nonce, onError },
  );
  const html = deferScripts(rendered);
  headers.set('content-type', 'text/html; charset=utf-8');
  const inline = { scripts: hashInlineScripts(html, nonce), styles: [stylesHash] };
  headers.set('content-security-policy', contentSecurityPolicy(inline, settings, publicUrl));
  const page = request.method === 'HEAD' ? null : insertStyles(html, nonce);
  return new Response(page, { status, headers });
}

function render(
  element: ReactNode,
  options: { nonce: string; onError: (error: unknown) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    let isShellReady = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce: options.nonce,
      // Keeps large Suspense boundaries inline: streamed later, they would need a script to be moved
      // into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady() {
        isShellReady = true;
      },
      onShellError: reject,
      onAllReady() {
        clearTimeout(abortTimer);
        text(pipe(new PassThrough())).then(resolve, reject);
      },
      onError(error) {
        // Errors before the shell is ready are reported through onShellError.
        if (isShellReady) options.onError(error);
      },
    });
    const abortTimer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Reports errors thrown by loaders and components. Responses such as 404 are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(webContext).onError(error);
};
