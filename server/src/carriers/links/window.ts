// Combines the windows of a link's sessions and its rate. Parts wait here, in order of arrival, for a window
// slot and a token, and are checked again after a long wait.
import type { TokenBucket } from './throttling.ts';

/** How long a part may wait for a slot. Together with the time for its answer this is less than a lease. */
const SLOT_WITHIN_MS = 15_000;
/**
 * Besides its window slots, a link takes on as many messages as its carrier answers in `ms` milliseconds.
 * An answer then sends the next message at once, without a fetch from the queue.
 * `least`: a fraction of the windows, also while the rate is unknown; `most`: this many messages, or the
 * windows if larger.
 * A fetch starts when half are left, so each fetch is in time and covers several messages.
 */
const AHEAD = { ms: 100, least: 0.2, most: 20 };
/** The rate covers this many answers. */
const RATE_OVER = 16;

/** A session as its link's windows use it; `bound` if it takes submits. */
export type Sender<Submit extends unknown[], Result extends { kind: string }> = {
  readonly state: string;
  freeWindow(): number;
  submit(...submit: Submit): Promise<Result>;
};

const NOT_WRITTEN = { kind: 'notWritten' } as const;
type NotWritten = typeof NOT_WRITTEN;

/**
 * Opens the windows of the sessions in `senders`, which is empty once nothing may be written.
 * `slots`: the slots of a session that is bound. A part that has waited for `checkedForMs` milliseconds is
 * checked again. `costOf`: how many tokens of the rate a submit takes.
 */
export function openWindows<Submit extends unknown[], Result extends { kind: string }>(
  senders: () => readonly Sender<Submit, Result>[],
  bucket: TokenBucket,
  {
    slots: slotsEach,
    checkedForMs,
    costOf = () => 1,
  }: { slots: () => number; checkedForMs: number; costOf?: (...submit: Submit) => number },
) {
  const waiting: (() => void)[] = [];
  const rate = openRate();
  let checking = 0;

  const free = () => senders().reduce((sum, session) => sum + session.freeWindow(), 0);
  const bound = () => senders().filter((session) => session.state === 'bound').length;

  /** How many parts may wait for a slot. */
  function ahead() {
    const slots = bound() * slotsEach();
    const answered = Math.min(Math.max(AHEAD.most, slots), rate.perMs() * AHEAD.ms);
    return slots === 0 ? 0 : Math.ceil(Math.max(slots * AHEAD.least, answered));
  }

  /** Wakes as many waiting parts as there are slots. Wakes all of them if no session is bound. */
  function freed() {
    if (waiting.length === 0) return;
    const count = bound() === 0 ? waiting.length : Math.min(free(), bucket.available());
    for (const resolve of waiting.splice(0, count)) resolve();
  }

  const line: Line<Sender<Submit, Result>> = {
    freeSender: () => freestOf(senders()),
    hasSlot: (session) => session.freeWindow() > 0 && bucket.available() > 0,
    checkedForMs,
    wait: (isNext, atMostMs) => waitIn(waiting, isNext, atMostMs),
    async check(mayGo) {
      checking++;
      const may = await mayGo();
      checking--;
      // Its slot goes to the next part.
      if (!may) freed();
      return may;
    },
  };

  return {
    /** Free slots, plus how many more parts may wait for one. See `Link.capacity`. */
    capacity(isBegun = false) {
      const slots = Math.min(free(), bucket.capacity());
      const most = Math.min(ahead(), bucket.ahead());
      const inLine = waiting.length + checking;
      const isTooSoon = !isBegun && slots === 0 && inLine > most / 2;
      return isTooSoon ? 0 : Math.max(0, slots + most - inLine);
    },
    freed,
    /** Submits over the session with the most capacity. See `whenFree`. */
    async submit(mayGo: () => Promise<boolean>, ...submit: Submit): Promise<Result | NotWritten> {
      const result = await whenFree(line, mayGo, (session) => {
        bucket.consume(costOf(...submit));
        // Requesting a token schedules the wake-up of the next part.
        if (waiting.length > 0) bucket.available();
        return session.submit(...submit);
      });
      if (result.kind === 'answered') rate.note();
      return result;
    },
  };
}

/** Waits in `waiting` until woken, or for `atMostMs` milliseconds. */
function waitIn(waiting: (() => void)[], isNext: boolean, atMostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(wake), 1);
    resolve();
  }, atMostMs);
  function wake() {
    clearTimeout(timer);
    resolve();
  }
  waiting[isNext ? 'unshift' : 'push'](wake);
  return promise;
}

/** The bound session with the most free slots, or null if none is bound. */
function freestOf<Any extends Pick<Sender<never, never>, 'state' | 'freeWindow'>>(
  senders: readonly Any[],
): Any | null {
  const bound = senders.filter((session) => session.state === 'bound');
  if (bound.length === 0) return null;
  return bound.reduce((best, session) => (session.freeWindow() > best.freeWindow() ? session : best));
}

type Line<Session> = {
  freeSender(): Session | null;
  /** Whether the session has a free slot and the link a token. */
  hasSlot(session: Session): boolean;
  /** Resolves when there may be a slot, or after `atMostMs`; `isNext` puts the part before all others. */
  wait(isNext: boolean, atMostMs: number): Promise<void>;
  check(mayGo: () => Promise<boolean>): Promise<boolean>;
  checkedForMs: number;
};

/**
 * Submits once a session has a slot. Returns `notWritten` if no session is bound, if the wait is too long, or
 * if `mayGo` refuses after a wait of `checkedForMs`.
 */
async function whenFree<Session, Result>(
  { freeSender, hasSlot, wait, check, checkedForMs }: Line<Session>,
  mayGo: () => Promise<boolean>,
  submit: (session: Session) => Promise<Result>,
): Promise<Result | NotWritten> {
  const begunAt = performance.now();
  const isInTime = () => performance.now() <= begunAt + SLOT_WITHIN_MS;
  let checkedAt = begunAt;
  // A check's result is used however long the check took, because nothing newer is known.
  let isChecked = false;
  for (;;) {
    let session = freeSender();
    while (session && !hasSlot(session)) {
      if (!isInTime()) return NOT_WRITTEN;
      isChecked = false;
      // A part that was woken before goes to the front. One millisecond more, because a timer may fire early.
      await wait(checkedAt !== begunAt, begunAt + SLOT_WITHIN_MS + 1 - performance.now());
      session = freeSender();
    }
    if (!session) return NOT_WRITTEN;
    // Nothing is awaited between the slot check and the submit. Otherwise several parts would take the same
    // slot.
    if (isChecked || performance.now() < checkedAt + checkedForMs) return submit(session);
    checkedAt = performance.now();
    // After a very long check the lease may have expired.
    isChecked = await check(async () => (await mayGo()) && isInTime());
    if (!isChecked) return NOT_WRITTEN;
  }
}

/** Answers per millisecond, measured over the last `RATE_OVER` answers. */
function openRate() {
  const times: number[] = [];
  return {
    note() {
      times.push(performance.now());
      if (times.length > RATE_OVER) times.shift();
    },
    perMs: () => (times.length < 2 ? 0 : times.length / Math.max(1, performance.now() - times[0]!)),
  };
}
