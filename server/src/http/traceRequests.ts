// Traces requests as spans if the operator has loaded an OpenTelemetry SDK.
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { tracer } from '../tracing.ts';
import type { App } from './types.ts';

/**
 * Makes each request its own span, named by its route. A caller's trace becomes a link: as a parent it
 * would decide which traces are kept here.
 */
export function traceRequests(app: App): void {
  // Set again for the hooks, which run later.
  const used = tracer;
  if (!used) return;
  const spans = new WeakMap<object, Span>();
  app.addHook('onRequest', async ({ raw, method, headers, routeOptions }) => {
    const route = routeOptions.url ?? '(no route)';
    const caller = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
    const span = used.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route },
        ...(caller && { links: [{ context: caller }] }),
      },
      ROOT_CONTEXT,
    );
    spans.set(raw, span);
  });
  // Here and not before: the body is read in a context of its own.
  app.addHook('preHandler', ({ raw }, _reply, done) => {
    const span = spans.get(raw);
    if (span) context.with(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
  app.addHook('onResponse', async ({ raw }, { statusCode }) => {
    const span = spans.get(raw);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
