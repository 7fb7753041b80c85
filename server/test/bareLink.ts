// One HTTP link by itself, without an engine and a database.
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Link, Outgoing, SendOutcome } from '../src/carriers/link.ts';
import type { HttpConfig } from '../src/carriers/links/config.ts';
import { openHttpLink } from '../src/carriers/links/http/httpLink.ts';

/** Long enough for any machine that answers; tests of silence set a short one. */
const ANSWER_MS = 30_000;
let numbers = 0;

export type BareLink = Link & {
  /** Sends a message to a new number; the same message again if it has the same `id`. */
  one(id?: string, change?: Partial<Outgoing>): Promise<SendOutcome>;
};

/**
 * A link that has the whole contract, until the test ends. `late` gets the outcomes of late answers;
 * `callback` is the address for receipts.
 */
export function openBareLink(
  config: HttpConfig,
  {
    late = [],
    answerMs = ANSWER_MS,
    callback = 'http://godwit.test/v1/hooks/carriers/http/secret',
  }: { late?: SendOutcome[]; answerMs?: number | undefined; callback?: string } = {},
): BareLink {
  const link = openHttpLink(
    { ...config, isContract: false },
    {
      log: pino({ level: 'silent' }),
      responseTimeoutMs: answerMs,
      progress: async () => ({ reference: 7, taken: new Set<number>() }),
      checkedForMs: 500,
      mayStillSend: async () => true,
      onChange() {},
      onGivenBack() {},
      receiptUrl: () => callback,
      onDeliver: async () => 0,
    },
  );
  onTestFinished(() => link.close(0, 0));
  const message = (id = `message ${numbers}`) => ({
    id,
    teamId: 'any',
    sender: 'Godwit',
    recipient: `+9477400${String(numbers++ % 1_000).padStart(3, '0')}9`,
    body: 'Hello',
    contentClass: 'TRANSACTIONAL' as const,
    validForS: 3_600,
  });
  return Object.assign(link, {
    one: (id?: string, change: Partial<Outgoing> = {}) =>
      link.send(
        { ...message(id), ...change },
        { onTaken() {}, onLate: (outcome: SendOutcome) => void late.push(outcome) },
      ),
  });
}
