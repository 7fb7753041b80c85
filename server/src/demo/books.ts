// Ledger of a demo year: charges and refunds of its messages, and top-ups early enough that the balance
// never runs out.
import { FAILURES } from '@godwit/contract/messages/failures';
import { startOfDay } from '@godwit/contract/timezones';
import { newId } from '../ids.ts';
import type { DemoMessage } from './year.ts';

/** A row of the ledger; `project` and `day` of charges and refunds only. */
export type Entry = {
  id: string;
  kind: 'TOP_UP' | 'CHARGE' | 'REFUND';
  amountMicros: bigint;
  /** Null for a charge. */
  businessKey: string | null;
  projectId: string | null;
  day: string | null;
  createdAt: Date;
};

export type TopUp = { id: string; amountMicros: bigint; at: Date };
export type SpentDay = { projectId: string; day: string; spentMicros: bigint };

const MICROS = 1_000_000n;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Customers pay on the morning when less than this share of a top-up would be left. */
const LOW_SHARE = 5n;

/**
 * Entries, top-ups and daily spending of the messages of a team; all of a project and day are charged by one
 * entry.
 */
export function keepBooks(
  messages: readonly DemoMessage[],
  { topUp, timezone }: { topUp: number; timezone: string },
) {
  const live = messages.filter(({ mode, costMicros }) => mode === 'LIVE' && costMicros > 0n);
  const byDay = Map.groupBy(live, ({ day }) => day);
  const entries: Entry[] = [];
  const topUps: TopUp[] = [];
  const spent: SpentDay[] = [];
  const amountMicros = BigInt(topUp) * MICROS;
  let balanceMicros = 0n;
  for (const day of [...byDay.keys()].sort()) {
    const ofDay = Map.groupBy(byDay.get(day)!, ({ projectId }) => projectId);
    const charged = ofDay.values().reduce((sum, some) => sum + sumOf(some), 0n);
    // Before the first message of the day, one minute after the other.
    let at = startOfDay(day, timezone).getTime() - DAY_MS / 3;
    while (balanceMicros - charged < amountMicros / LOW_SHARE) {
      at += MINUTE_MS;
      const topUp = { id: newId(new Date(at)), amountMicros, at: new Date(at) };
      topUps.push(topUp);
      entries.push(
        entry({ kind: 'TOP_UP', amountMicros, businessKey: `payment:${topUp.id}`, createdAt: topUp.at }),
      );
      balanceMicros += amountMicros;
    }
    for (const [projectId, some] of ofDay) {
      const posted = chargesOf(projectId, day, some);
      entries.push(...posted);
      const totalMicros = posted.reduce((sum, one) => sum + one.amountMicros, 0n);
      spent.push({ projectId, day, spentMicros: -totalMicros });
      balanceMicros += totalMicros;
    }
  }
  return { entries, topUps, spent, balanceMicros };
}

function chargesOf(projectId: string, day: string, messages: readonly DemoMessage[]): Entry[] {
  const first = messages.reduce((one, other) => (one.acceptedAt < other.acceptedAt ? one : other));
  const place = { projectId, day };
  const charge = entry({
    ...place,
    kind: 'CHARGE',
    amountMicros: -sumOf(messages),
    businessKey: null,
    createdAt: first.acceptedAt,
  });
  const refunds = messages
    .filter(({ failure }) => failure !== null && FAILURES[failure].refunded)
    .map(({ id, costMicros, failedAt }) =>
      entry({
        ...place,
        kind: 'REFUND',
        amountMicros: costMicros,
        businessKey: `refund:${id}`,
        createdAt: new Date(failedAt!),
      }),
    );
  return [charge, ...refunds];
}

function sumOf(messages: readonly DemoMessage[]): bigint {
  return messages.reduce((sum, { costMicros }) => sum + costMicros, 0n);
}

function entry(given: Omit<Entry, 'id' | 'projectId' | 'day'> & Partial<Entry>): Entry {
  return { projectId: null, day: null, ...given, id: newId(given.createdAt) };
}
