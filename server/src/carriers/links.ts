// Carrier links as staff see them, added up over all processes, and stop them.
import { type CarrierLink, LINK_HEALTH } from '@godwit/contract/staffOperations';
import { type AuditAction, recordAudit } from '../audit/record.ts';
import { signalWithin } from '../db/signals.ts';
import type { Staff } from '../identity/sessions.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { selectHints, selectSetAside } from './inboxQueries.ts';
import { deletePaused, insertPaused, isKnownLink, selectQueues, selectReports } from './linkQueries.ts';
import { LINKS_TOPIC } from './watch.ts';

type Parts = Pick<Services, 'kysely'>;
type Report = Awaited<ReturnType<typeof selectReports>>[number];

/** Every link there is; one that no process works any more shows as down for an hour. */
export async function listLinks({ kysely }: Parts): Promise<CarrierLink[]> {
  const [reports, queues, hints, setAside] = await Promise.all([
    selectReports(kysely),
    selectQueues(kysely),
    selectHints(kysely),
    selectSetAside(kysely),
  ]);
  const byLink = Map.groupBy(reports, ({ link_id }) => link_id);
  return [...byLink.values()].map((some) => {
    const [newest] = some as [Report];
    const fresh = some.filter(({ is_fresh }) => is_fresh);
    const sum = (of: (report: Report) => number) => fresh.reduce((total, report) => total + of(report), 0);
    const waiting = queues.filter(({ link_group }) => newest.groups.includes(link_group));
    const [sessions, bound] = [sum((report) => report.sessions), sum((report) => report.bound_sessions)];
    return {
      id: newest.link_id,
      mode: newest.mode,
      host: newest.host,
      state: stateOf(newest, { sessions, bound }),
      paused_state: newest.paused_at && {
        at: newest.paused_at.toISOString(),
        by: newest.paused_by!,
        reason: newest.reason!,
      },
      health: worstOf(fresh),
      sessions,
      bound_sessions: bound,
      window: sum((report) => report.send_window),
      in_flight: sum((report) => report.in_flight),
      throughput: sum((report) => report.throughput),
      rate: Math.round(sum((report) => report.rate) * 10) / 10,
      queue: {
        due: waiting.reduce((total, { due }) => total + due, 0),
        oldest_seconds: Math.max(0, ...waiting.map(({ oldest_seconds }) => oldest_seconds)),
      },
      message_id_hint: hintOf(hints.find(({ link_id }) => link_id === newest.link_id)),
      receipts_set_aside: setAsideOf(setAside.find(({ link_id }) => link_id === newest.link_id)),
      processes: fresh.length,
      seen_at: newest.seen_at.toISOString(),
    };
  });
}

type Hint = Awaited<ReturnType<typeof selectHints>>[number];
type SetAside = Awaited<ReturnType<typeof selectSetAside>>[number];

function hintOf(hint: Hint | undefined): CarrierLink['message_id_hint'] {
  if (!hint) return null;
  const { message_id, would_match, receipts, seen_at } = hint;
  return { message_id, would_match, receipts: Number(receipts), seen_at: seen_at.toISOString() };
}

function setAsideOf(some: SetAside | undefined): CarrierLink['receipts_set_aside'] {
  return some ? { count: some.count, reason: some.reason, at: some.at.toISOString() } : null;
}

type Asked = { id: string; reason: string };

/**
 * Stops a link in every process within a second: what it has begun is seen through, what waits goes by other links or stays. Gives all
 * links. 1001: no such link; 1013: it is paused already.
 */
export function pauseLink(services: Parts, staff: Staff, { id, reason }: Asked) {
  return change(services, staff, 'LINK_PAUSED', { id, reason }, (trx) =>
    insertPaused(trx, { id, by: staff.email, reason }),
  );
}

/** Lets a link go on. Gives all links. 1001: no such link; 1013: it is not paused. */
export function resumeLink(services: Parts, staff: Staff, { id, reason }: Asked) {
  return change(services, staff, 'LINK_RESUMED', { id, reason }, (trx) => deletePaused(trx, id));
}

async function change(
  services: Parts,
  staff: Staff,
  action: AuditAction,
  { id, reason }: Asked,
  move: (trx: Database) => Promise<boolean>,
): Promise<CarrierLink[] | Refusal> {
  const refused = await services.kysely.transaction().execute(async (trx) => {
    if (!(await isKnownLink(trx, id))) return refuse('notFound');
    if (!(await move(trx))) {
      const done = action === 'LINK_PAUSED' ? 'paused already' : 'not paused';
      return refuse('conflict', { description: `This link is ${done}: a colleague may have been faster.` });
    }
    await recordAudit(trx, staff, { action, subject: id, detail: { reason } });
    await signalWithin(trx, LINKS_TOPIC);
    return null;
  });
  return refused ?? listLinks(services);
}

function stateOf(
  { paused_at }: Report,
  { sessions, bound }: { sessions: number; bound: number },
): CarrierLink['state'] {
  if (paused_at !== null) return 'PAUSED';
  if (bound === 0) return 'DOWN';
  return bound < sessions ? 'PARTLY_BOUND' : 'BOUND';
}

/** Health is judged by each process for itself: the worst of them is what staff should look at. */
function worstOf(fresh: Report[]): CarrierLink['health'] {
  const worst = LINK_HEALTH.map((state) => fresh.find(({ health }) => health === state)).findLast(Boolean);
  return { state: worst?.health ?? 'OPEN', words: worst?.health_words ?? null };
}
