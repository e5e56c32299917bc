import { randomUUID } from 'node:crypto';
import type { OpenTelemetryTracing } from '@redial/api/adapters/open-telemetry';
import type { Config } from '../config.ts';

/** Between two lines about a collector that does not answer, in milliseconds. */
const reportIntervalMs = 60_000;

/**
 * Opens the traces, if they are on. The adapter is loaded only then.
 *
 * @param onError called at most once a minute while spans cannot be delivered.
 */
export async function openTracing(
  { tracing }: Pick<Config, 'tracing'>,
  onError: (error: unknown) => void,
): Promise<OpenTelemetryTracing | undefined> {
  if (!tracing) return undefined;
  const { createOpenTelemetryTracing } = await import('@redial/api/adapters/open-telemetry');
  let reportedAt = Number.NEGATIVE_INFINITY;
  return createOpenTelemetryTracing({
    ...tracing,
    resource: { 'service.name': 'redial', 'service.instance.id': randomUUID() },
    onError: (error) => {
      if (performance.now() - reportedAt < reportIntervalMs) return;
      reportedAt = performance.now();
      onError(error);
    },
  });
}
