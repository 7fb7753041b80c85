// The spans of a message, with an SDK loaded as an operator would: before anything of the service.
import { context, propagation, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished } from 'vitest';

const exporter = new InMemorySpanExporter();
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
const CALLER: SpanContext = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 };
propagation.setGlobalPropagator({
  inject() {},
  extract: (into, carrier) =>
    (carrier as { traceparent?: string }).traceparent ? trace.setSpanContext(into, CALLER) : into,
  fields: () => ['traceparent'],
});

// Anything imported earlier would have found no SDK.
const { makeLiveSender, reaches, startEngine } = await import('../test/carriers.ts');
const { waitFor } = await import('../test/database.ts');
const { startReceiver } = await import('../test/receiver.ts');
const { startCallbacks } = await import('./callbacks/delivery/deliver.ts');

const t = await startEngine();
const sender = await makeLiveSender(t);
const receiver = await startReceiver();

const named = (name: string, traceId: string) =>
  exporter.getFinishedSpans().filter((span) => span.name === name && span.spanContext().traceId === traceId);
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;

it('a message is one trace from its request to the callback, without personal data', async () => {
  const settings = { ...t.services.settings, callbacksAllowPrivate: true };
  const callbacks = startCallbacks({ ...t.services, settings }, t.signals);
  onTestFinished(() => callbacks.stop());
  const payload = {
    from: 'Lanka Shop',
    to: '+94771230001',
    body: 'Nimal, your parcel is here',
    status_callback: receiver.url,
  };
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: {
      authorization: sender.authorization.LIVE,
      traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
    },
    payload,
  });
  const message = answer.json();
  await reaches(t, sender, message, 'DELIVERED');

  const request = await waitFor(() =>
    exporter.getFinishedSpans().find(({ name }) => name === 'POST /v1/messages'),
  );
  const { traceId, spanId } = request.spanContext();
  expect(request.parentSpanContext).toBeUndefined();
  expect(request.links.map((link) => link.context)).toEqual([CALLER]);
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/messages',
    'http.response.status_code': 201,
  });
  await waitFor(() => named('callback', traceId).length > 0, { what: 'its callbacks' });
  const [accept] = named('accept', traceId);
  expect(parentOf(accept)).toBe(spanId);
  expect(accept?.attributes).toMatchObject({ 'godwit.message.id': message.id, 'godwit.outcome': 'accepted' });
  const under = ['queue', 'submit', 'receipt', 'callback'].map((name) => named(name, traceId)[0]);
  expect(under.map(parentOf)).toEqual(under.map(() => accept?.spanContext().spanId));
  expect(under[1]?.attributes).toMatchObject({ 'godwit.link': 'simulator-live', 'godwit.outcome': 'sent' });
  expect(under[2]?.attributes).toEqual({ 'godwit.status': 'DELIVERED' });
  expect(under[3]?.attributes).toMatchObject({ 'http.response.status_code': 200 });

  const said = JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, status }) => [name, attributes, status]),
  );
  for (const secret of [payload.to.slice(1), 'Lanka', 'Nimal', receiver.url, sender.project.id]) {
    expect(said).not.toContain(secret);
  }
});

it('a one-time code is in no span, from its start to its check', async () => {
  const code = '4815162342';
  const headers = { authorization: sender.authorization.LIVE };
  const begun = await t.app.inject({
    ...{ method: 'POST', url: '/v1/verifications', headers },
    payload: { from: 'Lanka Shop', to: '+94771230001', code },
  });
  expect(begun.statusCode, begun.body).toBe(201);
  const { id, message_id } = begun.json();
  const message = await t.app.inject({ url: `/v1/messages/${message_id}`, headers });
  await reaches(t, sender, message.json(), 'DELIVERED');
  const checked = await t.app.inject({
    ...{ method: 'POST', url: `/v1/verifications/${id}/check`, headers },
    payload: { code },
  });
  expect(checked.json()).toMatchObject({ valid: true });
  const spans = exporter.getFinishedSpans();
  const ofMessage = spans.filter(({ attributes }) => attributes['godwit.message.id'] === message_id);
  expect(ofMessage.length).toBeGreaterThan(0);
  const said = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(said).not.toContain(code);
});
