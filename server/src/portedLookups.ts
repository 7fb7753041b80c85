// Calls PORTED_URL: joins numbers that are asked about together into one POST, and leaves the URL alone for a
// while after a fault.
import type { Logger } from 'pino';
import type { PortedAnswers } from './portedAnswers.ts';
import { askPortedUrl, CONNECTIONS } from './portedUrl.ts';

/** How long numbers wait for others that can share their POST. */
const JOIN_MS = 5;
/** How long an answer is used before the URL is asked again. */
const ANSWER_MS = 3_600_000;
/** How long the URL is left alone after a fault, so a dead one does not delay each message. */
const REST_MS = 5_000;
/** How long a number without an answer counts as known, so dispatch sends its message at the next pick. */
const HELD_MS = 2_000;
const MAX_ASKED = 500;
/** How long a wrong name is reported after the last answer with one; also the time between two logs. */
const WRONG_NAME_MS = 600_000;

/** Whether the rules of the number's country have a network of this name. */
export type IsNetwork = (name: string) => boolean;
export type Clock = () => number;
type Parts = {
  answers: PortedAnswers;
  now: Clock;
  withinMs: number;
  log: Pick<Logger, 'info' | 'warn'>;
};
type Asked = { isNetwork: IsNetwork; done: Promise<void>; settle(): void };

/** Opens the look-ups at a URL. `withinMs`: how long the URL may take. */
export function openLookups(url: URL, { answers, now, withinMs, log }: Parts) {
  let restsUntil = -Infinity;
  const isResting = () => now() < restsUntil;
  const troubles = openTroubles(now, log);

  async function post(asked: ReadonlyMap<string, Asked>) {
    const numbers = [...asked.keys()];
    const answer = await askPortedUrl(url, numbers, withinMs);
    if ('why' in answer) {
      restsUntil = now() + REST_MS;
      return troubles.noteFault(answer.why);
    }
    troubles.noteFault(null);
    for (const [number, { isNetwork }] of asked) {
      const network = answer.networks.get(number) ?? null;
      if (network !== null && !isNetwork(network)) troubles.noteWrongName(network);
      answers.keep(number, network, now() + ANSWER_MS);
    }
  }
  const line = openLine({ post, isResting });

  return {
    /** Whether the URL is left alone after a fault. */
    isResting,
    /** Resolves after about `withinMs` at most, and never rejects. All numbers are then known for a while. */
    async ask(numbers: readonly string[], isNetwork: IsNetwork) {
      const asked = numbers.map((number) => line.add(number, isNetwork));
      await within(Promise.all(asked), withinMs + 2 * JOIN_MS);
      const until = Math.max(restsUntil, now() + HELD_MS);
      for (const number of numbers) if (!answers.isFresh(number)) answers.hold(number, until);
    },
    trouble: troubles.now,
  };
}

/** Numbers that wait for a POST. At most one POST for each connection, so a POST never waits for another. */
function openLine({
  post,
  isResting,
}: {
  post(asked: ReadonlyMap<string, Asked>): Promise<void>;
  isResting(): boolean;
}) {
  const waiting = new Map<string, Asked>();
  const inFlight = new Map<string, Asked>();
  let isScheduled = false;
  let posts = 0;

  function schedule() {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      flush();
    }, JOIN_MS);
  }

  function flush() {
    while (waiting.size > 0 && (posts < CONNECTIONS || isResting())) {
      const taken = new Map([...waiting].slice(0, MAX_ASKED));
      for (const number of taken.keys()) waiting.delete(number);
      if (isResting()) for (const { settle } of taken.values()) settle();
      else void run(taken);
    }
  }

  async function run(taken: ReadonlyMap<string, Asked>) {
    posts++;
    for (const [number, asked] of taken) inFlight.set(number, asked);
    await post(taken);
    posts--;
    for (const [number, { settle }] of taken) {
      inFlight.delete(number);
      settle();
    }
    flush();
  }

  return {
    /** Resolves when the number was answered, or when the URL has a fault. */
    add(number: string, isNetwork: IsNetwork): Promise<void> {
      const before = inFlight.get(number) ?? waiting.get(number);
      if (before) return before.done;
      const { promise: done, resolve: settle } = Promise.withResolvers<void>();
      waiting.set(number, { isNetwork, done, settle });
      schedule();
      return done;
    },
  };
}

/** Faults of the URL, and wrong names in its answers, which a good answer for other numbers does not end. */
function openTroubles(now: Clock, log: Pick<Logger, 'info' | 'warn'>) {
  let fault: string | null = null;
  const wrong = { name: '', until: -Infinity, mayLogAt: -Infinity };
  const inWords = (name: string) => `names the network ${JSON.stringify(name)}, which the rules do not have`;
  const warn = (why: string) =>
    log.warn(`PORTED_URL ${why}; numbers without an answer count by their prefix`);
  return {
    noteFault(why: string | null) {
      if (why === fault) return;
      fault = why;
      if (why === null) log.info('PORTED_URL answers again');
      else warn(why);
    },
    noteWrongName(name: string) {
      Object.assign(wrong, { name, until: now() + WRONG_NAME_MS });
      if (now() < wrong.mayLogAt) return;
      wrong.mayLogAt = now() + WRONG_NAME_MS;
      warn(inWords(name));
    },
    now(): string | null {
      const found = fault ?? (now() < wrong.until ? inWords(wrong.name) : null);
      return found === null ? null : `PORTED_URL ${found}`;
    },
  };
}

async function within(done: Promise<unknown>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([done, late]);
  clearTimeout(timer);
}
