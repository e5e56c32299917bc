import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, toProblemBody } from './problem.ts';

/** Seconds within which a body must arrive: 10 MB on a slow connection, or a few kilobytes. */
const timeoutSeconds = { upload: 120, other: 15 } as const;

/** Aborts a request whose body does not arrive in time, even if the response has been sent. */
export function enforceBodyTimeout(
  request: IncomingMessage,
  response: ServerResponse,
  isUpload: boolean,
): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) {
    return;
  }
  const seconds = isUpload ? timeoutSeconds.upload : timeoutSeconds.other;
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

/**
 * Handles malformed requests and header timeouts: sends a problem and closes the connection. One on which
 * nothing has arrived is closed without a response: browsers open connections in advance, and would take
 * it for the response to the request that they send next.
 */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const isUnused = isTimeout && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) return void socket.destroy();
  const detail = isTimeout
    ? 'The request did not arrive in time'
    : 'This is not a request that can be read';
  socket.end(rawProblemResponse(detail), () => socket.destroy());
}

/** A problem as a raw HTTP response, for requests that never reach Fastify. */
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
