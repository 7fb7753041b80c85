// Outcomes of demo messages: mostly delivered; failures depend on destination, hour, weekday, and a few bad
// days of a carrier.
import type { FailureCode } from '@godwit/contract/messages/failures';
import { pick, pickByShare, type Random } from './random.ts';

/** A message's outcome or current state, with the time of each step in milliseconds since 1970. */
export type Outcome = {
  state: 'sent' | 'delivered' | 'failed';
  failure: FailureCode | null;
  carrierError: string | null;
  sentAt: number | null;
  deliveredAt: number | null;
  failedAt: number | null;
};

/**
 * When a message goes and to which prefix, in its project's time zone. `day` counts from the beginning of
 * the year.
 */
export type Circumstances = { at: number; prefix: string; hour: number; weekday: number; day: number };

const HOUR_MS = 3_600_000;
const BASE_RATE = 0.016;
/** Carriers that deliver worse than the others, by what their numbers begin with. */
const WORSE: Readonly<Record<string, number>> = {
  '+9478': 0.05,
  '+97150': 0.11,
  '+447911': 0.04,
  '+6421': 0.03,
};
const NIGHT_RATE = 0.03;
const SUNDAY_RATE = 0.012;
/** On these days one carrier has trouble from 10:00 to 13:00. */
const BAD_DAYS = [41, 133, 214, 302, 355];
const BAD_PREFIXES = ['+9471', '+6142'];
const BAD_RATE = 0.35;
/** A receipt that has not come yet. */
const OPEN_RATE = 0.012;

const REASONS = [
  { code: 'UNDELIVERED', share: 0.64 },
  { code: 'REJECTED', share: 0.14 },
  { code: 'NO_RECEIPT', share: 0.12 },
  { code: 'EXPIRED', share: 0.08 },
  { code: 'UNKNOWN', share: 0.02 },
] as const;

function failureRate({ prefix, hour, weekday, day }: Circumstances): number {
  const isBad = BAD_DAYS.includes(day) && hour >= 10 && hour < 13 && BAD_PREFIXES.includes(prefix);
  return (
    BASE_RATE +
    (WORSE[prefix] ?? 0) +
    (hour < 7 || hour >= 22 ? NIGHT_RATE : 0) +
    (weekday === 6 ? SUNDAY_RATE : 0) +
    (isBad ? BAD_RATE : 0)
  );
}

/** Decides about a message that was accepted at `at`; nothing of it lies after `now`. */
export function outcomeOf(random: Random, given: Circumstances, now: number): Outcome {
  const sentAt = given.at + 80 + Math.floor(random() * 600);
  const sent = {
    state: 'sent',
    failure: null,
    carrierError: null,
    sentAt,
    deliveredAt: null,
    failedAt: null,
  } as const;
  if (random() < failureRate(given)) return failed(random, given.at, sentAt, now) ?? sent;
  // Most within seconds, a few when the phone is on again.
  const slow = random() < 0.04 ? 40 + random() * 3_000 : 1 + random() ** 3 * 14;
  const deliveredAt = sentAt + Math.floor(slow * 1_000);
  const isOpen = deliveredAt > now || (now - given.at < 20 * HOUR_MS && random() < OPEN_RATE);
  return isOpen ? sent : { ...sent, state: 'delivered', deliveredAt };
}

/** Null if the failure would only come after `now`. */
function failed(random: Random, at: number, sentAt: number, now: number): Outcome | null {
  const { code } = pickByShare(random, REASONS);
  const of = (failedAt: number, carrierError: string | null, wasSent: boolean): Outcome | null =>
    failedAt > now
      ? null
      : {
          state: 'failed',
          failure: code,
          carrierError,
          sentAt: wasSent ? sentAt : null,
          deliveredAt: null,
          failedAt,
        };
  switch (code) {
    case 'UNDELIVERED':
      return of(
        sentAt + Math.floor(2_000 + random() * 90_000),
        pick(random, ['001', '001', '027', '034', '099']),
        true,
      );
    case 'REJECTED':
      return of(at + 250, pick(random, ['ESME_RINVDSTADR', 'ESME_RINVDSTADR', 'ESME_RSUBMITFAIL']), false);
    case 'NO_RECEIPT':
      return of(sentAt + 72 * HOUR_MS, null, true);
    case 'EXPIRED':
      return of(at + 24 * HOUR_MS, null, false);
    default:
      return of(at + 60_000, null, false);
  }
}
