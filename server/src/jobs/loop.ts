// The one way in which a process works by itself: round after round, when it is woken, and from time to time.
import type { Logger } from 'pino';
import type { Signals } from '../db/signals.ts';

export type Loop = {
  /** Has a round run: now, or once more after the one that runs. Any number of wake-ups until then are one. */
  wake(): void;
  /** Begins nothing more, and waits for what is under way, for `stopMs` at most; what is left then is safe in the database. */
  stop(): Promise<void>;
};

/** What a round works with. */
export type Round = {
  /** Aborted by the stop: a long round looks at it between its pieces. */
  signal: AbortSignal;
  /** How much of what was begun has not ended. */
  underWay: number;
  /** Begins work that goes on beside the next rounds and wakes the loop when it ends. Where it fails, `about` is logged with the error. */
  begin(work: () => Promise<unknown>, about: object): void;
};

type Options = {
  /** What the loop does, for the log: "sending mails". */
  name: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long until the next round, unless a wake-up comes first: wake-ups are only hints. */
  everyMs: number;
  /** A topic whose signals, of whichever process, wake this loop. */
  wakeOn?: { signals: Pick<Signals, 'on'>; topic: string };
  /** Without it a stop waits for as long as it takes. */
  stopMs?: number;
  /** Does what there is to do. Returns how many milliseconds to wait, where that is not `everyMs`: 0 goes on at once, Infinity waits to be woken. */
  round(round: Round): Promise<number | undefined>;
};

/** How a loop of this process does; times in milliseconds since 1970. `failures`: how many rounds have failed in a row. */
export type LoopState = {
  name: string;
  failures: number;
  succeededAt: number | null;
  beganAt: number | null;
};

const states = new Set<LoopState>();

/** Every loop that runs in this process. */
export const loopStates = (): readonly LoopState[] => [...states];

/** No wake-up makes a loop that has just failed try again sooner; without any it waits for twice as long after each failure. */
const FIRST_RETRY_MS = 100;
/** Up to `everyMs`, or to this where that is less. */
const SLOWEST_RETRY_MS = 1_000;
/** A round that takes longer is in the log. */
const LATE_MS = 60_000;
/** What a timer can wait for. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Starts a loop with a first round at once. A round that fails is tried again, ever less often, and never ends the loop; the log has a line
 * when it begins to fail, when it fails otherwise, and when it works again.
 */
export function startLoop({ name, log, everyMs, wakeOn, stopMs = Infinity, round }: Options): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = openWait(signal);
  const trouble = openTrouble({ name, log, everyMs });
  const underWay = new Set<Promise<unknown>>();
  const state: LoopState = { name, failures: 0, succeededAt: null, beganAt: null };
  states.add(state);
  let isLeft = false;

  function begin(work: () => Promise<unknown>, about: object): void {
    if (isLeft) return;
    const working = work()
      .catch((err: unknown) => log.error({ err, loop: name, ...about }, 'a piece of background work failed'))
      .finally(() => {
        underWay.delete(working);
        wait.wake();
      });
    underWay.add(working);
  }

  const runRound = () =>
    noted(state, log, async () => (await round({ signal, underWay: underWay.size, begin })) ?? everyMs);

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
      await Promise.race([running.then(() => Promise.all(underWay)), limit.promise]);
      clearTimeout(timer);
      isLeft = true;
    },
  };
}

/** Runs a round, and notes in `state` how it goes; one that takes long is in the log. */
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

/** Waits that a wake-up ends, also one that came since the last `reset`. A fixed one ends with its time, or when `stop` aborts. */
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

/** What fails round after round: `note` returns how long to wait in milliseconds. */
function openTrouble({ name, log, everyMs }: Pick<Options, 'name' | 'log' | 'everyMs'>) {
  let failures = 0;
  let last = '';
  return {
    note(err: unknown): number {
      if (String(err) !== last) log.error({ err, loop: name }, 'background work failed; it is tried again');
      last = String(err);
      return Math.min(FIRST_RETRY_MS * 2 ** failures++, Math.max(everyMs, SLOWEST_RETRY_MS));
    },
    end(): void {
      if (failures > 0) log.info({ loop: name, failures }, 'background work goes on');
      failures = 0;
      last = '';
    },
  };
}

/** Does one step after the other, also where those before it fail, and then throws what went wrong. */
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
