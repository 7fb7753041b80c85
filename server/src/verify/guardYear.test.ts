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
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of people who get a code, and of recipients of a campaign. */
const TYPED_SHARE = 0.9;
const LOW_SHARE = 0.4;
const SIGN_IN_SHARE = 0.3;
/** More would leave long chains of row versions. */
const STEPS_OF_COMMIT = 50;
/** Nobody of the demo has a number that begins so. */
const TEST_RANGES = '+9472';
const PEOPLES = '+947712';

/** A start of a verification. `typedAt`: when the person types the code in; null if never. */
type Start = { at: number; number: string; typedAt: number | null };

const { pool } = await testDatabase();
const client = await pool.connect();
afterAll(() => client.release());
await client.query(`
  create schema simulated;
  create function simulated.now() returns timestamptz stable return current_setting('simulated.now')::timestamptz;
  set search_path = simulated, public, pg_catalog;
  set synchronous_commit = off`);

type Customer = { teamId: string; projectId: string };

async function newCustomer(): Promise<Customer> {
  const [teamId, projectId] = [newId(), newId()];
  await client.query(`
    insert into teams (id, name, region_id) values ('${teamId}', 'Shop', 'LK');
    insert into projects (team_id, id, name, timezone) values ('${teamId}', '${projectId}', 'Sign-in codes', 'Asia/Colombo')`);
  return { teamId, projectId };
}

/** The codes of the demo's year, and of people whom its campaigns bring. */
function ordinaryYear(random: Random, typedShare: number): Start[] {
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
    const isTyped = isDelivered && random() < typedShare;
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

/** Pumped codes to numbers with one prefix: `count` from `at` on within `hours`. Nobody types one in. */
const attack = (
  random: Random,
  prefix: string,
  { at, count, hours }: { at: number; count: number; hours: number },
): Start[] =>
  Array.from({ length: count }, (_, i) => ({
    at: at + Math.floor((i * hours * HOUR_MS) / count),
    number: prefix + digits(random, 5),
    typedAt: null,
  }));

/** Plays starts of a customer through the guard; returns those that it blocked. */
async function play(customer: Customer, starts: readonly Start[]): Promise<Set<Start>> {
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
    if (isTyped) await typeIn(customer, at, ids.get(start));
    else if (!(await send(customer, at, start, ids))) blocked.add(start);
  }
  await client.query('commit');
  return blocked;
}

const setClock = (at: number) => `set simulated.now = '${new Date(at).toISOString()}'`;

async function typeIn({ teamId }: Customer, at: number, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await client.query(setClock(at));
  await countCheck(client as never, { teamId, id, valid: true });
}

/**
 * Starts a verification as send.ts does, without its message; false if the guard refuses it. Each has a
 * number key of its own, because the guard does not look at numbers.
 */
async function send(
  { teamId, projectId }: Customer,
  at: number,
  start: Start,
  ids: Map<Start, string>,
): Promise<boolean> {
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

const sentOf = (starts: readonly Start[], blocked: Set<Start>) =>
  starts.filter((one) => !blocked.has(one)).length;

/** A code was typed in yesterday, so the country is not new. */
const known = (at: number): Start => ({
  ...{ at: at - DAY_MS, number: '+94711234567', typedAt: at - DAY_MS + MINUTE_MS },
});

it('of a year stops fewer than 0.1% of the people', async () => {
  const random = seeded(36);
  const people = ordinaryYear(random, TYPED_SHARE);
  const begin = NOW - 100 * DAY_MS;
  const attacks = [
    attack(random, `${TEST_RANGES}99`, { at: begin, count: 500, hours: 0.25 }),
    attack(random, `${TEST_RANGES}99`, { at: begin + 30 * DAY_MS, count: 480, hours: 2 }),
  ];
  const blocked = await play(await newCustomer(), [...people, ...attacks.flat()]);
  expect(people.length).toBeGreaterThan(10_000);
  expect(people.length - sentOf(people, blocked)).toBeLessThan(people.length / 1_000);
  expect(attacks.map((one) => sentOf(one, blocked))).toEqual([15, 15]);
});

// At 5 to 10 codes a day to a prefix, the last days are a sample of about 15 to 30, which is most often
// without any that was typed in.
it('stops fewer than 0.1% of people who type in 40% of their codes', async () => {
  const random = seeded(40);
  const people = [5, 6, 7, 10].flatMap((perDay, prefix) =>
    Array.from({ length: 1_500 }, (_, i): Start => {
      const at = NOW - 500 * DAY_MS + Math.floor(((i + random()) * DAY_MS) / perDay);
      const typedAt = random() < LOW_SHARE ? at + 6_000 + Math.floor(random() * 90_000) : null;
      return { at, number: `+94711${prefix}${digits(random, 5)}`, typedAt };
    }),
  );
  const blocked = await play(await newCustomer(), people);
  expect(blocked.size).toBeLessThan(people.length / 1_000);
});

// 15 before the first block, and then one each after blocks of 8 and 12 hours.
it.each([
  ['500 within 15 minutes', 500, 0.25, 15],
  ['480 within two hours', 480, 2, 15],
  ['20 in each quarter of an hour of a day', 1_920, 24, 16],
  ['4 an hour for three days', 288, 72, 20],
  ['2 an hour for three days', 144, 72, 20],
  ['one an hour for three days', 72, 72, 20],
  ['8 a day for three days', 24, 72, 20],
])('lets at most 20 messages of an attack through: %s', async (_name, count, hours, most) => {
  const codes = attack(seeded(count), `${TEST_RANGES}01`, { at: NOW, count, hours });
  const blocked = await play(await newCustomer(), [known(NOW), ...codes]);
  expect(sentOf(codes, blocked)).toBeLessThanOrEqual(most);
});

it('lets two messages a day of an attack that never ends through', async () => {
  const codes = attack(seeded(5), `${TEST_RANGES}01`, { at: NOW, count: 9 * 24 * 4, hours: 9 * 24 });
  const blocked = await play(await newCustomer(), [known(NOW), ...codes]);
  const late = codes.filter(({ at }) => at > NOW + 3 * DAY_MS);
  expect(sentOf(late, blocked)).toBeLessThanOrEqual(6 * 2);
});

// A start that is refused late in a block is followed by another block, also if a person made it.
it.each([
  [0.25, 180, 0],
  [2, 180, 3],
  [8, 180, 12],
  [24, 180, 12],
  [24, 60, 12],
  [0.25, 10, 16],
])('opens a prefix that was pumped for %d hours to people every %d minutes', async (hours, minutes, most) => {
  const end = NOW + hours * HOUR_MS;
  const pumped = attack(seeded(hours), PEOPLES, { at: NOW, count: Math.max(30, hours * 40), hours });
  const people = Array.from({ length: Math.ceil((24 * 60) / minutes) }, (_, i): Start => {
    const at = end + (i + 1) * minutes * MINUTE_MS;
    return { at, number: `${PEOPLES}${10_000 + i}`, typedAt: at + MINUTE_MS };
  });
  const blocked = await play(await newCustomer(), [known(NOW), ...pumped, ...people]);
  const first = people.findIndex((one) => !blocked.has(one));
  expect(people[first]!.at - end).toBeLessThanOrEqual(most * HOUR_MS + minutes * MINUTE_MS);
  expect(people.slice(first).filter((one) => blocked.has(one))).toEqual([]);
});
