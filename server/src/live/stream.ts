// The event stream of one open page, coalesced so that a campaign does not flood it.
import { PassThrough, type Readable } from 'node:stream';
import type { LiveEvents } from '@godwit/contract/live';
import type { Signals } from '../db/signals.ts';
import { balanceTopic, campaignsTopic, decisionTopic, messagesTopic, readDetail } from './changes.ts';
import { createWaiting } from './waiting.ts';

/** The team and project of a stream. Without a project it carries only the team's events. */
export type LivePlace = { teamId: string; project: { id: string; mode: 'TEST' | 'LIVE' } | null };

export type StreamParts = {
  signals: Pick<Signals, 'on'>;
  /** Whether the stream may still be read; checked before each send. */
  isAllowed(): Promise<boolean>;
  balance(teamId: string): Promise<LiveEvents['balance']>;
  onError(error: unknown): void;
};

/** The shortest intervals between events, in milliseconds. */
export type Intervals = { flushMs: number; sumMs: number; heartbeatMs: number };
const INTERVALS: Intervals = { flushMs: 250, sumMs: 1_000, heartbeatMs: 15_000 };

export type LiveStream = { readable: Readable; end(): void };

const RETRY_MS = 2_000;

/** Opens a stream. It ends by itself when it is no longer allowed or its reader disconnects. */
export function openStream(
  { teamId, project }: LivePlace,
  { signals, isAllowed, balance, onError }: StreamParts,
  { flushMs, sumMs, heartbeatMs }: Intervals = INTERVALS,
): LiveStream {
  const out = new PassThrough();
  const waiting = createWaiting(sumMs);
  let pause: NodeJS.Timeout | undefined;

  /** Sends a single event at once, close followers together. A slow reader gets fewer, not later. */
  function flush() {
    pause = setTimeout(() => {
      pause = undefined;
      if (!waiting.isEmpty()) flush();
    }, flushMs);
    if (!out.writableNeedDrain) writeIfAllowed().catch(fail);
  }

  async function writeIfAllowed() {
    if (!(await isAllowed())) return end();
    const due = waiting.take();
    for (const [id, status] of due.messages) write(out, 'message', { id, status });
    for (const id of due.campaigns) write(out, 'campaign', { id });
    if (due.refresh) write(out, 'refresh', {});
    if (due.balance) write(out, 'balance', await balance(teamId));
    if (due.decision) write(out, 'decision', {});
  }

  function onSignal(topic: string, add: (detail: string) => void) {
    return signals.on(topic, (detail) => {
      add(detail);
      if (!pause) flush();
    });
  }
  const unsubscribe = [
    onSignal(balanceTopic(teamId), () => waiting.addBalance()),
    onSignal(decisionTopic(teamId), () => waiting.addDecision()),
  ];
  if (project) {
    const messages = messagesTopic(project.id, project.mode);
    const campaigns = campaignsTopic(project.id, project.mode);
    unsubscribe.push(
      onSignal(messages, (detail) => waiting.addMessages(readDetail(detail))),
      onSignal(campaigns, (detail) => waiting.addCampaigns(readDetail(detail)?.keys() ?? null)),
    );
  }
  // Also lets proxies and this server detect a lost connection.
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
