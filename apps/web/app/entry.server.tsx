import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { webContext } from './context.ts';
import { deferScripts } from './defer-scripts.ts';
import { NonceProvider } from './nonce.ts';

/** Milliseconds before a pending loader promise is rejected. */
export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const { nonce, onError } = context.get(webContext);
  const waitForAll = isbot(request.headers.get('user-agent')) || routerContext.isSpaMode;
  return new Promise((resolve, reject) => {
    let hasResponded = false;
    const respond = () => {
      hasResponded = true;
      const body = deferScripts(() => clearTimeout(abortTimer));
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        // Keeps large Suspense boundaries inline: streamed later, they would need a script to be
        // moved into place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        [waitForAll ? 'onAllReady' : 'onShellReady']: respond,
        onShellError: reject,
        onError(error) {
          // Errors before the shell is ready are reported through onShellError.
          if (hasResponded) onError(error);
        },
      },
    );
    const abortTimer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Reports errors thrown by loaders and components. Responses such as 404 are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(webContext).onError(error);
};
