import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { ConfigError } from '../config.ts';

interface ServedMetrics {
  /** The port that was bound; 0 in a worker, whose primary process serves. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the metrics of this process; those of a worker are served by the primary process. */
export async function openMetrics(
  at: { host: string; port: number },
  registry: Registry,
): Promise<ServedMetrics> {
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry);
    // Answers the primary process.
    new AggregatorRegistry();
    return { port: 0, stop: async () => undefined };
  }
  return serve(at, registry.contentType, () => registry.metrics());
}

/** Serves the metrics of all workers together. */
export function serveClusterMetrics(at: { host: string; port: number }): Promise<ServedMetrics> {
  const aggregator = new AggregatorRegistry();
  return serve(at, aggregator.contentType, () => aggregator.clusterMetrics());
}

/**
 * Serves `GET /metrics` on a port of its own, which is not for the public.
 *
 * @param read renders the metrics.
 * @throws ConfigError if the port is in use.
 */
async function serve(
  { host, port }: { host: string; port: number },
  contentType: string,
  read: () => Promise<string>,
): Promise<ServedMetrics> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError(`METRICS_PORT ${port} cannot be used: ${(error as Error).message}`);
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
