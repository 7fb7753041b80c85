// Asks HTTP carriers about messages in doubt: for each link one process at a time, and one request after the
// other. A certain answer settles the messages of a request at once; otherwise recovery does when the doubt
// ends.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Loop, type Round, startLoop } from '../../jobs/loop.ts';
import type { Links, SendOutcome } from '../link.ts';
import type { HttpConfig } from '../links/config.ts';
import { dataOf, pickFrom, printableCode, textOf } from '../links/http/answer.ts';
import { ASK_LEASE_MS, ASK_WRITE_MS, type AskedLink, askEach } from '../links/http/askEach.ts';
import type { Exchanged } from '../links/http/exchange.ts';
import { NOT_BEGUN, sentAs } from '../links/http/outcome.ts';
import { openPace } from '../links/http/pace.ts';
import type { AskRules } from '../links/http/profile.ts';
import { referenceOf } from '../links/http/reference.ts';
import { leaseJob } from '../links/queries.ts';
import { type Doubtful, pickDoubtful } from './askQueries.ts';
import type { Timings } from './dispatch.ts';
import type { SendResult } from './submitResults.ts';

/** A request has at most this many messages. */
const MOST = 1_000;
/** The carrier's word for a message that it does not have, if it gives no code. */
const NOT_TAKEN = 'NOT_TAKEN';

type Parts = {
  pool: Pool;
  log: Logger;
  processId: string;
  links: Links;
  timings: Pick<Timings, 'doubtMs' | 'askDoubtMs'>;
  storeSubmitResult(result: SendResult): Promise<void>;
};

/** Starts asking about messages in doubt of the links whose profiles say how. */
export function startAskingDoubt(parts: Parts): Pick<Loop, 'stop'> {
  return askEach(
    parts.links,
    ({ ask }) => ask,
    (asked) => askAbout(parts, asked),
  );
}

function askAbout(
  { pool, log, processId, timings: { doubtMs, askDoubtMs }, storeSubmitResult }: Parts,
  { config, health, rules, ask }: AskedLink<AskRules>,
): Loop {
  const pace = openPace(config, log, 'the carrier does not tell whether it has messages; it is asked again');
  const linkId = config.id;

  async function round({ signal }: Round): Promise<number | undefined> {
    if (pace.waitMs() > 0) return pace.waitMs();
    const untilMs = performance.now() + ASK_WRITE_MS;
    if (!(await leaseJob(pool, { linkId, job: 'doubt', processId, leaseMs: ASK_LEASE_MS }))) return undefined;
    const messages = await pickDoubtful(pool, { linkId, doubtMs, afterMs: askDoubtMs, limit: MOST });
    const [first] = messages;
    if (!first) return undefined;
    pace.asks();
    const ref = referenceOfDoubt(first);
    const answer = await ask(rules, { ref }, { untilMs, signal });
    if (signal.aborted && answer.kind !== 'answered') return undefined;
    const { outcome, fault } = understandAsk(config, rules, answer, ref);
    pace.answered(answer, fault);
    if (outcome) {
      await Promise.all(
        messages.map((message) => storeSubmitResult({ message, linkId, outcome, isLate: true })),
      );
      health.settledLate(outcome);
    }
    return pace.waitMs();
  }
  return startLoop({ name: `asking about doubts of link ${linkId}`, log, everyMs: askDoubtMs / 6, round });
}

const referenceOfDoubt = ({ id, batchReference }: Doubtful) => batchReference ?? referenceOf(id);

/** The outcome of the messages, if the answer is certain, and why the carrier is asked less for a while. */
function understandAsk(
  { profile }: HttpConfig,
  rules: AskRules,
  answer: Exchanged,
  ref: string,
): { outcome: SendOutcome | null; fault: string | null } {
  if (answer.kind !== 'answered') return { outcome: null, fault: answer.why };
  const { status } = answer;
  const read = dataOf(profile.answer.format, answer);
  if (status === 408 || status === 429 || status >= 500 || read === undefined)
    return { outcome: null, fault: `HTTP ${status} without an answer` };
  const data = { ...read, ref };
  if (pickFrom(data, rules.taken) === true) {
    const id = rules.id === undefined ? null : textOf(pickFrom(data, rules.id));
    return { outcome: sentAs([id ?? '']), fault: null };
  }
  if (pickFrom(data, rules.notTaken) !== true) return { outcome: null, fault: null };
  const code = rules.code === undefined ? null : textOf(pickFrom(data, rules.code));
  return { outcome: { ...NOT_BEGUN, carrierError: printableCode(code || NOT_TAKEN) }, fault: null };
}
