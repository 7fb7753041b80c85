// Link reports for staff pages: each process reports its links' state, and reads which links staff have
// paused.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../../db/signals.ts';
import { startLoop } from '../../jobs/loop.ts';
import { type HealthState, type JudgedLink, type Links, troubleOf } from '../link.ts';
import { hasFixedSender } from './config.ts';
import { type LinkGroups, readGroupName } from './groups.ts';
import { deleteReports, type LinkReport, type ReportedRoute, reportLinks, type Trouble } from './queries.ts';

/** Signals on this topic make processes read which links are paused. */
export const LINKS_TOPIC = 'links';

/** The rate covers this many reports. */
const RATE_OVER = 5;

type Parts = {
  pool: Pool;
  signals: Pick<Signals, 'on'>;
  log: Logger;
  processId: string;
  links: Links;
  linkGroups: LinkGroups;
  everyMs: number;
};

/** A current route of a link, with the group whose messages take it. */
type Route = ReportedRoute & { group: string };

/** Starts reporting. `onChange` runs when staff pause or resume a link. */
export function startLinkReports(
  { pool, signals, log, processId, links, linkGroups, everyMs }: Parts,
  onChange: () => void,
): { stop(): Promise<void> } {
  const rates = new Map([...links.keys()].map((id) => [id, openRate()]));
  const routesOf = (id: string): Route[] =>
    [...linkGroups.groups].flatMap(([group, routes]) => {
      const { prefix, rule } = readGroupName(group);
      return routes
        .filter(({ linkId }) => linkId === id)
        .map(({ tier, weight }) => ({ group, prefix: prefix ?? '', rule, tier, weight }));
    });
  const states = new Map<string, HealthState>([...links.keys()].map((id) => [id, 'OPEN']));
  const troublesOf = openTroubles();
  let paused = '';

  const loop = startLoop({
    name: 'reporting the state of links',
    log,
    everyMs,
    wakeOn: { signals, topic: LINKS_TOPIC },
    async round() {
      const reports = [...links.values()].map((judged) => reportOf(judged, routesOf, rates));
      logHealth(log, reports, states);
      const ids = await reportLinks(pool, processId, reports, troublesOf(links));
      for (const [id, { link }] of links) link.setPaused(ids.includes(id));
      if (paused !== ids.join()) onChange();
      paused = ids.join();
    },
  });
  return {
    async stop() {
      await loop.stop();
      await deleteReports(pool, processId).catch((error) =>
        log.warn(
          { err: error },
          'could not remove the reports of this process; staff see its links for another ten seconds',
        ),
      );
    },
  };
}

/** Logs one line per change. Probing is left out because it lasts only a moment. */
function logHealth(log: Logger, reports: LinkReport[], states: Map<string, HealthState>) {
  for (const { link_id: link, health, health_words: why } of reports) {
    if (health === 'PROBING' || health === states.get(link)) continue;
    states.set(link, health);
    if (health === 'OPEN') log.info({ link }, 'the link is open again');
    else log.warn({ link, why }, health === 'CLOSED' ? 'the link is closed' : 'the link gets fewer messages');
  }
}

function reportOf(
  { link: { config, metrics, held, trouble, outOfHours }, health }: JudgedLink,
  routesOf: (id: string) => Route[],
  rates: ReadonlyMap<string, (taken: number) => number>,
): LinkReport {
  const { sessions, boundSessions, window, inFlight, taken } = metrics();
  const { throughput } = held();
  const routes = routesOf(config.id);
  return {
    link_id: config.id,
    mode: config.mode,
    host: `${config.host}:${config.port}`,
    groups: [...new Set(routes.map(({ group }) => group))],
    sessions,
    bound_sessions: boundSessions,
    send_window: window,
    in_flight: inFlight,
    throughput: Math.round(throughput),
    rate: rates.get(config.id)!(taken),
    health: outOfHours?.() ? 'CLOSED' : health.state(),
    out_of_hours: outOfHours?.() ?? false,
    fixed_sender: hasFixedSender(config),
    health_words: trouble() ?? health.words(),
    routes: routes.map(({ group, ...route }) => route),
  };
}

/** Returns the current troubles of links. A trouble that lasts keeps its number. */
function openTroubles(): (links: Links) => Trouble[] {
  const last = new Map<string, Trouble | null>();
  let number = 0;
  return (links) =>
    [...links].flatMap(([link_id, judged]) => {
      const trouble = troubleOf(judged);
      const before = last.get(link_id);
      const now = trouble && (before?.trouble === trouble ? before : { link_id, number: ++number, trouble });
      last.set(link_id, now);
      return now ? [now] : [];
    });
}

/** Turns running totals of parts taken into parts per second over the last reports. */
function openRate(): (taken: number) => number {
  const samples: { atMs: number; taken: number }[] = [];
  return (taken) => {
    samples.push({ atMs: performance.now(), taken });
    if (samples.length > RATE_OVER + 1) samples.shift();
    const [first, last] = [samples[0]!, samples.at(-1)!];
    const seconds = (last.atMs - first.atMs) / 1000;
    return seconds > 0 ? (last.taken - first.taken) / seconds : 0;
  };
}
