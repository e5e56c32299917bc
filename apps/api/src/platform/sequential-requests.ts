import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection. Browsers and proxies send none before the response. */
const maxWaiting = 20;

/**
 * Handles the requests of a connection one after the other (HTTP pipelining); the connection of a client
 * that sends many without waiting is closed.
 *
 * Node.js would handle them all at once, and buffer each response until the ones before it are sent: some
 * kilobytes of requests for images, sent at once by a client that reads nothing, would take hundreds of
 * megabytes. Besides, a response that waits for its socket emits no `close` when its client disconnects,
 * so what it has reserved would never be released.
 */
export function handleSequentially(listener: RequestListener): RequestListener {
  /** What waits on a connection whose response is being computed or sent. */
  const queues = new WeakMap<Socket, (() => void)[]>();

  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    const handle = () => {
      response.once('close', startNext);
      listener(request, response);
    };
    const startNext = () => {
      const next = queues.get(socket)?.shift();
      if (next) next();
      else queues.delete(socket);
    };
    if (!queue) {
      queues.set(socket, []);
      return handle();
    }
    if (queue.length >= maxWaiting) return void socket.destroy();
    queue.push(() => {
      // Without a socket, the connection was closed with the response before.
      if (response.socket) handle();
    });
  };
}
