// Explains the carriers' part in a message's history: links used and passed over, waits, and responses.
// Derived from attempts, carrier ids, receipts and link troubles.
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import { decodePdu } from '@godwit/smpp/codec/decode';
import { parseReceipt } from '@godwit/smpp/codec/receipt';
import { statusMeaning } from '@godwit/smpp/codec/status';
import type { Span } from '../../messages/accept/heldDestinations.ts';
import type { CarrierStory, Explained } from '../../messages/trace/explain.ts';
import { readGroupName } from '../links/groups.ts';
import { type ReportedRoute, selectRoutes, selectTroubles, type Trouble } from '../links/queries.ts';
import { selectAttempts, selectQueued, selectRefs } from './queries.ts';

type Route = ReportedRoute & { link: string; processes: number };
type Event = {
  at: Date;
  lastAt: Date;
  times: number;
  link: string | null;
  rule: string | null;
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
  const [reported, troubles] = await Promise.all([
    selectRoutes(db, message.mode),
    selectTroubles(db, before(message.due), after(lastAt)),
  ]);
  const group = queued ? readGroupName(queued.link_group) : null;
  const routesBy = openRoutes(reported, message.recipient, group?.prefix ?? null);
  const rule = group ? group.rule : (events.find(({ link }) => link !== null)?.rule ?? null);
  const isForgotten = message.queuedAt && !queued && events.length === 0;
  return [
    ...firstWait(message, { routes: routesBy(rule), troubles, now }),
    ...hopsOf(events, message, {
      routesBy,
      troubles,
      sendingOver: queued?.lease_until && queued.link_id !== null ? { link: queued.link_id, rule } : null,
    }),
    ...events.map(attemptStep),
    ...events.flatMap((event, index) => waitAfter(event, events[index + 1]?.at ?? message.endedAt, now)),
    ...refs.flatMap(receiptStep),
    ...(isForgotten ? [{ kind: 'FORGOTTEN' } as const] : []),
  ];
};

const before = (instant: Date) => new Date(instant.getTime() - NOTED_WITHIN_MS);
const after = (instant: Date) => new Date(instant.getTime() + NOTED_WITHIN_MS);

/** The routes that a message could take by a rule, or by its number if the rule is null. */
type RoutesBy = (rule: string | null) => Route[];

/**
 * Finds routes in the last reports of all links: those of a rule, or those of the longest prefix of the
 * number. `waitsBy`: the prefix by which the message waits; null if it does not, or by a rule.
 */
function openRoutes(
  reported: Awaited<ReturnType<typeof selectRoutes>>,
  recipient: string,
  waitsBy: string | null,
): RoutesBy {
  const all = reported.flatMap(({ link_id, routes, processes }) =>
    routes.map((route) => ({ ...route, rule: route.rule ?? null, link: link_id, processes })),
  );
  const fits = ({ prefix }: Route) =>
    waitsBy === null ? recipient.slice(1).startsWith(prefix) : prefix === waitsBy;
  return (rule) => {
    const fitting = all.filter((route) => route.rule === rule && (rule !== null || fits(route)));
    const longest = Math.max(...fitting.map(({ prefix }) => prefix.length));
    return fitting
      .filter(({ prefix }) => prefix.length === longest)
      .sort((one, other) => one.tier - other.tier || one.link.localeCompare(other.link));
  };
}

/** All events of links in order. Equal consecutive events are merged. */
function eventsOf(
  attempts: Awaited<ReturnType<typeof selectAttempts>>,
  refs: Awaited<ReturnType<typeof selectRefs>>,
): Event[] {
  const all = [
    ...attempts.map(({ detail, link_id, ...event }) => ({ ...event, link: link_id, status: detail })),
    ...refs.map(({ created_at, link_id, rule }) => ({
      at: created_at,
      link: link_id,
      rule,
      outcome: 'TAKEN' as const,
      status: null,
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const events: Event[] = [];
  for (const one of all) {
    const last = events.at(-1);
    const isSameChoice = last?.link === one.link && last.rule === one.rule;
    if (last && isSameChoice && last.outcome === one.outcome && last.status === one.status) {
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
  if (hold && within(hold)) return [{ ...step, reason: hold.reason, links: null }];
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

/** A link that was chosen, and the rule by which it was; null for the links' own routes. */
type Choice = { link: string; rule: string | null };
type HopFacts = { routesBy: RoutesBy; troubles: Troubles; sendingOver: Choice | null };

/** Each link that was tried, with the links that should have had the message first. */
function hopsOf(
  events: readonly Event[],
  { queuedAt }: Explained,
  { routesBy, troubles, sendingOver }: HopFacts,
): StepOf<'ROUTE'>[] {
  const hops: (Choice & { at: Date })[] = [];
  let freeSince = queuedAt;
  for (const { link, rule, at, lastAt } of events) {
    if (link !== null && link !== hops.at(-1)?.link) hops.push({ link, rule, at: freeSince ?? at });
    freeSince = lastAt;
  }
  if (sendingOver !== null && freeSince && sendingOver.link !== hops.at(-1)?.link)
    hops.push({ ...sendingOver, at: freeSince });
  return hops.map(({ link, rule, at }, index) => {
    const routes = routesBy(rule);
    const tiers = [...new Set(routes.map(({ tier }) => tier))];
    const route = routes.find((one) => one.link === link);
    const tried = hops.slice(0, index).map((hop) => hop.link);
    const ofTier = routes.filter(({ tier }) => tier === route?.tier);
    return {
      kind: 'ROUTE',
      at: at.toISOString(),
      choice: route ? tiers.indexOf(route.tier) + 1 : 1,
      passed: route ? passedOver(route, { at, tried, routes, troubles }) : [],
      link,
      rule,
      prefix: rule === null ? (route?.prefix ?? null) : null,
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
