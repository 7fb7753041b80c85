// The guard over a year of ordinary codes: how many people it stops, and what pumping costs. The codes are
// those of the demo's shop, besides sign-ins after each of its campaigns. The clock of the database is
// simulated.
import { indexPrices } from '@godwit/contract/payments/priceByPrefix';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { BUSINESSES } from '../demo/businesses.ts';
import { digits, type Random, seeded } from '../demo/random.ts';
import { makeThreads } from '../demo/threads.ts';
import { makeContacts, makeYear } from '../demo/year.ts';
import { newId } from '../ids.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { isRefusal, orThrow } from '../refusal.ts';
import { guard, noteBlocked, prefixesOf } from './guard.ts';
import { countCheck } from './queries.ts';

const NOW = Date.UTC(2026, 10, 20, 6);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Of people who get a code, and of recipients of a campaign. */
const TYPED_SHARE = 0.9;
const SIGN_IN_SHARE = 0.3;
/** More would leave long chains of row versions. */
const STEPS_OF_COMMIT = 50;
/** Nobody of the demo has such a number. */
const TEST_RANGE = '+947299';

/** A start of a verification. `typedAt`: when the person types the code in; null if never. */
type Start = { at: number; number: string; typedAt: number | null };

const { pool } = await testDatabase();
const client = await pool.connect();
afterAll(() => client.release());
const teamId = newId();
const projectId = newId();
await client.query(`
  create schema simulated;
  create function simulated.now() returns timestamptz stable return current_setting('simulated.now')::timestamptz;
  set search_path = simulated, public, pg_catalog;
  set synchronous_commit = off;
  insert into teams (id, name, region_id) values ('${teamId}', 'Shop', 'LK');
  insert into projects (team_id, id, name, timezone) values ('${teamId}', '${projectId}', 'Sign-in codes', 'Asia/Colombo')`);

/** The codes of the demo's year, and of people whom its campaigns bring. */
function ordinaryYear(random: Random): Start[] {
  const business = BUSINESSES[0]!;
  const projects = business.projects.map((project) => ({ ...project, id: newId() }));
  const prices = indexPrices([{ dial_prefix: '94', micros: 800_000n }]);
  const optOutLine = () => '';
  const parts = {
    business,
    projects,
    timezone: 'Asia/Colombo',
    prices,
    optOutLine,
    random,
    now: NOW,
    scale: 1,
  };
  const contacts = makeContacts(parts);
  const { messages, campaigns } = makeYear(parts, contacts, makeThreads(parts, contacts));
  const codes = projects.find(({ name }) => name === 'Sign-in codes')!;
  const start = (at: number, number: string, isDelivered: boolean): Start => {
    const isTyped = isDelivered && random() < TYPED_SHARE;
    return { at, number, typedAt: isTyped ? at + 6_000 + Math.floor(random() * 90_000) : null };
  };
  const usual = messages
    .filter((one) => one.projectId === codes.id && one.mode === 'LIVE')
    .map(({ acceptedAt, recipient, state }) => start(acceptedAt.getTime(), recipient, state !== 'failed'));
  const peaks = campaigns.flatMap(({ dueAt, recipients }) =>
    recipients
      .filter(() => random() < SIGN_IN_SHARE)
      // Most come in the first minutes.
      .map(({ contact }) => start(dueAt.getTime() + random() ** 2 * 60 * MINUTE_MS, contact.number, true)),
  );
  // A few of the demo's numbers are in no number plan, so no code goes to them.
  return [...usual, ...peaks].filter(({ number }) => !isRefusal(parseRecipient(number)));
}

/** Pumped codes to a range of numbers: `count` from `at` on within `minutes`. Nobody types one in. */
const attack = (
  random: Random,
  at: number,
  { count, minutes }: { count: number; minutes: number },
): Start[] =>
  Array.from({ length: count }, (_, i) => ({
    at: at + Math.floor((i * minutes * MINUTE_MS) / count),
    number: TEST_RANGE + digits(random, 5),
    typedAt: null,
  }));

/** Plays starts through the guard; returns those that it blocked. */
async function play(starts: readonly Start[]): Promise<Set<Start>> {
  const blocked = new Set<Start>();
  const ids = new Map<Start, string>();
  const steps = starts
    .flatMap((start) => [
      { at: start.at, start, isTyped: false },
      ...(start.typedAt === null ? [] : [{ at: start.typedAt, start, isTyped: true }]),
    ])
    .sort((a, b) => a.at - b.at);
  await client.query('begin');
  for (const [index, { at, start, isTyped }] of steps.entries()) {
    if (index % STEPS_OF_COMMIT === 0) await client.query('commit; begin');
    if (isTyped) await typeIn(at, ids.get(start));
    else if (!(await send(at, start, ids))) blocked.add(start);
  }
  await client.query('commit');
  return blocked;
}

const setClock = (at: number) => `set simulated.now = '${new Date(at).toISOString()}'`;

async function typeIn(at: number, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await client.query(setClock(at));
  await countCheck(client as never, { teamId, id, valid: true });
}

/**
 * Starts a verification as send.ts does, without its message; false if the guard refuses it. Each has a
 * number key of its own, because the guard does not look at numbers.
 */
async function send(at: number, start: Start, ids: Map<Start, string>): Promise<boolean> {
  const { e164, dialCode } = orThrow(parseRecipient(start.number));
  const of = { teamId, projectId, mode: 'LIVE' as const, recipient: e164, ...prefixesOf(e164, dialCode) };
  const id = newId();
  await client.query(`${setClock(at)}; savepoint start;
    insert into verifications (team_id, id, project_id, mode, number_key, prefix, recipient, sender, salt, code_length, sent_at, started_at, expires_at, message_id)
      values ('${teamId}', '${id}', '${projectId}', 'LIVE', '${id}', '${of.prefix}', '${e164}', 'KandyHome', '', 6, now(), now(), now() + interval '10 minutes', '${id}')`);
  try {
    await guard(client, of);
    ids.set(start, id);
    return true;
  } catch (error) {
    await client.query('rollback to savepoint start');
    expect(await noteBlocked(client as never, of, error)).toMatchObject({
      refusal: { refused: 'verificationBlocked' },
    });
    return false;
  }
}

it('of a year stops fewer than 0.1% of the people, and pumping costs 20 messages', async () => {
  const random = seeded(36);
  const people = ordinaryYear(random);
  const begin = NOW - 100 * DAY_MS;
  const [quick, long] = [
    attack(random, begin, { count: 500, minutes: 15 }),
    attack(random, begin + 30 * DAY_MS, { count: 480, minutes: 120 }),
  ];
  const blocked = await play([...people, ...quick, ...long]);
  const sent = (of: readonly Start[]) => of.filter((one) => !blocked.has(one)).length;
  expect(people.length).toBeGreaterThan(10_000);
  expect(people.length - sent(people)).toBeLessThan(people.length / 1_000);
  // After each block of 15, 30, 60 … minutes, five more pass.
  expect([sent(quick), sent(long)]).toEqual([20, 35]);
});
