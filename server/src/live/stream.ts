// One open page's stream of events: what it shows and has changed, coalesced so that a campaign is no flood.
import { PassThrough, type Readable } from 'node:stream';
import type { LiveEvents } from '@godwit/contract/live';
import type { Signals } from '../db/signals.ts';
import { balanceTopic, decisionTopic, messagesTopic, readDetail } from './changes.ts';
import { createWaiting } from './waiting.ts';

/** Whom a stream is for and what it tells; without a project only what is the team's. */
export type LivePlace = { teamId: string; project: { id: string; mode: 'TEST' | 'LIVE' } | null };

export type StreamParts = {
  signals: Pick<Signals, 'on'>;
  /** Whether whoever opened the stream may still read it; asked before anything is told. */
  isAllowed(): Promise<boolean>;
  balance(teamId: string): Promise<LiveEvents['balance']>;
  onError(error: unknown): void;
};

/** How often things happen, at most. */
export type Pace = { flushMs: number; sumMs: number; heartbeatMs: number };
const PACE: Pace = { flushMs: 250, sumMs: 1_000, heartbeatMs: 15_000 };

export type LiveStream = { readable: Readable; end(): void };

const RETRY_MS = 2_000;

/** Opens a stream; it ends by itself when it is no longer allowed or its reader goes. */
export function openStream(
  { teamId, project }: LivePlace,
  { signals, isAllowed, balance, onError }: StreamParts,
  { flushMs, sumMs, heartbeatMs }: Pace = PACE,
): LiveStream {
  const out = new PassThrough();
  const waiting = createWaiting(sumMs);
  let pause: NodeJS.Timeout | undefined;

  /** Tells at once what comes alone, and together what comes close behind it. A slow reader gets less, not later. */
  function flush() {
    pause = setTimeout(() => {
      pause = undefined;
      if (!waiting.isEmpty()) flush();
    }, flushMs);
    if (!out.writableNeedDrain) tellIfAllowed().catch(fail);
  }

  async function tellIfAllowed() {
    if (!(await isAllowed())) return end();
    const told = waiting.take();
    for (const [id, status] of told.messages) write(out, 'message', { id, status });
    if (told.refresh) write(out, 'refresh', {});
    if (told.balance) write(out, 'balance', await balance(teamId));
    if (told.decision) write(out, 'decision', {});
  }

  function hear(topic: string, add: (detail: string) => void) {
    return signals.on(topic, (detail) => {
      add(detail);
      if (!pause) flush();
    });
  }
  const unsubscribe = [
    hear(balanceTopic(teamId), () => waiting.addBalance()),
    hear(decisionTopic(teamId), () => waiting.addDecision()),
  ];
  if (project) {
    const topic = messagesTopic(project.id, project.mode);
    unsubscribe.push(hear(topic, (detail) => waiting.addMessages(readDetail(detail))));
  }
  // Also shows proxies, and us, whether the other side is still there.
  const heartbeat = setInterval(() => {
    if (!out.writableNeedDrain) out.write(': still here\n\n');
    isAllowed().then((allowed) => allowed || end(), fail);
  }, heartbeatMs);

  function stop() {
    for (const off of unsubscribe) off();
    clearInterval(heartbeat);
    clearTimeout(pause);
  }
  function end() {
    out.end();
    stop();
  }
  function fail(error: unknown) {
    onError(error);
    end();
  }
  out.once('close', stop);
  out.write(`retry: ${RETRY_MS}\n\n`);
  write(out, 'ready', {});
  return { readable: out, end };
}

function write<Name extends keyof LiveEvents>(out: PassThrough, event: Name, data: LiveEvents[Name]) {
  if (out.writable) out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
