import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, problemBody } from './problem.ts';

/** Seconds in which a body must have arrived: 10 MB on a slow line, or a few kilobytes. */
const patience = { upload: 120, other: 15 } as const;

/** Lets a request go whose body does not arrive in time, whether it has been answered or not. */
export function awaitBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, url } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) {
    return;
  }
  const seconds = url?.startsWith('/1/upload') ? patience.upload : patience.other;
  const timer = setTimeout(() => {
    if (!request.complete) letGo(request, response);
  }, seconds * 1000);
  request.once('close', () => clearTimeout(timer));
}

function letGo(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.destroy();
    return;
  }
  request.socket.end(refusal('The request did not arrive in time'), () => request.destroy());
}

/** Answers what is no request at all, or one whose head does not arrive in time; then hangs up. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const detail = late
    ? 'The request did not arrive in time'
    : 'This is not a request that can be read';
  socket.end(refusal(detail), () => socket.destroy());
}

/** A problem as it goes over the line, for a request that reaches no route. */
function refusal(detail: string): string {
  const body = problemBody(new Problem('request.invalid', detail));
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
