// A message's delivery as steps: what happened, where, when, and how long after the step before.
import type { MessageDetail } from '@godwit/contract/messages';
import { FAILURES } from '@godwit/contract/statuses';

type Platform = MessageDetail['platform'] | 'godwit' | 'carrier' | 'handset';
type EventName = 'accepted' | 'queued' | 'sent' | 'delivered' | 'failed';

export type Step = {
  event: EventName;
  platform: Platform;
  /** null while it is still to come. */
  at: string | null;
  /** Milliseconds since the step before; null for the first one and for those to come. */
  elapsedMs: number | null;
};

type Timed = Pick<MessageDetail, 'platform' | 'status' | 'events' | 'failure'>;

// A message that could only fail while it waited with us never reached a carrier.
function failedAt(code: string | undefined): Platform {
  const failure = Object.entries(FAILURES).find(([name]) => name === code)?.[1];
  const waiting = failure?.from.every((state) => state === 'accepted' || state === 'queued');
  return waiting ? 'godwit' : 'carrier';
}

/**
 * The steps in order. A step that was skipped is left out; those still to come are there, without a time, until the
 * message is final. A receipt may be stamped before the answer that it belongs to; elapsed time is never below zero.
 */
export function timelineOf({ platform: acceptedOn, status, events, failure }: Timed): Step[] {
  const all: [EventName, Platform, string | null][] = [
    ['accepted', acceptedOn, events.accepted_at],
    ['queued', 'godwit', events.queued_at],
    ['sent', 'carrier', events.sent_at],
    ['delivered', 'handset', events.delivered_at],
    ['failed', failedAt(failure?.code), events.failed_at],
  ];
  const last = all.findLastIndex(([, , at]) => at !== null);
  const open = status === 'ACCEPTED' || status === 'SENT';
  const steps: Step[] = [];
  let previous: string | null = null;
  for (const [index, [event, platform, at]] of all.entries()) {
    const isToCome = open && index > last && event !== 'failed';
    if (at === null && !isToCome) continue;
    const elapsedMs = at && previous ? Math.max(0, Date.parse(at) - Date.parse(previous)) : null;
    steps.push({ event, platform, at, elapsedMs });
    previous = at ?? previous;
  }
  return steps;
}

const SECONDS = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** Elapsed milliseconds as seconds with three decimals: `2.772`. */
export const formatSeconds = (ms: number): string => SECONDS.format(ms / 1000);

/** How long a step took beside the slowest one, 0 to 1. */
export function shareOfSlowest(step: Step, steps: readonly Step[]): number {
  const slowest = Math.max(...steps.map(({ elapsedMs }) => elapsedMs ?? 0));
  return slowest > 0 ? (step.elapsedMs ?? 0) / slowest : 0;
}
