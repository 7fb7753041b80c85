// Traces of a message's way, for operators who load an OpenTelemetry SDK before the service (NODE_OPTIONS=--import=…). Without one nothing here
// does anything. Attributes have ids, states and counts: no number, name, text or address of anybody.
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
import { VERSION } from './version.ts';

const NAME = 'godwit';

/** Null where no SDK is loaded, which is before everything else or not at all. */
export const tracer: Tracer | null = findTracer();

function findTracer(): Tracer | null {
  const provider = trace.getTracerProvider();
  const isLoaded =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
  return isLoaded ? provider.getTracer(NAME, VERSION) : null;
}

export { SpanKind };

/** Whether anything is traced. */
export const isTraced = tracer !== null;

/** Where a message's spans hang, as it is stored with the message: W3C trace context, version 00. */
export type TraceParent = string | null;

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Of the span that is active; null where nothing is traced. */
export function traceParent(): TraceParent {
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

/** `parent`: the message's; left out, the span that is active. */
type SpanOptions = { parent?: TraceParent; kind?: SpanKind; attributes?: Attributes };

/** Runs work as a span; `describe` adds what is known by then. */
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
    // Its words may have what the statement was about.
    span.setAttribute('error.type', (error as NodeJS.ErrnoException).code ?? (error as Error).name);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Notes a span that has ended. */
export function noteSpan(
  name: string,
  { parent, kind, attributes }: SpanOptions,
  [startTime, endTime]: readonly [Date, Date],
): void {
  if (!tracer || !parent) return;
  const options = { startTime, ...(kind && { kind }), ...(attributes && { attributes }) };
  tracer.startSpan(name, options, contextOf(parent)).end(endTime);
}
