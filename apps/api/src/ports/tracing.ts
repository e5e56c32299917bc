/** Values that say nothing about a person: no ids of records, URLs, queries, tokens or texts. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanDescription {
  /** One of few: a route, a use case, a kind of statement. */
  readonly name: string;
  readonly attributes?: SpanAttributes;
}

/** A timed step of a trace that has begun. */
export interface Span {
  /** Runs work whose spans are children of this one, also after it has waited. */
  run<T>(work: () => T): T;
  /**
   * Ends the span.
   *
   * @param end.error what was thrown: its type is recorded, never its message.
   */
  end(end?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void;
}

/** Records where time goes, as a tree of spans. */
export interface Tracing {
  /**
   * Begins the span of a client's request, which continues the trace of the caller, if it names one.
   *
   * @param headers `traceparent` and `tracestate` of W3C Trace Context.
   */
  startRequest(
    span: SpanDescription,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Span;
  /** Begins the span of a call of another system; `undefined` outside of a trace. */
  startCall(span: SpanDescription): Span | undefined;
  /** Does a step of a trace, or begins a trace with it. */
  inSpan<T>(span: SpanDescription, work: () => Promise<T>): Promise<T>;
}
