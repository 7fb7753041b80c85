// Traces messages for operators who load an OpenTelemetry SDK before the service (NODE_OPTIONS=--import=…).
// Without an SDK nothing here does anything. Attributes hold ids, states and counts, never a number, name,
// text or address.

import { VERSION } from '@godwit/contract/version';
import {
  type Attributes,
  context,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

const NAME = 'godwit';

/** Null if no SDK is loaded. One can only be loaded before everything else. */
export const tracer: Tracer | null = findTracer();

function findTracer(): Tracer | null {
  const provider = trace.getTracerProvider();
  const isLoaded =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
  return isLoaded ? provider.getTracer(NAME, VERSION) : null;
}

export { SpanKind };

/** Whether tracing is on. */
export const isTraced = tracer !== null;

/** The parent of a message's spans, stored with the message: W3C trace context, version 00. */
export type TraceParent = string | null;

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The trace parent of the active span; null if tracing is off. */
export function traceparent(): TraceParent {
  const active = tracer && trace.getActiveSpan()?.spanContext();
  if (!active) return null;
  return `00-${active.traceId}-${active.spanId}-${active.traceFlags.toString(16).padStart(2, '0')}`;
}

function contextOf(parent: TraceParent | undefined) {
  if (parent === undefined) return context.active();
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(parent ?? '') ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

/** `parent`: the message's; default is the active span. */
type SpanOptions = { parent?: TraceParent; kind?: SpanKind; attributes?: Attributes };

/** Runs work in a span; `describe` adds attributes from its result. */
export async function traced<T>(
  name: string,
  { parent, kind, attributes }: SpanOptions,
  work: () => Promise<T>,
  describe: (outcome: T) => Attributes = () => ({}),
): Promise<T> {
  if (!tracer) return work();
  const within = contextOf(parent);
  const span = tracer.startSpan(name, { ...(kind && { kind }), ...(attributes && { attributes }) }, within);
  try {
    const outcome = await context.with(trace.setSpan(within, span), work);
    span.setAttributes(describe(outcome));
    return outcome;
  } catch (error) {
    // The error's message may contain data of the statement.
    span.setAttribute('error.type', (error as NodeJS.ErrnoException).code ?? (error as Error).name);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Records a span that has ended. */
export function noteSpan(
  name: string,
  { parent, kind, attributes }: SpanOptions,
  [startTime, endTime]: readonly [Date, Date],
): void {
  if (!tracer || !parent) return;
  const options = { startTime, ...(kind && { kind }), ...(attributes && { attributes }) };
  tracer.startSpan(name, options, contextOf(parent)).end(endTime);
}
