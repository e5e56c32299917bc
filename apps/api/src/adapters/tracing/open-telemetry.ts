import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanDescription, Tracing } from '../../ports/tracing.ts';

export interface OpenTelemetrySettings {
  /** The base URL of a collector that takes OTLP over HTTP; `/v1/traces` is added. */
  readonly endpoint: string;
  /** Header fields of every export, such as a key of the collector. */
  readonly headers: Readonly<Record<string, string>>;
  /** Which part of all traces is recorded, from 0 to 1. */
  readonly ratio: number;
  /** Describes this process, by OpenTelemetry's semantic conventions. */
  readonly resource: Readonly<Record<string, string>>;
  /** Called when spans could not be delivered; they are then lost. */
  readonly onError: (error: unknown) => void;
}

export interface OpenTelemetryTracing extends Tracing {
  /** The ids of the current trace and span, for log lines; none outside of a trace. */
  logFields(): Record<string, string>;
  /** Delivers what is left, for at most a few seconds. */
  stop(): Promise<void>;
}

/** Milliseconds after which an export is given up, so that a shutdown does not wait for a collector. */
const exportTimeoutMs = 3000;

/**
 * Records traces with OpenTelemetry and exports them by OTLP over HTTP (JSON). Nothing is registered
 * globally: packages that trace by themselves would record values of ours.
 *
 * The part of the traces is chosen by the trace's id, whatever a caller asks for: clients could otherwise
 * make every request a recorded one. Services that choose the same part record the same traces.
 */
export function createOpenTelemetryTracing(settings: OpenTelemetrySettings): OpenTelemetryTracing {
  const { endpoint, headers, ratio, resource, onError } = settings;
  setGlobalErrorHandler(onError);
  const chosen = new TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new ParentBasedSampler({
      root: chosen,
      remoteParentSampled: chosen,
      remoteParentNotSampled: chosen,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  });
  const tracer = provider.getTracer('redial');
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<OpenTelemetrySpan>();
  const contextOf = (parent: OpenTelemetrySpan | undefined): Context =>
    parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;

  const start = ({ name, attributes }: SpanDescription, kind: SpanKind, context: Context) => {
    const span = tracer.startSpan(name, { kind, ...(attributes ? { attributes } : {}) }, context);
    return toSpan(span, current);
  };
  return {
    startRequest: (description, carrier) => {
      const context = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      return start(description, SpanKind.SERVER, context);
    },
    startCall: (description) => {
      const parent = current.getStore();
      return parent && start(description, SpanKind.CLIENT, contextOf(parent));
    },
    inSpan: async (description, work) => {
      const span = start(description, SpanKind.INTERNAL, contextOf(current.getStore()));
      try {
        const result = await span.run(work);
        span.end();
        return result;
      } catch (error) {
        span.end({ error });
        throw error;
      }
    },
    logFields: () => {
      const span = current.getStore()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    stop: () => provider.shutdown().catch(onError),
  };
}

function toSpan(span: OpenTelemetrySpan, current: AsyncLocalStorage<OpenTelemetrySpan>): Span {
  return {
    run: (work) => current.run(span, work),
    end: ({ name, attributes, error } = {}) => {
      if (name) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', errorType(error));
      }
      span.end();
    },
  };
}

/** An error's code, or its class. Its message may have values. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}
