// The background loop of every job: rounds run when woken and periodically.
import type { Logger } from 'pino';
import { isOutage, outage } from '../db/outage.ts';
import type { Signals } from '../db/signals.ts';

export type Loop = {
  /** Runs a round now, or once more after the running one. Wake-ups until then count as one. */
  wake(): void;
  /**
   * Starts nothing more and waits for tasks in flight, at most `stopMs` milliseconds. The database keeps the
   * rest safe.
   */
  stop(): Promise<void>;
};

/** The inputs of a round. */
export type Round = {
  /** Aborted by the stop. A long round checks it between its pieces. */
  signal: AbortSignal;
  /** The number of begun tasks that have not ended. */
  inFlight: number;
  /**
   * Starts a task that runs beside the next rounds and wakes the loop when it ends. On failure, `about` is
   * logged with the error.
   */
  begin(work: () => Promise<unknown>, about: object): void;
};

type Options = {
  /** The loop's work for the log, such as "sending mails". */
  name: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds until the next round unless woken, because wake-ups are only hints. */
  everyMs: number;
  /** Signals on this topic, from any process, wake this loop. */
  wakeOn?: { signals: Pick<Signals, 'on'>; topic: string };
  /** Without it a stop waits as long as necessary. */
  stopMs?: number;
  /**
   * Does the pending work. Returns the milliseconds to wait if not `everyMs`: 0 continues at once, Infinity
   * waits to be woken.
   */
  round(round: Round): Promise<number | undefined>;
};

/**
 * The state of a loop in this process; times in milliseconds since 1970. `failures`: consecutive failed
 * rounds.
 */
export type LoopState = {
  name: string;
  failures: number;
  succeededAt: number | null;
  beganAt: number | null;
};

const states = new Set<LoopState>();

/** Every loop that runs in this process. */
export const loopStates = (): readonly LoopState[] => [...states];

/** A wake-up cannot shorten this wait after a failure. Without one, the wait doubles with each failure. */
const FIRST_RETRY_MS = 100;
/** The wait grows up to `everyMs`, or up to this if smaller. */
const SLOWEST_RETRY_MS = 1_000;
/** Longer rounds are logged. */
const LATE_MS = 60_000;
/** The longest wait of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Starts a loop with a first round at once. A failed round is retried at growing intervals and never ends the
 * loop.
 * The log has one line when it starts to fail, when it fails differently, and when it works again.
 */
export function startLoop({ name, log, everyMs, wakeOn, stopMs = Infinity, round }: Options): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = openWait(signal);
  const trouble = openTrouble({ name, log, everyMs });
  const inFlight = new Set<Promise<unknown>>();
  const state: LoopState = { name, failures: 0, succeededAt: null, beganAt: null };
  states.add(state);
  let isLeft = false;

  function begin(work: () => Promise<unknown>, about: object): void {
    if (isLeft) return;
    const working = work()
      .catch((err: unknown) => log.error({ err, loop: name, ...about }, 'a background task failed'))
      .finally(() => {
        inFlight.delete(working);
        wait.wake();
      });
    inFlight.add(working);
  }

  const runRound = () =>
    noted(state, log, async () => (await round({ signal, inFlight: inFlight.size, begin })) ?? everyMs);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      wait.reset();
      try {
        const waitMs = await runRound();
        trouble.end();
        await wait.pause(waitMs);
      } catch (err) {
        const waitMs = trouble.note(err);
        await wait.pause(FIRST_RETRY_MS, 'fixed');
        await wait.pause(waitMs - FIRST_RETRY_MS);
      }
    }
  }

  const off = wakeOn?.signals.on(wakeOn.topic, wait.wake);
  const running = run();
  return {
    wake: wait.wake,
    async stop() {
      off?.();
      states.delete(state);
      stopping.abort();
      wait.wake();
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, Math.min(stopMs, LONGEST_MS));
      await Promise.race([running.then(() => Promise.all(inFlight)), limit.promise]);
      clearTimeout(timer);
      isLeft = true;
    },
  };
}

/** Runs a round and records it in `state`. Logs a long one. */
async function noted(state: LoopState, log: Options['log'], round: () => Promise<number>): Promise<number> {
  const late = setTimeout(
    () => log.warn({ loop: state.name }, 'a round of background work takes more than a minute'),
    LATE_MS,
  ).unref();
  state.beganAt = Date.now();
  try {
    const waitMs = await round();
    Object.assign(state, { failures: 0, succeededAt: Date.now() });
    return waitMs;
  } catch (error) {
    state.failures++;
    throw error;
  } finally {
    clearTimeout(late);
    state.beganAt = null;
  }
}

/**
 * A wait that a wake-up ends, including one since the last `reset`. A fixed wait ends with its time or when
 * `stop` aborts.
 */
function openWait(stop: AbortSignal) {
  let isWoken = false;
  let end = () => {};
  return {
    reset() {
      isWoken = false;
    },
    wake() {
      isWoken = true;
      end();
    },
    async pause(ms: number, fixed?: 'fixed'): Promise<void> {
      if (ms <= 0 || stop.aborted || (isWoken && !fixed)) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, LONGEST_MS));
        end = () => {
          if (fixed && !stop.aborted) return;
          clearTimeout(timer);
          resolve();
        };
      });
      end = () => {};
    },
  };
}

/** Tracks consecutive failures: `note` returns the milliseconds to wait. */
function openTrouble({ name, log, everyMs }: Pick<Options, 'name' | 'log' | 'everyMs'>) {
  let failures = 0;
  let last = '';
  let isAway = false;
  return {
    note(err: unknown): number {
      isAway = isOutage(err);
      if (String(err) !== last) log.error({ err, loop: name }, 'background work failed; retrying');
      last = String(err);
      return Math.min(FIRST_RETRY_MS * 2 ** failures++, Math.max(everyMs, SLOWEST_RETRY_MS));
    },
    end(): void {
      // All loops fail with the database, and one line reports its return for all of them.
      if (isAway) outage.end();
      else if (failures > 0) log.info({ loop: name, failures }, 'background work has recovered');
      failures = 0;
      last = '';
      isAway = false;
    },
  };
}

/** Runs all steps in order, even after one fails, and then throws the errors. */
export async function doEach(steps: readonly (() => Promise<unknown>)[], atOnce = 1): Promise<undefined> {
  const errors: unknown[] = [];
  const left = steps.values();
  const work = async () => {
    for (const step of left) await step().catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
  if (errors.length > 0) throw errors[0];
}
