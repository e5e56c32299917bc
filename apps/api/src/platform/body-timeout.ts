import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, toProblemBody } from './problem.ts';

/** Seconds in which a body must have arrived: 10 MB on a slow line, or a few kilobytes. */
const timeoutSeconds = { upload: 120, other: 15 } as const;

/** Lets a request go whose body does not arrive in time, whether it has been answered or not. */
export function enforceBodyTimeout(request: IncomingMessage, response: ServerResponse): void {
  const { headers, url } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) {
    return;
  }
  const seconds = url?.startsWith('/1/upload') ? timeoutSeconds.upload : timeoutSeconds.other;
  const timer = setTimeout(() => {
    if (!request.complete) abort(request, response);
  }, seconds * 1000);
  request.once('close', () => clearTimeout(timer));
}

function abort(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.destroy();
    return;
  }
  request.socket.end(rawProblemResponse('The request did not arrive in time'), () =>
    request.destroy(),
  );
}

/** Answers what is no request at all, or one whose head does not arrive in time; then hangs up. */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const detail = late
    ? 'The request did not arrive in time'
    : 'This is not a request that can be read';
  socket.end(rawProblemResponse(detail), () => socket.destroy());
}

/** A problem as it goes over the line, for a request that reaches no route. */
function rawProblemResponse(detail: string): string {
  const body = toProblemBody(new Problem('request.invalid', detail));
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${body.status} Bad Request`,
    'content-type: application/problem+json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}
