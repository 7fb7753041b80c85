// Explains the carriers' part in a message's history: links used and passed over, waits, and responses.
// Derived from attempts, carrier ids, receipts and link troubles.
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import { decodePdu } from '@godwit/smpp/codec/decode';
import { parseReceipt } from '@godwit/smpp/codec/receipt';
import { statusMeaning } from '@godwit/smpp/codec/status';
import type { Span } from '../../messages/accept/holds.ts';
import type { CarrierStory, Explained } from '../../messages/trace/explain.ts';
import type { Database } from '../../services.ts';
import { readGroupName } from '../links/config.ts';
import { selectRoutes, selectTroubles, type Trouble } from '../links/queries.ts';
import { selectAttempts, selectQueued, selectRefs } from './queries.ts';

type Route = { link: string; prefix: string; tier: number; weight: number; processes: number };
type Event = {
  at: Date;
  lastAt: Date;
  times: number;
  link: string | null;
  outcome: StepOf<'ATTEMPT'>['outcome'];
  status: string | null;
};
type Troubles = Awaited<ReturnType<typeof selectTroubles>>;

/** A shorter wait for a slot is not shown, because it may only be the polling interval. */
const LEAST_WAIT_MS = 1_000;
const LEAST_PAUSE_MS = 100;
/** Troubles are recorded once a second. */
const NOTED_WITHIN_MS = 1_100;

/** The carriers' part of an explanation, with the ids of links. */
export const explainCarriers: CarrierStory = async (db, message) => {
  const now = new Date();
  const [attempts, refs, queued] = await Promise.all([
    selectAttempts(db, message.id),
    selectRefs(db, message.id),
    selectQueued(db, message.id),
  ]);
  const events = eventsOf(attempts, refs);
  const lastAt = events.at(-1)?.lastAt ?? message.queuedAt ?? message.endedAt ?? now;
  const [routes, troubles] = await Promise.all([
    routesOf(db, message, queued?.link_group),
    selectTroubles(db, before(message.due), after(lastAt)),
  ]);
  const isForgotten = message.queuedAt && !queued && events.length === 0;
  return [
    ...firstWait(message, { routes, troubles, now }),
    ...hopsOf(events, message, {
      routes,
      troubles,
      sendingOver: queued?.lease_until ? queued.link_id : null,
    }),
    ...events.map(attemptStep),
    ...events.flatMap((event, index) => waitAfter(event, events[index + 1]?.at ?? message.endedAt, now)),
    ...refs.flatMap(receiptStep),
    ...(isForgotten ? [{ kind: 'FORGOTTEN' } as const] : []),
  ];
};

const before = (instant: Date) => new Date(instant.getTime() - NOTED_WITHIN_MS);
const after = (instant: Date) => new Date(instant.getTime() + NOTED_WITHIN_MS);

/**
 * The routes that a number may take now, by its longest prefix; the routes of its group while the message
 * still waits.
 */
async function routesOf(db: Database, { mode, recipient }: Explained, group?: string): Promise<Route[]> {
  const all = (await selectRoutes(db, mode)).flatMap(({ link_id, routes, processes }) =>
    routes.map((route) => ({ ...route, link: link_id, processes })),
  );
  const fitting = all.filter(({ prefix }) =>
    group === undefined ? recipient.slice(1).startsWith(prefix) : prefix === readGroupName(group).prefix,
  );
  const longest = Math.max(...fitting.map(({ prefix }) => prefix.length));
  return fitting
    .filter(({ prefix }) => prefix.length === longest)
    .sort((one, other) => one.tier - other.tier || one.link.localeCompare(other.link));
}

/** All events of links in order. Equal consecutive events are merged. */
function eventsOf(
  attempts: Awaited<ReturnType<typeof selectAttempts>>,
  refs: Awaited<ReturnType<typeof selectRefs>>,
): Event[] {
  const all = [
    ...attempts.map(({ at, link_id, outcome, detail }) => ({ at, link: link_id, outcome, status: detail })),
    ...refs.map(({ created_at, link_id }) => ({
      at: created_at,
      link: link_id,
      outcome: 'TAKEN' as const,
      status: null,
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const events: Event[] = [];
  for (const one of all) {
    const last = events.at(-1);
    if (last?.link === one.link && last.outcome === one.outcome && last.status === one.status) {
      last.lastAt = one.at;
      last.times++;
    } else events.push({ ...one, lastAt: one.at, times: 1 });
  }
  return events;
}

type Known = { routes: Route[]; troubles: Troubles };

/** The reason for the wait between the due time and the first slot. */
function firstWait(
  { due, queuedAt, endedAt, pauses, hold }: Explained,
  { routes, troubles, now }: Known & { now: Date },
): StepOf<'WAIT'>[] {
  const until = queuedAt ?? endedAt;
  const to = until ?? now;
  const waitedMs = to.getTime() - due.getTime();
  if (waitedMs < LEAST_WAIT_MS) return [];
  const step = { kind: 'WAIT', from: due.toISOString(), until: until?.toISOString() ?? null } as const;
  const within = (span: Span) => span.from <= to && (span.until ?? now) >= due;
  if (pauses.some(within)) return [{ ...step, reason: 'SENDING_PAUSED', links: null }];
  if (hold && within(hold)) return [{ ...step, reason: 'DESTINATION_HELD', links: null }];
  if (routes.length === 0) return [{ ...step, reason: 'NO_ROUTE', links: null }];
  const links = routes.flatMap(({ link, processes }) => {
    const why = longestTrouble({ link, processes, troubles, from: due, to });
    return why ? [{ link, why }] : [];
  });
  const isNone = links.length === routes.length;
  return [{ ...step, reason: isNone ? links[0]!.why : 'TURN', links }];
}

/** The trouble that a link had for at least half of a period, in all processes that use it; null for none. */
function longestTrouble({
  link,
  processes,
  troubles,
  from,
  to,
}: {
  link: string;
  processes: number;
  troubles: Troubles;
  from: Date;
  to: Date;
}): Trouble['trouble'] | null {
  const shares = new Map<Trouble['trouble'], number>();
  for (const { link_id, trouble, since, until } of troubles) {
    if (link_id !== link) continue;
    const end = Math.min(to.getTime(), until.getTime() + NOTED_WITHIN_MS);
    const ms = end - Math.max(from.getTime(), since.getTime() - NOTED_WITHIN_MS);
    shares.set(trouble, (shares.get(trouble) ?? 0) + Math.max(0, ms));
  }
  const total = [...shares.values()].reduce((sum, ms) => sum + ms, 0) / Math.max(1, processes);
  if (total === 0 || total * 2 < to.getTime() - from.getTime()) return null;
  return [...shares].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Each link that was tried, with the links that should have had the message first. */
function hopsOf(
  events: readonly Event[],
  { queuedAt }: Explained,
  { routes, troubles, sendingOver }: Known & { sendingOver: string | null },
): StepOf<'ROUTE'>[] {
  const hops: { link: string; at: Date }[] = [];
  let freeSince = queuedAt;
  for (const { link, at, lastAt } of events) {
    if (link !== null && link !== hops.at(-1)?.link) hops.push({ link, at: freeSince ?? at });
    freeSince = lastAt;
  }
  if (sendingOver !== null && freeSince && sendingOver !== hops.at(-1)?.link)
    hops.push({ link: sendingOver, at: freeSince });
  const tiers = [...new Set(routes.map(({ tier }) => tier))];
  return hops.map(({ link, at }, index) => {
    const route = routes.find((one) => one.link === link);
    const tried = hops.slice(0, index).map((hop) => hop.link);
    const ofTier = routes.filter(({ tier }) => tier === route?.tier);
    return {
      kind: 'ROUTE',
      at: at.toISOString(),
      choice: route ? tiers.indexOf(route.tier) + 1 : 1,
      passed: route ? passedOver(route, { at, tried, routes, troubles }) : [],
      link,
      prefix: route?.prefix ?? null,
      tier: route?.tier ?? null,
      weight: route?.weight ?? null,
      weights: route ? ofTier.reduce((sum, { weight }) => sum + weight, 0) : null,
    };
  });
}

/**
 * The links of lower tiers that were passed over, and those of the same tier that could not take the message,
 * with reasons.
 */
function passedOver(
  { link, tier }: Route,
  { at, tried, routes, troubles }: Known & { at: Date; tried: string[] },
): StepOf<'ROUTE'>['passed'] {
  return routes.flatMap((other) => {
    if (other.link === link || other.tier > tier) return [];
    const trouble = troubles.findLast(
      ({ link_id, since, until }) => link_id === other.link && since <= after(at) && until >= before(at),
    )?.trouble;
    const why = tried.includes(other.link) ? 'TRIED' : (trouble ?? (other.tier < tier ? 'FULL' : null));
    return why ? [{ link: other.link, why }] : [];
  });
}

function attemptStep({ at, lastAt, times, outcome, status, link }: Event): StepOf<'ATTEMPT'> {
  return {
    kind: 'ATTEMPT',
    at: at.toISOString(),
    last_at: lastAt.toISOString(),
    times,
    outcome,
    status,
    meaning: status === null ? null : statusMeaning(status),
    link,
  };
}

const WAITS: Partial<Record<Event['outcome'], StepOf<'WAIT'>['reason']>> = {
  PUT_OFF: 'PUT_OFF',
  NOT_WRITTEN: 'CONNECTION',
  UNANSWERED: 'NO_ANSWER',
  ABANDONED: 'NO_ANSWER',
};

/** The reason for the wait after a failed attempt. */
function waitAfter({ at, outcome, status }: Event, until: Date | null, now: Date): StepOf<'WAIT'>[] {
  const reason = WAITS[outcome];
  if (!reason || (until ?? now).getTime() - at.getTime() < LEAST_PAUSE_MS) return [];
  const isSlow = status !== null && ['THROTTLED', 'QUEUE_FULL'].includes(statusMeaning(status));
  return [
    {
      kind: 'WAIT',
      reason: isSlow ? 'THROTTLED' : reason,
      from: at.toISOString(),
      until: until?.toISOString() ?? null,
      links: null,
    },
  ];
}

type Ref = Awaited<ReturnType<typeof selectRefs>>[number];

function receiptStep({ link_id, part, parts, receipt: bytes, receipt_at: at }: Ref): ExplanationStep[] {
  const decoded = bytes && decodePdu(bytes);
  if (!at || decoded?.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') return [];
  const receipt = parseReceipt(decoded.pdu);
  if (!receipt || receipt.state === 'ENROUTE' || receipt.state === 'ACCEPTED') return [];
  const { state, error } = receipt;
  return [{ kind: 'RECEIPT', at: at.toISOString(), state, error, part, parts, link: link_id }];
}
