// Carrier links on the staff pages: their state in all processes together, pause and resume, and waiting
// messages.
import { type CarrierLink, LINK_HEALTH } from '@godwit/contract/staff/operations';
import { type Actor, recordAudit } from '../../audit/record.ts';
import { signalWithin } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Connections, Services } from '../../services.ts';
import { type Balance, selectBalances } from '../counts/balanceQueries.ts';
import { type Delivery, type LastHour, selectDelivery, selectLastHour } from '../counts/queries.ts';
import {
  deletePaused,
  insertPaused,
  isKnownLink,
  selectQueues,
  selectReports,
  selectServedGroups,
} from '../links/queries.ts';
import { LINKS_TOPIC } from '../links/reports.ts';
import { selectHints, selectSetAside } from '../receipts/inboxQueries.ts';
import { selectDropped } from '../receipts/unmatchedQueries.ts';

type Parts = Pick<Services, 'kysely'>;
type Report = Awaited<ReturnType<typeof selectReports>>[number];

/** Lists all links. A link that no process uses any more shows as down for an hour. */
export async function listLinks({ kysely }: Parts): Promise<CarrierLink[]> {
  const [reports, queues, hints, setAside, dropped, deliveries, balances] = await Promise.all([
    selectReports(kysely),
    selectQueues(kysely),
    selectHints(kysely),
    selectSetAside(kysely),
    selectDropped(kysely),
    selectDelivery(kysely),
    selectBalances(kysely),
  ]);
  const byLink = Map.groupBy(reports, ({ link_id }) => link_id);
  const hours = await selectLastHour(kysely, [...byLink.keys()]);
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
      message_id_hint: hintOf(hints.find(isOf(newest.link_id))),
      receipts_set_aside: setAsideOf(setAside.find(isOf(newest.link_id))),
      receipts_dropped: droppedOf(dropped.find(isOf(newest.link_id))),
      delivery: deliveryOf(deliveries.find(isOf(newest.link_id)), newest.mode),
      balance: balanceOf(balances.find(isOf(newest.link_id))),
      last_hour: lastHourOf(hours.find(isOf(newest.link_id))!),
      fixed_sender: fresh.some((report) => report.fixed_sender),
      processes: fresh.length,
      seen_at: newest.seen_at.toISOString(),
    };
  });
}

export { queueAge } from '../sending/queueQueries.ts';

/**
 * Link groups with due messages for which no running process has a link. Empty if no process reports any
 * link.
 */
export async function groupsWithoutLink({ kysely, pool }: Connections): Promise<string[]> {
  const [queues, served] = [await selectQueues(kysely), await selectServedGroups(pool)];
  if (served.length === 0) return [];
  return queues.map(({ link_group }) => link_group).filter((name) => !served.includes(name));
}

type Hint = Awaited<ReturnType<typeof selectHints>>[number];
type SetAside = Awaited<ReturnType<typeof selectSetAside>>[number];
type Dropped = Awaited<ReturnType<typeof selectDropped>>[number];

function hintOf(hint: Hint | undefined): CarrierLink['message_id_hint'] {
  if (!hint) return null;
  const { message_id, would_match, receipts, seen_at } = hint;
  return { message_id, would_match, receipts: Number(receipts), seen_at: seen_at.toISOString() };
}

function setAsideOf(some: SetAside | undefined): CarrierLink['receipts_set_aside'] {
  return some ? { count: some.count, reason: some.reason, at: some.at.toISOString() } : null;
}

function droppedOf(some: Dropped | undefined): CarrierLink['receipts_dropped'] {
  if (!some) return null;
  return { count: some.receipts, since: some.since.toISOString(), at: some.last_at.toISOString() };
}

const isOf = (id: string) => (row: { link_id: string }) => row.link_id === id;

/** Nobody has to act if a TEST link delivers little: its numbers choose that. */
function deliveryOf(some: Delivery | undefined, mode: CarrierLink['mode']): CarrierLink['delivery'] {
  if (!some || some.ended === 0) return null;
  const { delivered, ended, usual_share, is_low } = some;
  return { delivered, ended, usual_share, is_low: is_low && mode === 'LIVE' };
}

const lastHourOf = ({ submitted, delivered, failed }: LastHour): CarrierLink['last_hour'] => ({
  submitted,
  delivered,
  failed,
});

function balanceOf(some: Balance | undefined): CarrierLink['balance'] {
  if (!some) return null;
  const { link_id: _id, at, ...balance } = some;
  return { ...balance, at: at?.toISOString() ?? null };
}

/**
 * Pauses or resumes a link in every process within a second. Messages in flight finish; waiting messages use
 * other links or stay.
 * Returns all links. Refuses with 1001 if there is no such link, and with 1013 if it is already in that
 * state.
 */
export async function changeLink(
  services: Parts,
  by: Actor,
  { id, reason, pause }: { id: string; reason: string; pause: boolean },
): Promise<CarrierLink[] | Refusal> {
  const refused = await transaction(services.kysely, async (trx) => {
    if (!(await isKnownLink(trx, id))) return refuse('notFound');
    const isChanged = await (pause ? insertPaused(trx, { id, by: by.email, reason }) : deletePaused(trx, id));
    if (!isChanged) {
      const description = pause
        ? 'This link is already paused, so nothing was changed. A colleague may have paused it.'
        : 'This link is not paused, so nothing was changed. A colleague may have resumed it.';
      return refuse('conflict', { description });
    }
    const action = pause ? 'LINK_PAUSED' : 'LINK_RESUMED';
    await recordAudit(trx, by, { action, subject: id, detail: { reason } });
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

/** Each process judges health by itself. Staff see the worst state. */
function worstOf(fresh: Report[]): CarrierLink['health'] {
  const worst = LINK_HEALTH.map((state) => fresh.find(({ health }) => health === state)).findLast(Boolean);
  return { state: worst?.health ?? 'OPEN', words: worst?.health_words ?? null };
}
