// How far a link can be trusted at this moment, judged by what became of the messages it was sent. Only what is the carrier's
// fault counts against it: no answer, a temporary error, a throttle. A refusal of one message is an answer like any other; so many of them in
// a row, while another link would take messages, are the carrier's fault too.
import type { LINK_HEALTH } from '@godwit/contract/staffOperations';
import { type Clock, systemClock } from '@godwit/smpp/clock';
import type { SendOutcome } from './parts.ts';

export type HealthState = (typeof LINK_HEALTH)[number];

export type Health = {
  /** How many more messages may be handed over now. */
  capacity(): number;
  /** What part of its weight the link deserves, above 0 and at most 1. */
  share(): number;
  state(): HealthState;
  /** Why it is not open, in words for staff; null while it is. */
  words(): string | null;
  /** A message is about to be handed over. Each is followed by one `settled`. */
  took(): void;
  /** What became of it; null where it was not handed over after all. `isAlone`: no other link could take messages instead. */
  settled(outcome: SendOutcome | null, isAlone?: boolean): void;
  /** What came after it was settled. That the carrier has it after all is a success, however late. */
  settledLate(outcome: SendOutcome): void;
  close(): void;
};

/** Messages without an answer that a link may have before its first ones come. Each that it takes allows one more. */
export const UNPROVEN = 10;
/** So many faults with no success between them close a link. */
export const FAULTS_IN_ROW = 5;
/** A link that only throttles is asked with single messages, and closed when it has taken nothing for so long. */
export const THROTTLED_MS = 10_000;
const FIRST_PROBE_MS = 1_000;
export const SLOWEST_PROBE_MS = 60_000;
const RECENT = 20;
/** So many messages rejected with none taken between them close a link beside another one. */
export const REJECTED_IN_ROW = RECENT;
/** So many faults among the recent outcomes close a link too. */
const FAULTS_AMONG_RECENT = 15;
const LOWERED_BELOW = 0.8;

const FAULTS = ['unanswered', 'refused', 'throttled', 'rejected'] as const;
type Fault = (typeof FAULTS)[number];
type Outcome = Fault | 'good';
const MANY_REJECTED = Array<Outcome>(RECENT).fill('rejected');

const count = (recent: readonly Outcome[], outcome: Outcome) =>
  recent.filter((one) => one === outcome).length;

/** Judges one link; `onChange` is called when it may have more capacity, or has another state. */
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
    // What it rejects shows that it answers, not that it takes more than others.
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
    // What was under way when the link closed is no news.
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

/** When a closed link may be probed: after a second, and after twice as long with each probe that fails. */
function openProbing(onChange: () => void, clock: Clock) {
  let atMs: number | null = null;
  let afterMs = FIRST_PROBE_MS;
  let cancel = () => {};
  return {
    isClosed: () => atMs !== null,
    mayProbe: () => atMs !== null && clock.nowMs() >= atMs,
    close() {
      atMs = clock.nowMs() + afterMs;
      // A timer of the system may fire up to a millisecond early.
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

/** What an outcome says of the link; null for nothing, as when not a byte was written. A part that it took is a message that it takes. */
function judge(outcome: SendOutcome): Outcome | null {
  if (outcome.kind === 'inDoubt') return 'unanswered';
  if (outcome.kind === 'sent' || outcome.taken.length > 0) return 'good';
  if (outcome.kind === 'rejected') return 'rejected';
  if (outcome.carrierError === null) return null;
  return outcome.carrierError === 'ESME_RTHROTTLED' || outcome.carrierError === 'ESME_RMSGQFUL'
    ? 'throttled'
    : 'refused';
}

function wordsOf(state: HealthState, recent: readonly Outcome[]): string | null {
  if (state === 'OPEN') return null;
  const [worst] = FAULTS.toSorted((a, b) => count(recent, b) - count(recent, a));
  const what = `${count(recent, worst!)} of the last ${recent.length} messages ${worst}`;
  if (state === 'PROBING') return `Probing with single messages: ${what}`;
  return state === 'CLOSED' ? `Closed: ${what}` : `Takes less: ${what}`;
}
