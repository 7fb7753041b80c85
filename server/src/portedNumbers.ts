// The networks that numbers were ported to: those of PORTED_FILE, and the answers of PORTED_URL. Answers are
// kept in memory, so that nothing waits for the URL while it holds a lock.
import type { PortedTo } from '@godwit/contract/rules/mobileNetworks';
import type { Logger } from 'pino';
import { openPortedAnswers } from './portedAnswers.ts';
import { readPortedFile } from './portedFile.ts';
import { type Clock, type IsNetwork, openLookups } from './portedLookups.ts';

export type PortedNumbers = {
  /** Whether there is a URL to ask. */
  asks: boolean;
  /** The network that a number was ported to, as far as this process knows. */
  to: PortedTo;
  /** Whether asking would not give a newer answer now. During the rest after a fault this holds for all. */
  isKnown(number: string): boolean;
  /**
   * Asks about the numbers that are not known. Resolves within about 200 ms in any case, and never rejects:
   * numbers without an answer keep the last one, and otherwise count by their prefix. All are known for some
   * seconds after it.
   */
  learn(numbers: readonly string[], isNetwork: IsNetwork): Promise<void>;
  /** Reads PORTED_FILE, after earlier reads. A file with a fault changes nothing, and is logged. */
  reload(): Promise<void>;
  /** The fault of PORTED_FILE or PORTED_URL; null if there is none. */
  trouble(): string | null;
};

/** How long the URL may take. */
export const ASK_MS = 200;

type Sources = { portedFile: string | null; portedUrl: URL | null };

/**
 * Opens the ported numbers of this process. `now` is a monotonic clock, in milliseconds; `withinMs`: how long
 * the URL may take.
 */
export function openPortedNumbers(
  { portedFile, portedUrl }: Sources,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { now = () => performance.now(), withinMs = ASK_MS }: { now?: Clock; withinMs?: number } = {},
): PortedNumbers {
  let listed: ReadonlyMap<number, string> = new Map();
  let fileTrouble: string | null = null;
  let reading = Promise.resolve();
  const answers = openPortedAnswers(now);
  const lookups = portedUrl === null ? null : openLookups(portedUrl, { answers, now, withinMs, log });
  const isKnown = (number: string) =>
    lookups === null || lookups.isResting() || listed.has(keyOf(number)) || answers.isFresh(number);

  async function readFile() {
    if (portedFile === null) return;
    try {
      listed = await readPortedFile(portedFile);
      fileTrouble = null;
      log.info({ path: portedFile, numbers: listed.size }, 'the ported numbers are now those of PORTED_FILE');
    } catch (error) {
      fileTrouble = (error as Error).message;
      log.error(`PORTED_FILE is not applied, and the numbers stay as they are: ${fileTrouble}`);
    }
  }

  return {
    asks: lookups !== null,
    to: (number) => listed.get(keyOf(number)) ?? answers.get(number),
    isKnown,
    async learn(numbers, isNetwork) {
      const unknown = [...new Set(numbers)].filter((number) => !isKnown(number));
      if (unknown.length > 0) await lookups?.ask(unknown, isNetwork);
    },
    reload() {
      reading = reading.then(readFile);
      return reading;
    },
    trouble: () => fileTrouble ?? lookups?.trouble() ?? null,
  };
}

/** Up to 15 digits: a number takes less memory than its text. */
const keyOf = (number: string) => Number(number.slice(1));
