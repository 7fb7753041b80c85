// Exposes the figures of `figures.ts` as metrics. Labels are modes, lanes and links; of groups and teams
// only the worst.
import type { StatusFigures } from '@godwit/contract/staff/status';
import { Gauge, type Registry } from 'prom-client';
import type { Status } from './figures.ts';

type Row = { labels?: Record<string, string>; value: number };
type Figure = { name: string; help: string; labels?: string[]; rows(figures: StatusFigures): Row[] };

const inLane = ({ mode, lane }: { mode: string; lane: string }) => ({ mode, lane });
/** A figure of each link. A link without the value has no row. */
const ofLinks = (
  name: string,
  help: string,
  read: (link: StatusFigures['links'][number]) => number | null | undefined,
): Figure => ({
  name,
  help,
  labels: ['link', 'mode'],
  rows: ({ links }) =>
    links.flatMap((link) => {
      const value = read(link) ?? null;
      return value === null ? [] : [{ labels: { link: link.link, mode: link.mode }, value }];
    }),
});
const only = (value: number | null | undefined): Row[] =>
  value === null || value === undefined ? [] : [{ value }];

const LANE = ['mode', 'lane'];

const FIGURES: readonly Figure[] = [
  {
    name: 'queue_messages',
    help: 'Messages that have not reached a carrier, those put off and being sent included',
    labels: LANE,
    rows: ({ lanes }) => lanes.map((lane) => ({ labels: inLane(lane), value: lane.waiting })),
  },
  {
    name: 'queue_due_messages',
    help: 'Messages that could be sent now and wait',
    labels: LANE,
    rows: ({ lanes }) => lanes.map((lane) => ({ labels: inLane(lane), value: lane.due })),
  },
  {
    name: 'queue_oldest_seconds',
    help: 'For how long the oldest message that could be sent now has waited',
    labels: LANE,
    rows: ({ lanes }) => lanes.map((lane) => ({ labels: inLane(lane), value: lane.oldest_seconds })),
  },
  {
    name: 'queue_group_oldest_seconds',
    help: 'The same of the ten link groups that wait longest',
    labels: ['group'],
    rows: ({ groups }) =>
      groups.map(({ group, oldest_seconds }) => ({ labels: { group }, value: oldest_seconds })),
  },
  {
    name: 'queue_team_oldest_seconds',
    help: 'The same of the ten teams that wait longest',
    labels: ['team'],
    rows: ({ teams }) =>
      teams.map(({ team, oldest_seconds }) => ({ labels: { team }, value: oldest_seconds })),
  },
  ofLinks('link_sessions', 'Sessions that a link is to have', (l) => l.sessions),
  ofLinks('link_bound_sessions', 'Sessions that are bound', (l) => l.bound_sessions),
  ofLinks('link_paused', '1 if staff paused the link', (l) => Number(l.paused)),
  ofLinks('link_closed', '1 if the link is closed because of the carrier’s answers', (l) =>
    Number(l.health === 'CLOSED'),
  ),
  ofLinks('link_window', 'Messages that may be unanswered at once', (l) => l.window),
  ofLinks('link_in_flight', 'Messages that are unanswered', (l) => l.in_flight),
  ofLinks('link_rate', 'Messages that the link took a second lately', (l) => l.rate),
  ofLinks(
    'link_failed_attempts',
    'Attempts of the last minute that did not end with the carrier taking the message',
    (l) => l.failed,
  ),
  ofLinks('link_due_messages', 'Messages that could be sent now, and that the link may carry', (l) => l.due),
  ofLinks('link_oldest_seconds', 'For how long the oldest of them has waited', (l) => l.oldest_seconds),
  ofLinks(
    'link_delivery_share',
    'The delivered part of the messages that ended by a receipt in the last 30 minutes',
    (l) => l.delivery_share,
  ),
  ofLinks('link_delivery_low', '1 if that share fell below what is usual for the link', (l) =>
    Number(l.delivery_low ?? false),
  ),
  ofLinks('link_balance', 'The balance of the account at the carrier', (l) => l.balance),
  ofLinks('link_balance_low', '1 if the balance is under balance_below of the link', (l) =>
    Number(l.balance_low ?? false),
  ),
  { name: 'receipts_due', help: 'Receipts that wait to be worked off', rows: (f) => only(f.receipts.due) },
  {
    name: 'receipts_unmatched',
    help: 'Receipts that name no message',
    rows: (f) => only(f.receipts.unmatched),
  },
  {
    name: 'receipts_set_aside',
    help: 'Receipts that could not be worked off',
    rows: (f) => only(f.receipts.set_aside),
  },
  {
    name: 'receipts_dropped',
    help: 'Receipts that name no message and were dropped, because a link had too many of them',
    rows: (f) => only(f.receipts.dropped ?? 0),
  },
  {
    name: 'callbacks_waiting',
    help: 'Messages with callbacks to be made, calls of webhook endpoints, and events without a position, also later',
    rows: (f) => only(f.callbacks.waiting),
  },
  {
    name: 'callbacks_late_seconds',
    help: 'For how long the callback that is most late has been due',
    rows: (f) => only(f.callbacks.oldest_seconds),
  },
  { name: 'mails_waiting', help: 'Mails to be sent', rows: (f) => only(f.mails.waiting) },
  {
    name: 'mails_retried',
    help: 'Those of them that the mail server did not take at least once',
    rows: (f) => only(f.mails.retried),
  },
  {
    name: 'held_destinations',
    help: 'Destinations of new teams, and signs of fraud in texts, whose messages wait for a decision of staff',
    rows: (f) => only(f.holds.destinations),
  },
  {
    name: 'held_oldest_seconds',
    help: 'For how long the first of them has waited',
    rows: (f) => only(f.holds.oldest_seconds),
  },
  {
    name: 'standbys',
    help: 'Standbys that are connected to the primary',
    rows: (f) => only(f.standbys?.connected),
  },
  {
    name: 'standby_lag_bytes',
    help: 'What the standby furthest behind has not replayed; absent if the service may not see it',
    rows: (f) => only(f.standbys?.lag_bytes),
  },
];

/** Creates the gauges and returns a function that sets them. */
export function openFigureGauges(registers: Registry[]): (status: Status) => void {
  const prefixed = (name: string) => `godwit_${name}`;
  const gauges = FIGURES.map(({ name, help, labels = [], rows }) => {
    return { rows, gauge: new Gauge({ name: prefixed(name), help, labelNames: labels, registers }) };
  });
  const at = new Gauge({
    name: prefixed('figures_timestamp_seconds'),
    help: 'When the figures from the database were read',
    registers,
  });
  const ledger = {
    differences: new Gauge({
      name: prefixed('ledger_differences'),
      help: 'What the last check of the ledger found',
      registers,
    }),
    at: new Gauge({
      name: prefixed('ledger_checked_timestamp_seconds'),
      help: 'When the ledger was last checked',
      registers,
    }),
  };
  const clock = new Gauge({
    name: prefixed('clock_ahead_seconds'),
    help: 'How far the clock of the database is ahead of the clock of this process',
    registers,
  });
  const months = new Gauge({
    name: prefixed('months_ahead_seconds'),
    help: 'For how long from now on each message has a partition to go to',
    registers,
  });
  const damaged = new Gauge({
    name: prefixed('database_damaged_reads'),
    help: 'Reads that found a wrong page checksum; 0 if the last one was over a day ago',
    registers,
  });
  return (status) => {
    damaged.set(status.damagedReads);
    clock.set(status.aheadSeconds);
    months.set(status.monthsSeconds);
    if (status.ledger) {
      ledger.differences.set(status.ledger.differences);
      ledger.at.set(Date.parse(status.ledger.at) / 1_000);
    }
    if (!status.figures) return;
    at.set(Date.parse(status.at!) / 1_000);
    for (const { rows, gauge } of gauges) {
      // Removes labels that are gone or no longer among the worst.
      gauge.reset();
      for (const { labels = {}, value } of rows(status.figures)) gauge.set(labels, value);
    }
  };
}
