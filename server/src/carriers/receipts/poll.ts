// Asks HTTP carriers for receipts: for each link one process at a time, and one request after the other. The
// answers go to the receipt inbox, as pushed receipts do.
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { whileAway } from '../../db/commit/batchCommit.ts';
import { type Loop, type Round, startLoop } from '../../jobs/loop.ts';
import type { Links } from '../link.ts';
import { isHttp, type LinkConfig } from '../links/config.ts';
import { dataOf, pickFrom } from '../links/http/answer.ts';
import { ASK_LEASE_MS, ASK_WRITE_MS, type AskedLink, askEach } from '../links/http/askEach.ts';
import type { Exchanged } from '../links/http/exchange.ts';
import { openPace } from '../links/http/pace.ts';
import type { Poll, Profile } from '../links/http/profile.ts';
import { referenceOf } from '../links/http/reference.ts';
import { placeholdersOf } from '../links/http/template.ts';
import { leaseJob } from '../links/queries.ts';
import { openInboxWriter } from './inboxWriter.ts';
import { type PolledPart, pickPolls } from './pollQueries.ts';
import { readReceipts } from './readReceipts.ts';

const LONGEST_MS = 24 * 3_600_000;
/** Parts looked at for one request about one message, and for one about all of them. */
const LOOKED = 100;
const LOOKED_FOR_LIST = 5_000;

/** The poll of a profile; undefined if its carriers are not asked for receipts. */
const pollOf = ({ receipt }: Profile): Poll | undefined => receipt?.poll;

/** Whether the carrier of a link is asked about a part with this id; '' if the carrier gave none. */
export function isPolled(config: LinkConfig | undefined, carrierId: string): boolean {
  const poll = config && isHttp(config) ? pollOf(config.profile) : undefined;
  return poll !== undefined && (carrierId !== '' || !placeholdersOf(JSON.stringify(poll)).includes('id'));
}

type Parts = {
  pool: Pool;
  log: Logger;
  processId: string;
  links: Links;
  /** The wait before the first request about a message, and between two about the same one. */
  firstMs: number;
};

/** Starts asking for receipts of the links whose profiles say how. */
export function startPolling(parts: Parts): Pick<Loop, 'stop'> {
  const inbox = openInboxWriter(parts.pool);
  return askEach(parts.links, pollOf, (asked) => pollLink(parts, inbox, asked));
}

type Polled = Pick<AskedLink<Poll>, 'config' | 'rules' | 'ask'>;

function pollLink(
  { pool, log, processId, firstMs }: Parts,
  inbox: Pick<ReturnType<typeof openInboxWriter>, 'add'>,
  { config, rules: poll, ask }: Polled,
): Loop {
  const pace = openPace(config, log, 'the carrier gives no receipts; it is asked again');
  const pages = openPages();
  const job = { linkId: config.id, job: 'receipts', processId } as const;
  const isList = poll.items !== undefined;
  const looked = isList ? LOOKED_FOR_LIST : LOOKED;

  async function round({ signal }: Round): Promise<number | undefined> {
    if (pace.waitMs() > 0) return pace.waitMs();
    const untilMs = performance.now() + ASK_WRITE_MS;
    if (!(await leaseJob(pool, { ...job, leaseMs: ASK_LEASE_MS }))) return undefined;
    const picked = { linkId: config.id, looked, limit: isList ? looked : 1, firstMs, longestMs: LONGEST_MS };
    const [part] = await pickPolls(pool, picked);
    if (!part && !pages.mayBeMore()) return undefined;
    pace.asks();
    const answer = await ask(poll, valuesOf(part), { untilMs, signal });
    if (signal.aborted && answer.kind !== 'answered') return undefined;
    const read = understandPoll({ config, rules: poll }, answer, part);
    // The carrier may give a receipt only once, so it is stored before the next request.
    await whileAway(() => Promise.all(read.finals.map((pdu) => inbox.add(config.id, pdu))));
    pace.answered(answer, read.fault);
    // The pause holds for all processes, although it may outlast the lease.
    if (read.fault !== null) await leaseJob(pool, { ...job, leaseMs: pace.waitMs() + ASK_LEASE_MS });
    if (isList) pages.note(read.items, answer);
    return pace.waitMs();
  }
  const loop = startLoop({
    name: `asking for receipts of link ${config.id}`,
    log,
    everyMs: firstMs / 6,
    round,
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      // Another process may ask at once, or after the pause.
      await leaseJob(pool, { ...job, leaseMs: pace.waitMs() }).catch((err) =>
        log.warn(
          { err, link: config.id },
          'receipts are asked for again when the lease of this process ends',
        ),
      );
    },
  };
}

const knownOf = ({ writtenId, messageId, recipient, sender }: PolledPart) => ({
  id: writtenId,
  ref: referenceOf(messageId),
  to: recipient,
  from: sender,
});

function valuesOf(part: PolledPart | undefined): Record<string, string> {
  const { id, ref } = part ? knownOf(part) : { id: '', ref: '' };
  return { id, ref };
}

/** The receipts in an answer, and why the carrier is asked less for a while; null if it answers well. */
function understandPoll(
  { config: { profile }, rules: poll }: Pick<Polled, 'config' | 'rules'>,
  answer: Exchanged,
  part: PolledPart | undefined,
): { items: number; finals: Buffer[]; fault: string | null } {
  const nothing = { items: 0, finals: [] };
  if (answer.kind !== 'answered') return { ...nothing, fault: answer.why };
  const { status } = answer;
  const { format } = profile.answer;
  // A carrier may not know a message any more; that is no fault of the link.
  if (status === 404 || status === 410) return { ...nothing, fault: null };
  const data = dataOf(format === 'text' ? 'json' : format, answer);
  if (status >= 300 || data === undefined) return { ...nothing, fault: `HTTP ${status} without receipts` };
  // One answer about many messages says nothing of the one that was due.
  const known = part && poll.items === undefined ? knownOf(part) : { ref: '' };
  const found = poll.items === undefined ? [data] : pickFrom(data, poll.items);
  const items = Array.isArray(found) ? found : [];
  const { finals, unreadable } = readReceipts(profile.receipt!, poll, items, known);
  const isUnreadable = items.length > 0 && unreadable.length === items.length;
  return { items: items.length, finals, fault: isUnreadable ? 'an answer without id or state' : null };
}

/** A list may have more pages. One that repeats is the last. */
function openPages() {
  let [last, isMore] = ['', false];
  return {
    mayBeMore: () => isMore,
    note(items: number, answer: Exchanged) {
      const body = answer.kind === 'answered' ? answer.body : '';
      const page = createHash('sha256').update(body).digest('base64');
      isMore = items > 0 && page !== last;
      last = page;
    },
  };
}
