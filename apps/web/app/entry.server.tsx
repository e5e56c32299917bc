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

/** Milliseconds until a loader's unfinished promise is given up. */
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
  const whole = isbot(request.headers.get('user-agent')) || routerContext.isSpaMode;
  return new Promise((resolve, reject) => {
    let answered = false;
    const answer = () => {
      answered = true;
      const body = deferScripts(() => clearTimeout(giveUp));
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        // Large parts stay in their place: sent after the page, they would need a script to get there.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        [whole ? 'onAllReady' : 'onShellReady']: answer,
        onShellError: reject,
        onError(error) {
          // Before the shell is out, the rejection above reports the error.
          if (answered) onError(error);
        },
      },
    );
    const giveUp = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Reports what a loader or a page threw; answers such as 404 are none of that. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(webContext).onError(error);
};
