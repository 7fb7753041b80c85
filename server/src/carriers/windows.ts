// The windows of several sessions as one: who waits for a place has it in the order they came, and is looked at again after a wait.
import type { SmppSession, SubmitResult } from '@godwit/smpp/session';

/** How long a part may wait for a place: with the time for its answer it is less than a lease. */
const PLACE_WITHIN_MS = 15_000;
/**
 * Beyond the places of its windows a link takes on what its carrier answers in so long: an answer has the next message sent at once, and not after
 * one is fetched from the queue. `least`: so much of the windows, also while nothing is known; `most`: as much as the windows, or so many messages.
 * New ones are fetched when half of them are left, so that a fetch is for several, and in time.
 */
const AHEAD = { ms: 100, least: 0.2, most: 20 };
/** Of so many last answers the rate is taken. */
const RATE_OVER = 16;

/** Opens the windows of the sessions that send; each has `window` places, and what has waited for `checkedForMs` is asked about. */
export function openWindows(senders: readonly SmppSession[], window: number, checkedForMs: number) {
  const waiting: (() => void)[] = [];
  const rate = openRate();
  let checking = 0;

  const freeSender = () => {
    const bound = senders.filter((session) => session.state === 'bound');
    if (bound.length === 0) return null;
    return bound.reduce((best, session) => (session.freeWindow() > best.freeWindow() ? session : best));
  };
  const free = () => senders.reduce((sum, session) => sum + session.freeWindow(), 0);
  const bound = () => senders.filter((session) => session.state === 'bound').length;

  /** How many may wait for a place. */
  function ahead() {
    const places = bound() * window;
    const answered = Math.min(Math.max(AHEAD.most, places), rate.perMs() * AHEAD.ms);
    return places === 0 ? 0 : Math.ceil(Math.max(places * AHEAD.least, answered));
  }

  /** Has as many of the parts that wait look again as there are places; all of them where there will be none. */
  function freed() {
    for (const resolve of waiting.splice(0, bound() === 0 ? waiting.length : free())) resolve();
  }

  const line: Line = {
    freeSender,
    checkedForMs,
    wait: (isNext) => new Promise((resolve) => waiting[isNext ? 'unshift' : 'push'](resolve)),
    async check(mayGo) {
      checking++;
      const may = await mayGo();
      checking--;
      // Its place is for the next one.
      if (!may) freed();
      return may;
    },
  };

  return {
    /** How many submits there is a place for, and how many more may wait for one. */
    capacity() {
      const [places, most, inLine] = [free(), ahead(), waiting.length + checking];
      return places === 0 && inLine > most / 2 ? 0 : Math.max(0, places + most - inLine);
    },
    freed,
    /** Submits over the session with the most capacity, as `whenFree` says. */
    async submit(
      mayGo: () => Promise<boolean>,
      ...submit: Parameters<SmppSession['submit']>
    ): Promise<SubmitResult> {
      const result = await whenFree(line, mayGo, (session) => session.submit(...submit));
      if (result.kind === 'answered') rate.note();
      return result;
    },
  };
}

type Line = {
  freeSender(): SmppSession | null;
  /** Resolves when there may be a place; `isNext`: before all others. */
  wait(isNext: boolean): Promise<void>;
  check(mayGo: () => Promise<boolean>): Promise<boolean>;
  checkedForMs: number;
};

/**
 * Submits once a session has a place; not at all once none is bound, nor where it had to wait for `checkedForMs` and `mayGo` says by then that it
 * may not.
 */
async function whenFree(
  { freeSender, wait, check, checkedForMs }: Line,
  mayGo: () => Promise<boolean>,
  submit: (session: SmppSession) => Promise<SubmitResult>,
): Promise<SubmitResult> {
  const begunAt = performance.now();
  const isInTime = () => performance.now() <= begunAt + PLACE_WITHIN_MS;
  let checkedAt = begunAt;
  // However long the look itself took: nothing newer can be known.
  let isChecked = false;
  for (;;) {
    let session = freeSender();
    while (session?.freeWindow() === 0) {
      if (!isInTime()) return { kind: 'notWritten' };
      isChecked = false;
      // Who has had a turn already is the next one.
      await wait(checkedAt !== begunAt);
      session = freeSender();
    }
    if (!session) return { kind: 'notWritten' };
    // Nothing is awaited between the look and the submit, or several messages would take the same place.
    if (isChecked || performance.now() < checkedAt + checkedForMs) return submit(session);
    checkedAt = performance.now();
    // Behind a look that took very long the lease may have run out.
    isChecked = await check(async () => (await mayGo()) && isInTime());
    if (!isChecked) return { kind: 'notWritten' };
  }
}

/** How many answers come in a millisecond, by the last ones. */
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
