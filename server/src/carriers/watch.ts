// Links as staff watch and pause them: each process reports how its links do, and reads which of them staff paused.
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Signals } from '../db/signals.ts';
import { startLoop } from '../jobs/loop.ts';
import { type LinkConfig, type LinkGroups, readGroupName } from './config.ts';
import type { HealthState } from './health.ts';
import { deleteReports, type LinkReport, reportLinks, type Trouble } from './linkQueries.ts';
import type { Judged, Links } from './routing.ts';

/** The topic whose signals have processes look which links are paused. */
export const LINKS_TOPIC = 'links';

/** A rate is over as many reports. */
const RATE_OVER = 5;

type Parts = {
  pool: Pool;
  signals: Pick<Signals, 'on'>;
  log: Logger;
  links: Links;
  linkGroups: LinkGroups;
  everyMs: number;
};

/** A route of a link as it is now, with the group whose messages take it. */
type Route = LinkConfig['routes'][number] & { group: string };

/** Starts reporting and looking; `onChange` is called when a link was paused or resumed. */
export function startWatch(
  { pool, signals, log, links, linkGroups, everyMs }: Parts,
  onChange: () => void,
): { stop(): Promise<void> } {
  const processId = randomUUID();
  const rates = new Map([...links.keys()].map((id) => [id, openRate()]));
  const routesOf = (id: string): Route[] =>
    [...linkGroups.groups].flatMap(([group, routes]) =>
      routes
        .filter(({ linkId }) => linkId === id)
        .map(({ tier, weight }) => ({ group, prefix: readGroupName(group).prefix, tier, weight })),
    );
  const states = new Map<string, HealthState>([...links.keys()].map((id) => [id, 'OPEN']));
  const troublesOf = openTroubles();
  let paused = '';

  const loop = startLoop({
    name: 'reporting how links do',
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
        log.warn({ err: error }, 'the links of this process stay on the staff pages for some seconds'),
      );
    },
  };
}

/** One line for each change; probing goes without, for it is over in a moment. */
function logHealth(log: Logger, reports: LinkReport[], states: Map<string, HealthState>) {
  for (const { link_id: link, health, health_words: why } of reports) {
    if (health === 'PROBING' || health === states.get(link)) continue;
    states.set(link, health);
    if (health === 'OPEN') log.info({ link }, 'the link takes messages as before');
    else log.warn({ link, why }, health === 'CLOSED' ? 'the link is closed' : 'the link takes less');
  }
}

function reportOf(
  { link: { config, metrics }, health }: Judged,
  routesOf: (id: string) => Route[],
  rates: ReadonlyMap<string, (taken: number) => number>,
): LinkReport {
  const { sessions, boundSessions, window, inFlight, taken } = metrics();
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
    throughput: config.throughput,
    rate: rates.get(config.id)!(taken),
    health: health.state(),
    health_words: health.words(),
    routes: routes.map(({ group, ...route }) => route),
  };
}

/** Why a link takes no messages now, or is slowed; null where it works. */
function troubleOf({ link, health }: Judged): Trouble['trouble'] | null {
  if (link.paused()) return 'PAUSED';
  if (!link.bound()) return 'DOWN';
  if (['CLOSED', 'PROBING'].includes(health.state())) return 'CLOSED';
  return link.slowed() ? 'THROTTLED' : null;
}

/** Tells the troubles that links are in; one that lasts keeps its number. */
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

/** What a link took a second lately, from what it has taken in all. */
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
