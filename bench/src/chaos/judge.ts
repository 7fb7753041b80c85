// The judge: compares what clients were answered with what the log says and what the carrier took. It knows nothing of the database.
import { isRefused } from './clients.ts';
import { LINKS, planOf, RESPONSE_TIMEOUT_MS, WINDOW } from './misbehaviour.ts';
import type { Blow, Call, CarrierEvent, Plan, Row, Send, Take } from './record.ts';

export type Evidence = {
  sends: readonly Send[];
  rows: readonly Row[];
  events: readonly CarrierEvent[];
  calls: readonly Call[];
  blows: readonly Blow[];
  /** What the carrier does with a number. */
  plan?: (to: string) => Plan;
};

export type Verdict = {
  /** Messages asked for; of those answered 201, and those whose last word was neither that nor a refusal. */
  sends: number;
  accepted: number;
  unanswered: number;
  kills: number;
  /** Ended as UNKNOWN: the carrier never answered for them. */
  inDoubt: number;
  /** Answered 201 and not in the log, or sent as the log says while the carrier never took them. */
  lost: string[];
  /** In the log, with no end in time. */
  notFinal: string[];
  /** Ended otherwise than the carrier said, stored twice, or stored though refused. */
  wrong: string[];
  /** SENT for good, as the carrier gave no id that names them: they end when no receipt has come for 72 hours. */
  withoutId: number;
  /** Parts taken again though the carrier had answered them in time, and how many of those no blow explains. */
  duplicates: number;
  duplicatesWithoutKill: string[];
  bound: number;
  /** Parts taken again after the carrier had left them unanswered: SMPP leaves no choice. */
  afterSilence: number;
  /** Receipts of no message, and texts, that the carrier sent. */
  unmatched: number;
  callbacks: number;
};

/** What one kill may send twice: all that is in the windows, and as much again whose answers are not stored yet. */
const PER_KILL = 2 * LINKS.length * WINDOW;
/** From an answer to its commit, on a machine that has more to do. */
const STORED_WITHIN_MS = 5_000;
/** An answer may be in a connection that the carrier cuts. */
const WRITTEN_WITHIN_MS = 2_000;
/** Carrier and service do not measure from the same moment. */
const IN_TIME_MS = RESPONSE_TIMEOUT_MS - 1_000;

/** Weighs the evidence. */
export function judge({ sends, rows, events, calls, blows, plan = planOf }: Evidence): Verdict {
  const takes = takesByNumber(events);
  const rowsTo = Map.groupBy(rows, ({ to }) => to);
  const racing = racingReceipts(events, blows);
  const heard = hearing(events, blows);
  const findings = sends.map((send) => {
    const about = {
      send,
      rows: rowsTo.get(send.to) ?? [],
      takes: takes.get(send.to) ?? [],
      plan: plan(send.to),
      isStored: heard.isStored,
    };
    return { ...about, lost: lostBy(about), wrong: wrongBy(about, racing) };
  });
  const said = (what: 'lost' | 'wrong') =>
    findings.flatMap((finding) =>
      finding[what] ? [`${finding.send.to} ${finding.send.kind}: ${finding[what]}`] : [],
    );
  const open = rows.filter((row) => !isFinal(row));
  const isWaiting = (row: Row) => waitsForGood(row, takes.get(row.to) ?? []);
  return {
    sends: sends.length,
    accepted: sends.filter(wasAccepted).length,
    unanswered: sends.filter((send) => !wasAccepted(send) && !wasRefused(send)).length,
    kills: blows.length,
    inDoubt: rows.filter(({ failure }) => failure === 'UNKNOWN').length,
    lost: said('lost'),
    wrong: [...said('wrong'), ...wrongCalls(calls, rows)],
    notFinal: open.filter((row) => !isWaiting(row)).map(({ to, id, status }) => `${to} ${id}: ${status}`),
    withoutId: open.filter(isWaiting).length,
    ...duplicatesIn(events, heard),
    bound: blows.length * PER_KILL,
    unmatched: events.filter(({ kind }) => kind === 'stranger').length,
    callbacks: calls.length,
  };
}

/** Why a run has failed; nothing when it has not. */
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

/** Whether a message has come to its end, or waits for a receipt that can never name it. */
export function hasEnded(row: Row, takes: readonly Take[]): boolean {
  return isFinal(row) || waitsForGood(row, takes);
}

/** What the carrier took, by number. */
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

/** `isStored`: whether the answer to what the carrier took came in time, and nothing kept it from being stored. */
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
  return sent && !isWhole(takes) ? 'sent as the log says, and the carrier has not got all of it' : null;
}

/** Links split differently: what counts is one way of splitting whose parts are all there. */
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
  // Under an id that is another message's it may rightly have got that one's receipt.
  if (!row || takes.some(({ n, spoiled }) => spoiled === 'repeated' || racing.has(n))) return null;
  if (row.status === 'DELIVERED' && plan !== 'DELIVERED') return `DELIVERED, the carrier said ${plan}`;
  // A long message of which a part stayed in doubt is given up so, as one in a single part is as UNKNOWN.
  if (row.failure === 'UNDELIVERED' && plan === 'DELIVERED' && isWhole(takes.filter(isStored)))
    return 'UNDELIVERED, the carrier said DELIVERED';
  return row.failure === 'REJECTED' && plan !== 'REJECTED' ? 'REJECTED, and the carrier did not' : null;
}

/** A callback must not say what the log does not. */
function wrongCalls(calls: readonly Call[], rows: readonly Row[]): string[] {
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  return calls
    .filter(({ id, status }) => status !== 'SENT' && statusOf.get(id) !== status)
    .map(({ id, status }) => `${id}: a callback said ${status}, the log ${statusOf.get(id)}`);
}

/**
 * Takes whose contradicting receipts may have been worked off at once: the second came before the first can have been settled, so
 * that either may be the first one.
 */
function racingReceipts(events: readonly CarrierEvent[], blows: readonly Blow[]): Set<number> {
  const answers = answerTimes(events);
  const receipts = events.filter((event) => event.kind === 'receipt');
  const firsts = new Map(receipts.flatMap(({ first, n, at }) => (first ? [[n, at]] : [])));
  const isRacing = ({ n, at }: { n: number; at: number }) => {
    const settles = Math.max(firsts.get(n) ?? 0, answers.get(n) ?? Number.POSITIVE_INFINITY);
    const isStruck = blows.some(({ from, until }) => from <= at && until + STORED_WITHIN_MS >= settles);
    return isStruck || at < settles + STORED_WITHIN_MS;
  };
  return new Set(receipts.filter((receipt) => !receipt.first && isRacing(receipt)).map(({ n }) => n));
}

function answerTimes(events: readonly CarrierEvent[]): Map<number, number> {
  return new Map(events.flatMap((event) => (event.kind === 'answer' ? [[event.n, event.at]] : [])));
}

/** When what the carrier took was answered in time, and whether that can have been stored: a kill may have come between. */
function hearing(events: readonly CarrierEvent[], blows: readonly Blow[]) {
  const answers = answerTimes(events);
  const cuts = events.filter((event) => event.kind === 'cut');
  const answeredAt = ({ n, at, link }: Take): number | null => {
    const answered = answers.get(n);
    if (answered === undefined || answered - at > IN_TIME_MS) return null;
    const writtenMs = answered - at + WRITTEN_WITHIN_MS;
    const isCut = cuts.some((cut) => cut.link === link && isWithin(cut.at - at, writtenMs));
    return isCut ? null : answered;
  };
  const explains = (blow: Blow, take: Take) => {
    // A long message is stored when its last part has been answered, or not been in time.
    const storedMs = RESPONSE_TIMEOUT_MS + (take.parts > 1 ? STORED_WITHIN_MS : 0);
    return take.at <= blow.until + STORED_WITHIN_MS && answeredAt(take)! >= blow.from - storedMs;
  };
  return {
    isAnswered: (take: Take) => answeredAt(take) !== null,
    isStored: (take: Take) => answeredAt(take) !== null && !blows.some((blow) => explains(blow, take)),
  };
}

type Hearing = ReturnType<typeof hearing>;

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
