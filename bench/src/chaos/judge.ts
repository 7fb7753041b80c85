// The judge: compares the responses to clients with the log and with the carrier's journal. It does not read
// the database.
import { isRefused } from './clients.ts';
import { LINKS, planOf, RESPONSE_TIMEOUT_MS, WINDOW } from './misbehaviour.ts';
import type { Call, CarrierEvent, Disruption, Plan, Row, Send, Take } from './record.ts';

export type Evidence = {
  sends: readonly Send[];
  rows: readonly Row[];
  events: readonly CarrierEvent[];
  calls: readonly Call[];
  disruptions: readonly Disruption[];
  /** The carrier's outcome for a number. */
  plan?: (to: string) => Plan;
};

export type Verdict = {
  /** Sent messages; those answered 201; those whose last response was neither 201 nor a refusal. */
  sends: number;
  accepted: number;
  unanswered: number;
  kills: number;
  /** Ended as UNKNOWN: the carrier never answered for them. */
  inDoubt: number;
  /** Answered 201 but not in the log, or SENT in the log but never accepted by the carrier. */
  lost: string[];
  /** In the log without a final state in time. */
  notFinal: string[];
  /** An outcome other than the carrier's, stored twice, or stored although refused. */
  wrong: string[];
  /** SENT for good because the carrier gave no usable id: they end after 72 hours without a receipt. */
  withoutId: number;
  /**
   * Parts accepted again although the carrier had answered in time, and those of them that no disruption
   * explains.
   */
  duplicates: number;
  duplicatesWithoutKill: string[];
  bound: number;
  /** Parts accepted again after the carrier left them unanswered: SMPP gives no other choice. */
  afterSilence: number;
  /** Receipts of unknown messages, and texts, that the carrier sent. */
  unmatched: number;
  callbacks: number;
};

/**
 * The most that one kill may send twice: a full window on each link, of which one is over HTTP, and as much
 * again with responses not stored yet.
 */
const PER_KILL = 2 * (LINKS.length + 1) * WINDOW;
/** From a response to its commit on a loaded machine. */
const STORED_WITHIN_MS = 5_000;
/** The time during which a response may be in a connection that the carrier cuts. */
const WRITTEN_WITHIN_MS = 2_000;
/** Carrier and service measure from different moments. */
const IN_TIME_MS = RESPONSE_TIMEOUT_MS - 1_000;

/** Compares the evidence and returns the verdict. */
export function judge({ sends, rows, events, calls, disruptions, plan = planOf }: Evidence): Verdict {
  const takes = takesByNumber(events);
  const rowsTo = Map.groupBy(rows, ({ to }) => to);
  const racing = racingReceipts(events, disruptions);
  const responses = responseTimes(events, disruptions);
  const findings = sends.map((send) => {
    const about = {
      send,
      rows: rowsTo.get(send.to) ?? [],
      takes: takes.get(send.to) ?? [],
      plan: plan(send.to),
      isStored: responses.isStored,
    };
    return { ...about, lost: lostBy(about), wrong: wrongBy(about, racing) };
  });
  const problems = (what: 'lost' | 'wrong') =>
    findings.flatMap((finding) =>
      finding[what] ? [`${finding.send.to} ${finding.send.kind}: ${finding[what]}`] : [],
    );
  const open = rows.filter((row) => !isFinal(row));
  const isWaiting = (row: Row) => waitsForGood(row, takes.get(row.to) ?? []);
  return {
    sends: sends.length,
    accepted: sends.filter(wasAccepted).length,
    unanswered: sends.filter((send) => !wasAccepted(send) && !wasRefused(send)).length,
    kills: disruptions.length,
    inDoubt: rows.filter(({ failure }) => failure === 'UNKNOWN').length,
    lost: problems('lost'),
    wrong: [...problems('wrong'), ...wrongCalls(calls, rows)],
    notFinal: open.filter((row) => !isWaiting(row)).map(({ to, id, status }) => `${to} ${id}: ${status}`),
    withoutId: open.filter(isWaiting).length,
    ...duplicatesIn(events, responses),
    bound: disruptions.length * PER_KILL,
    unmatched: events.filter(({ kind }) => kind === 'stranger').length,
    callbacks: calls.length,
  };
}

/** The reasons why a run failed; empty if it passed. */
export function failuresOf(verdict: Verdict, ledgerDifferences: number): string[] {
  const { lost, notFinal, wrong, duplicates, bound, duplicatesWithoutKill } = verdict;
  return [
    lost.length > 0 && `${lost.length} lost`,
    notFinal.length > 0 && `${notFinal.length} not final`,
    wrong.length > 0 && `${wrong.length} wrong`,
    duplicates > bound && `${duplicates} duplicates, ${bound} are the bound`,
    duplicatesWithoutKill.length > 0 && `${duplicatesWithoutKill.length} duplicates without a kill`,
    ledgerDifferences > 0 && `${ledgerDifferences} differences in the ledger`,
  ].filter((failure) => failure !== false);
}

/** Whether a message is final, or waits for a receipt that can never match it. */
export function hasEnded(row: Row, takes: readonly Take[]): boolean {
  return isFinal(row) || waitsForGood(row, takes);
}

/** The carrier's accepted submits by number. */
export function takesByNumber(events: readonly CarrierEvent[]): Map<string, Take[]> {
  return Map.groupBy(takesOf(events), ({ to }) => to);
}

function takesOf(events: readonly CarrierEvent[]): Take[] {
  return events.filter((event) => event.kind === 'take');
}

const isFinal = ({ status }: Row) => status === 'DELIVERED' || status === 'FAILED';
const waitsForGood = ({ status }: Row, takes: readonly Take[]) =>
  status === 'SENT' && takes.some(({ spoiled }) => spoiled !== null);
const wasAccepted = ({ statuses }: Send) => statuses.includes(201);
const wasRefused = ({ statuses }: Send) => statuses.length > 0 && statuses.every(isRefused);

/** `isStored`: whether the response was in time and nothing prevented its storage. */
type About = {
  send: Send;
  rows: readonly Row[];
  takes: readonly Take[];
  plan: Plan;
  isStored: Hearing['isStored'];
};

function lostBy({ send, rows, takes }: About): string | null {
  const ids = rows.map(({ id }) => id);
  if (wasAccepted(send) && rows.length === 0) return 'answered 201, not in the log';
  if (send.ids.some((id) => !ids.includes(id))) return `answered 201 as ${send.ids}, in the log as ${ids}`;
  const sent = rows.some(
    ({ mode, status }) => mode === 'LIVE' && (status === 'SENT' || status === 'DELIVERED'),
  );
  return sent && !isWhole(takes) ? 'sent in the log, but the carrier has not accepted all of it' : null;
}

/** Links may split differently: one set of parts must be complete. */
function isWhole(takes: readonly Take[]): boolean {
  const ways = Map.groupBy(takes, ({ parts }) => parts);
  return [...ways].some(([parts, some]) => new Set(some.map(({ part }) => part)).size === parts);
}

function wrongBy({ send, rows, takes, plan, isStored }: About, racing: ReadonlySet<number>): string | null {
  if (rows.length > 1 || send.ids.length > 1) return `stored ${rows.length} times, answered as ${send.ids}`;
  if (wasRefused(send) && rows.length + takes.length > 0)
    return `refused (${send.statuses}) and stored or sent`;
  if (send.mode === 'TEST') return takes.length > 0 ? 'TEST, and a carrier got it' : null;
  const [row] = rows;
  // With another message's id it may correctly have received that message's receipt.
  if (!row || takes.some(({ n, spoiled }) => spoiled === 'repeated' || racing.has(n))) return null;
  if (row.status === 'DELIVERED' && plan !== 'DELIVERED') return `DELIVERED, the carrier reported ${plan}`;
  // A long message with a part in doubt ends as UNDELIVERED, as a message of one part ends as UNKNOWN.
  if (row.failure === 'UNDELIVERED' && plan === 'DELIVERED' && isWhole(takes.filter(isStored)))
    return 'UNDELIVERED, the carrier reported DELIVERED';
  return row.failure === 'REJECTED' && plan !== 'REJECTED' ? 'REJECTED, and the carrier did not' : null;
}

/** A callback must not contradict the log. */
function wrongCalls(calls: readonly Call[], rows: readonly Row[]): string[] {
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  return calls
    .filter(({ id, status }) => status !== 'SENT' && statusOf.get(id) !== status)
    .map(({ id, status }) => `${id}: a callback reported ${status}, the log ${statusOf.get(id)}`);
}

/**
 * Submits whose contradicting receipts may have been handled together: the second came before the first can
 * have been stored, so either may count as the first.
 */
function racingReceipts(events: readonly CarrierEvent[], disruptions: readonly Disruption[]): Set<number> {
  const answers = answerTimes(events);
  const receipts = events.filter((event) => event.kind === 'receipt');
  const firsts = new Map(receipts.flatMap(({ first, n, at }) => (first ? [[n, at]] : [])));
  const isRacing = ({ n, at }: { n: number; at: number }) => {
    const settles = Math.max(firsts.get(n) ?? 0, answers.get(n) ?? Number.POSITIVE_INFINITY);
    const isStruck = disruptions.some(({ from, until }) => from <= at && until + STORED_WITHIN_MS >= settles);
    return isStruck || at < settles + STORED_WITHIN_MS;
  };
  return new Set(receipts.filter((receipt) => !receipt.first && isRacing(receipt)).map(({ n }) => n));
}

function answerTimes(events: readonly CarrierEvent[]): Map<number, number> {
  return new Map(events.flatMap((event) => (event.kind === 'answer' ? [[event.n, event.at]] : [])));
}

/**
 * Tells when an accepted submit was answered in time, and whether a disruption may have prevented its
 * storage.
 */
function responseTimes(events: readonly CarrierEvent[], disruptions: readonly Disruption[]) {
  const answers = answerTimes(events);
  const cuts = events.filter((event) => event.kind === 'cut');
  const answeredAt = ({ n, at, link }: Take): number | null => {
    const answered = answers.get(n);
    if (answered === undefined || answered - at > IN_TIME_MS) return null;
    const writtenMs = answered - at + WRITTEN_WITHIN_MS;
    const isCut = cuts.some((cut) => cut.link === link && isWithin(cut.at - at, writtenMs));
    return isCut ? null : answered;
  };
  const explains = (disruption: Disruption, take: Take) => {
    // A long message is stored once its last part is answered or timed out.
    const storedMs = RESPONSE_TIMEOUT_MS + (take.parts > 1 ? STORED_WITHIN_MS : 0);
    return take.at <= disruption.until + STORED_WITHIN_MS && answeredAt(take)! >= disruption.from - storedMs;
  };
  return {
    isAnswered: (take: Take) => answeredAt(take) !== null,
    isStored: (take: Take) =>
      answeredAt(take) !== null && !disruptions.some((disruption) => explains(disruption, take)),
  };
}

type Hearing = ReturnType<typeof responseTimes>;

function duplicatesIn(events: readonly CarrierEvent[], { isAnswered, isStored }: Hearing) {
  let [duplicates, afterSilence] = [0, 0];
  const duplicatesWithoutKill: string[] = [];
  for (const [part, same] of Map.groupBy(takesOf(events), ({ to, part: each }) => `${to} part ${each}`)) {
    for (const before of same.slice(0, -1)) {
      if (!isAnswered(before)) afterSilence++;
      else {
        duplicates++;
        if (isStored(before)) duplicatesWithoutKill.push(`${part} on ${before.link}`);
      }
    }
  }
  return { duplicates, afterSilence, duplicatesWithoutKill };
}

const isWithin = (ms: number, limitMs: number) => ms >= 0 && ms <= limitMs;
