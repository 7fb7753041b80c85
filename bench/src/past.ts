// Creates a year of messages: one busy project beside a thousand small ones, the same in each run.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { REFUNDED_FAILURES } from '@godwit/contract/messages/failures';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ensureMonths } from '../../server/src/db/schema/months.ts';
import { transaction } from '../../server/src/db/transaction.ts';
import { rollUpCounts } from '../../server/src/stats/rollup.ts';
import { selectWrongCounts } from '../../server/src/stats/rollupQueries.ts';
import { seeded } from './random.ts';

const DAYS = 365;
const QUARTER_MS = 900_000;
const QUARTERS = DAYS * 96;
const SMALL_PROJECTS = 1_000;
/** One message in this many belongs to a small project. */
const SMALL_SHARE = 50;
const ROWS_A_PIECE = 2_000;
const COLUMNS = `team_id, id, project_id, mode, api_type, sender, promotional, recipient, body, encoding, characters,
  segments, cost_micros, charged_micros, day, state, failure, accepted_at, queued_at, sent_at, delivered_at, failed_at, platform`;

export type ProjectRef = { teamId: string; projectId: string };

/** Fills an empty database with `count` messages of the busy project, spread over the year that ends now. */
export async function makeYear(pool: Pool, project: ProjectRef, count: number): Promise<void> {
  const now = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  await ensureMonths(pool, new Date(now - DAYS * 86_400_000), 14);
  const client = await pool.connect();
  try {
    await pipeline(
      Readable.from(pieces(project, now, count)),
      client.query(copyFrom(`copy messages (${COLUMNS}) from stdin`)),
    );
  } finally {
    client.release();
  }
  await countAll(pool);
  // Autovacuum would do this in time. Tables get no statistics, because plans must not need them.
  await pool.query('vacuum messages, message_counts, message_count_deltas');
}

/**
 * Adds the counts that COPY bypassed and has them checked. The spend is not checked, because no ledger has
 * these messages.
 */
async function countAll(pool: Pool) {
  await pool.query(`insert into message_count_deltas
    select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type,
      (case when state in ('sent', 'delivered', 'failed') then upper(state::text) else 'ACCEPTED' end)::message_status as status,
      count(*), sum(segments), sum(cost_micros), coalesce(failure::text, '') as why,
      case when failure is null then '' else destination_of(recipient) end as destination
    from messages
    group by team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, status, why, destination`);
  await rollUpCounts(pool);
  const wrong = await transaction(pool, (client) => selectWrongCounts(client, REFUNDED_FAILURES));
  if (wrong.length > 0)
    throw new Error(`${wrong.length} counts are wrong, the first: ${JSON.stringify(wrong[0])}`);
}

/** The load of a quarter of an hour: higher by day, and a campaign of half an hour once a week. */
function weightOf(quarter: number): { api: number; campaign: number } {
  const hour = (Math.floor(quarter / 4) + 5) % 24;
  const week = quarter % 672;
  return { api: hour >= 8 && hour < 20 ? 4 : 1, campaign: week === 400 || week === 401 ? 200 : 0 };
}

/** Rows in the order of their acceptance, as text for COPY. */
function* pieces(project: ProjectRef, now: number, count: number): Generator<string> {
  const random = seeded('year').next;
  const weights = Array.from({ length: QUARTERS }, (_, quarter) => weightOf(quarter));
  const total = weights.reduce((sum, { api, campaign }) => sum + api + campaign, 0);
  let passed = 0;
  let made = 0;
  let rows: string[] = [];
  for (const [quarter, { api, campaign }] of weights.entries()) {
    passed += api + campaign;
    const until = Math.round((count * passed) / total);
    const starts = now - (QUARTERS - quarter) * QUARTER_MS;
    const here = until - made;
    for (let i = 0; i < here; i++) {
      const acceptedAt = starts + Math.floor((i * QUARTER_MS) / here);
      const isCampaign = random() * (api + campaign) < campaign;
      rows.push(rowOf(project, acceptedAt, now, isCampaign, random));
      if (random() * SMALL_SHARE < 1) rows.push(rowOf(smallProject(random), acceptedAt, now, false, random));
      if (rows.length >= ROWS_A_PIECE) {
        yield rows.join('');
        rows = [];
      }
    }
    made = until;
  }
  yield rows.join('');
}

const smallProjects = Array.from({ length: SMALL_PROJECTS }, (_, i) => ({
  teamId: named(`team ${i}`),
  projectId: named(`project ${i}`),
}));

function smallProject(random: () => number): ProjectRef {
  return smallProjects[Math.floor(random() * SMALL_PROJECTS)]!;
}

function named(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

const SENDERS = ['Lanka Shop', 'Lanka Shop', 'Lanka Shop', 'LankaPost', 'Taxi', 'OTP'];
const PREFIXES = [
  '+94771',
  '+94772',
  '+94712',
  '+94765',
  '+94701',
  '+94789',
  '+61412',
  '+61455',
  '+447911',
  '+1876555',
];
const BODY = 'Your order 48213 is packed and leaves Colombo today. Track it at lankaretail.lk/t/48213';
const NULL = '\\N';

function rowOf(
  project: ProjectRef,
  acceptedAt: number,
  now: number,
  isCampaign: boolean,
  random: () => number,
): string {
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const id = `${acceptedAt.toString(16).padStart(12, '0')}7${hex(3)}8${hex(7)}${hex(8)}`;
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)]!;
  const at = (ms: number) => new Date(acceptedAt + ms).toISOString();
  // The last hour is still in flight; earlier messages are final.
  const chance = random();
  const fresh = now - acceptedAt < 3_600_000;
  const state = fresh && chance < 0.3 ? 'sent' : chance < 0.93 ? 'delivered' : 'failed';
  const segments = random() < 0.9 ? 1 : 2;
  return `${[
    project.teamId,
    id,
    project.projectId,
    'LIVE',
    isCampaign ? 'CAMPAIGN' : 'MESSAGING',
    pick(SENDERS),
    'f',
    pick(PREFIXES) + String(Math.floor(random() * 1e6)).padStart(6, '0'),
    BODY,
    'GSM7',
    BODY.length,
    segments,
    segments * 800_000,
    0,
    at(0).slice(0, 10),
    state,
    state === 'failed' ? 'UNDELIVERED' : NULL,
    at(0),
    at(20),
    at(120),
    state === 'delivered' ? at(2_500) : NULL,
    state === 'failed' ? at(9_000) : NULL,
    isCampaign ? 'CAMPAIGN' : 'API',
  ].join('\t')}\n`;
}
