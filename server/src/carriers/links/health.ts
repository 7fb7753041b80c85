// Measures the health of a link from the outcomes of its messages, and sets how many messages it may have at
// once. Only faults of the carrier count: no answer, a temporary error, a throttle. A refused message counts
// as an answer, but many refusals in a row count as a fault if another link is open. A code that only the
// carrier defines counts as nothing: one team's wrong numbers must not close the link for all.
import { type Clock, systemClock } from '@godwit/smpp/session/clock';
import type { Health, HealthState, SendOutcome } from '../link.ts';

/** Messages without an answer that a new link may have at once. Each message it takes allows one more. */
export const UNPROVEN = 10;
/** This many faults without a success between them close a link. */
export const FAULTS_IN_ROW = 5;
/** A link that only throttles gets single messages, and closes after taking nothing for this long. */
export const THROTTLED_MS = 10_000;
const FIRST_PROBE_MS = 1_000;
export const SLOWEST_PROBE_MS = 60_000;
const RECENT = 20;
/** This many rejected messages, with none taken between them, close a link if another link is open. */
export const REJECTED_IN_ROW = RECENT;
/** This many faults among the recent outcomes also close a link. */
const FAULTS_AMONG_RECENT = 15;
const LOWERED_BELOW = 0.8;

const FAULTS = ['unanswered', 'refused', 'throttled', 'rejected'] as const;
type Fault = (typeof FAULTS)[number];
type Outcome = Fault | 'good';
const MANY_REJECTED = Array<Outcome>(RECENT).fill('rejected');

const count = (recent: readonly Outcome[], outcome: Outcome) =>
  recent.filter((one) => one === outcome).length;

/** Judges one link. `onChange` runs when its capacity may have grown or its state changed. */
export function openHealth(onChange: () => void, clock: Clock = systemClock): Health {
  let recent: Outcome[] = [];
  let faultsInRow = 0;
  let rejectedInRow = 0;
  let throttledSinceMs: number | null = null;
  let given = 0;
  let mayHave = UNPROVEN;
  const { isClosed, mayProbe, close, open, cancel } = openProbing(onChange, clock);
  const share = () => (count(recent, 'good') + 1) / (recent.length + 1);

  function noteGood(isTaken: boolean) {
    if (isTaken) rejectedInRow = 0;
    if (isClosed()) recent = [];
    open();
    faultsInRow = 0;
    throttledSinceMs = null;
    // A rejection shows that the link answers, not that it takes more messages.
    if (rejectedInRow === 0 || mayHave < UNPROVEN) mayHave++;
    recent = [...recent, 'good' as const].slice(-RECENT);
  }

  function noteRejected(isAlone: boolean) {
    rejectedInRow++;
    if (isAlone || rejectedInRow < REJECTED_IN_ROW) return noteGood(false);
    recent = MANY_REJECTED;
    if (isClosed() && !mayProbe()) return;
    mayHave = 1;
    close();
  }

  function noteFault(fault: Fault) {
    const wasProbe = mayProbe();
    recent = [...recent, fault].slice(-RECENT);
    faultsInRow++;
    if (fault === 'throttled') throttledSinceMs ??= clock.nowMs();
    // Faults of messages in flight when the link closed add nothing.
    if (isClosed() && !wasProbe) return;
    const among = count(recent, 'unanswered') + count(recent, 'refused');
    if (!wasProbe && faultsInRow < FAULTS_IN_ROW && among < FAULTS_AMONG_RECENT) return;
    const onlySlow = fault === 'throttled' && !wasProbe && clock.nowMs() - throttledSinceMs! < THROTTLED_MS;
    mayHave = 1;
    if (!onlySlow) close();
  }

  function state(): HealthState {
    if (isClosed()) return mayProbe() ? 'PROBING' : 'CLOSED';
    return faultsInRow >= FAULTS_IN_ROW || share() < LOWERED_BELOW ? 'LOWERED' : 'OPEN';
  }

  return {
    state,
    share,
    capacity: () => (isClosed() && !mayProbe() ? 0 : Math.max(0, mayHave - given)),
    words: () => wordsOf(state(), recent),
    took: () => void given++,
    settled(outcome, isAlone = true) {
      given--;
      const judged = outcome && judge(outcome);
      if (judged === 'good') noteGood(true);
      else if (judged === 'rejected') noteRejected(isAlone);
      else if (judged) noteFault(judged);
      onChange();
    },
    settledLate(outcome) {
      if (outcome.kind === 'sent' || outcome.taken.length > 0) noteGood(true);
      onChange();
    },
    close: cancel,
  };
}

/**
 * Times the probes of a closed link: the first after one second, each later one after twice the previous
 * wait.
 */
function openProbing(onChange: () => void, clock: Clock) {
  let atMs: number | null = null;
  let afterMs = FIRST_PROBE_MS;
  let cancel = () => {};
  return {
    isClosed: () => atMs !== null,
    mayProbe: () => atMs !== null && clock.nowMs() >= atMs,
    close() {
      atMs = clock.nowMs() + afterMs;
      // A system timer may fire up to a millisecond early.
      cancel = clock.after(afterMs + 1, onChange);
      afterMs = Math.min(SLOWEST_PROBE_MS, afterMs * 2);
    },
    open() {
      cancel();
      atMs = null;
      afterMs = FIRST_PROBE_MS;
    },
    cancel: () => cancel(),
  };
}

/**
 * Classifies an outcome for the link's health, or null if it says nothing, as when no byte was written or the
 * carrier answered with a code of its own. One part taken counts as good.
 */
function judge(outcome: SendOutcome): Outcome | null {
  if (outcome.kind === 'inDoubt') return 'unanswered';
  if (outcome.kind === 'sent' || outcome.taken.length > 0) return 'good';
  if (outcome.kind === 'rejected') return 'rejected';
  if (outcome.carrierError === null || outcome.isOwnCode) return null;
  return outcome.isThrottle ? 'throttled' : 'refused';
}

function wordsOf(state: HealthState, recent: readonly Outcome[]): string | null {
  if (state === 'OPEN') return null;
  const [worst] = FAULTS.toSorted((a, b) => count(recent, b) - count(recent, a));
  const what = `${count(recent, worst!)} of the last ${recent.length} messages ${worst}`;
  if (state === 'PROBING') return `Probing with single messages: ${what}`;
  return state === 'CLOSED' ? `Closed: ${what}` : `Takes less: ${what}`;
}
