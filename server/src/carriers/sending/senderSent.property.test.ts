// Random senders, registrations, rules, routes and clocks in two processes: over SMPP and HTTP, no name
// leaves for Australia that its register does not hold.
import { openRules, type RuleTable } from '@godwit/contract/rules/table';
import { senderKey, UNVERIFIED_SENDER } from '@godwit/contract/senders';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { addCampaign, addGroup } from '../../../test/campaigns.ts';
import { makeLiveSender, NO_INCOMING, SHORT, startEngine, useNetwork } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender, inForce } from '../../../test/factories.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { startHttpCarrier } from '../../../test/httpCarrier.ts';
import { startCampaigns } from '../../campaigns/run/run.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { type LinkConfig, simulatorLinks } from '../links/config.ts';
import { startCarriers } from '../start.ts';

const STEPS = 300;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TELCOS = [null, 'alpha', 'beta'] as const;
const NUMBER = '+94112300300';
const THROTTLED = 0x58;
/** Moments are of a clock that nothing moves. */
const clock = () => performance.now();
const realNow = Date.now.bind(Date);

// The carriers.

type Write = {
  link: LinkConfig;
  to: string;
  /** A number has no plus here, because SMPP sends none. */
  source: string;
  ton: number | null;
  part: number;
  /** All parts of a text that a phone joins have one; null for a message in one part. */
  reference: number | null;
  at: number;
  /** The moment of the answer. */
  ended: number | null;
  wasTaken: boolean;
  /** The connection that carried it. */
  connection: object | null;
};
const writes: Write[] = [];
/** Connections that a carrier cut: an answer right before that may be lost. */
const cut = new Set<object>();

const ANSWERS = ['TAKE', 'THROTTLE', 'DROP'] as const;
type Answer = { kind: (typeof ANSWERS)[number]; isHeld: boolean };
const answers: fc.Arbitrary<Answer> = fc.record({
  kind: fc.oneof(
    { weight: 14, arbitrary: fc.constant('TAKE' as const) },
    { weight: 6, arbitrary: fc.constant('THROTTLE' as const) },
    { weight: 1, arbitrary: fc.constant('DROP' as const) },
  ),
  isHeld: fc.boolean(),
});
const script = fc.sample(answers, 400);
/** Answers that wait for the next change. */
let held: (() => void)[] = [];
let isDraining = false;
function answerHeld() {
  const due = held;
  held = [];
  for (const answer of due) answer();
}

/** Notes what a carrier got, and answers as the script decides. */
function take(write: Omit<Write, 'at' | 'ended' | 'wasTaken'>, act: (kind: Answer['kind']) => void) {
  const { kind, isHeld }: Answer = isDraining
    ? { kind: 'TAKE', isHeld: false }
    : script[writes.length % script.length]!;
  const noted: Write = { ...write, at: clock(), ended: null, wasTaken: false };
  writes.push(noted);
  const answer = () => {
    if (write.connection !== null && cut.has(write.connection)) return;
    noted.ended = clock();
    noted.wasTaken = kind === 'TAKE';
    act(kind);
    if (kind !== 'DROP' || write.connection === null) return;
    cut.add(write.connection);
    for (const lost of writes) if (lost.connection === write.connection) lost.ended ??= noted.ended;
  };
  if (isHeld) held.push(answer);
  else setImmediate(answer);
}

const [live] = simulatorLinks(1, ['LIVE']);
async function smppLink(ton: number): Promise<LinkConfig> {
  const carrier = await startHeldCarrier();
  const telco = TELCOS[ton % TELCOS.length];
  const own = {
    id: `ton-${ton}`,
    source_ton: ton,
    sessions: 1,
    window: 3,
    routes: [],
    ...(telco && { telco }),
  };
  const link: LinkConfig = { ...carrier.serve(live!), ...own };
  carrier.onSubmit = ({ pdu, connection, to, part, reference, take: accept, refuse }) =>
    take(
      { link, connection, to, part, reference, source: pdu.sourceAddr, ton: pdu.sourceAddrTon },
      (kind) => {
        if (kind === 'TAKE') accept();
        else if (kind === 'THROTTLE') refuse(THROTTLED);
        else connection.destroy();
      },
    );
  return link;
}
async function httpLink(index: number): Promise<LinkConfig> {
  const carrier = await startHttpCarrier();
  const telco = TELCOS[index];
  const link: LinkConfig = {
    ...carrier.link({ id: `web-${index}`, connections: 2, ...(telco && { telco }) }),
    ...{ isContract: false, routes: [] },
  };
  carrier.onCall = ({ json, response, answer }) => {
    const write = { link, connection: null, to: String(json.to), part: 1, reference: null, ton: null };
    take({ ...write, source: String(json.from).replace('+', '') }, (kind) => {
      if (kind === 'TAKE') answer(200, { id: `id-${carrier.calls.length}` });
      else if (kind === 'THROTTLE') answer(503, {});
      else response.destroy();
    });
  };
  return link;
}
const links = [
  ...(await Promise.all([0, 1, 2, 3, 4, 5, 6].map(smppLink))),
  ...(await Promise.all([0, 1, 2].map(httpLink))),
];

// Two processes.

const t = await startEngine({}, { timings: SHORT, more: links, change: (link) => ({ ...link, routes: [] }) });
const { pool, log, secrets, countryRules: rulesHere } = t.services;
const sender = await makeLiveSender(t, { amount: '1000000' });
const { teamId, project } = sender;
await pool.query(
  `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'Test')`,
  [NUMBER, teamId, project.id],
);
/** Three names, each spelt in three ways. */
const NAMES = ['lanka shop', 'mb alerts', 'acme.au'].flatMap((name) => {
  const spelt = fc.uniqueArray(fc.mixedCase(fc.constant(name)), { minLength: 3, maxLength: 3 });
  return fc.sample(spelt, 1)[0]!.filter((one) => one !== 'Lanka Shop');
});
for (const name of NAMES) await addSender(t, { teamId, projectId: project.id, sender: name });

const rulesThere = { ...rulesHere };
const signals = { send() {}, on: () => () => {}, close: async () => {} };
const second = await startCarriers(
  {
    ...{ ...NO_INCOMING, pool, log, signals, secrets, timings: SHORT, countryRules: rulesThere },
    sendingProfiles: openSendingProfiles(pool, signals),
  },
  t.links,
);
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(async () => {
  vi.restoreAllMocks();
  await campaigns.stop();
  await second.stop();
});

// Rules, with a clock of their own in each process.

const shipped = rulesHere.now;
const NETWORKS = { North: ['61411'], South: ['61412'] };
type Treatment = 'STAMP' | 'REFUSE';
const register = (value: Treatment, times: { from?: string; until?: string } = {}) => ({
  ...inForce({ else: value }),
  ...times,
});
const inAnHour = new Date(realNow() + HOUR).toISOString();
const networks = [inForce(NETWORKS)];
/** Each kind of rules, and how it treats names now, for a process whose clock goes wrong by `off`. */
const RULES: Record<string, { open: (now: number) => RuleTable; treats: (off: number) => Treatment }> = {
  shipped: { open: () => shipped(), treats: () => 'STAMP' },
  none: { open: openRules([]), treats: () => 'STAMP' },
  stamp: { open: openRules([{ AU: { register: [register('STAMP')] } }]), treats: () => 'STAMP' },
  refuse: { open: openRules([{ AU: { register: [register('REFUSE')] } }]), treats: () => 'REFUSE' },
  begins: {
    open: openRules([{ AU: { register: [register('REFUSE', { from: inAnHour })] } }]),
    treats: (off) => (off > HOUR ? 'REFUSE' : 'STAMP'),
  },
  ends: {
    open: openRules([{ AU: { register: [register('REFUSE', { until: inAnHour })] } }]),
    treats: (off) => (off > HOUR ? 'STAMP' : 'REFUSE'),
  },
  networks: { open: openRules([{ AU: { networks } }]), treats: () => 'STAMP' },
  refusingNetworks: {
    open: openRules([{ AU: { networks, register: [register('REFUSE')] } }]),
    treats: () => 'REFUSE',
  },
};
type RulesNow = { process: number; from: number; to: number; treats: Treatment; byNetwork: boolean };
const rulesSoFar: RulesNow[] = [];
function useRules({ process, kind, off }: { process: number; kind: string; off: number }) {
  const { open, treats } = RULES[kind]!;
  const now = clock();
  const before = rulesSoFar.findLast((one) => one.process === process);
  if (before) before.to = now;
  const byNetwork = kind.toLowerCase().includes('networks');
  rulesSoFar.push({ process, from: now, to: Infinity, treats: treats(off), byNetwork });
  [rulesHere, rulesThere][process]!.now = () => open(realNow() + off);
}

// Registrations, changed by another process.

type Registration = {
  name: string;
  country: string;
  network: string;
  state: string;
  begins: number;
  ends: number | null;
  telcos: string[] | null;
};
/** A time in which a row may have held a name: as long as the clocks of the test allow. */
type Held = Pick<Registration, 'country' | 'network' | 'telcos'> & { key: string; from: number; to: number };
const heldSoFar: Held[] = [];
async function setRegistration({ name, country, network, state, begins, ends, telcos }: Registration) {
  const from = clock();
  await pool.query(
    `insert into sender_registrations (team_id, project_id, sender, country, network, state, decided_at, refusal, telcos,
        valid_from, expires_at)
      values ($1, $2, $3, $4, $5, $6, now(), 'For a test', $7, now() + $8 * interval '1 ms', now() + $9 * interval '1 ms')
      on conflict (team_id, project_id, sender_key, country, network) do update
        set state = excluded.state, telcos = excluded.telcos, valid_from = excluded.valid_from,
          expires_at = excluded.expires_at`,
    [teamId, project.id, name, country, network, state, telcos, begins, ends],
  );
  const to = clock();
  const key = senderKey(name);
  for (const one of heldSoFar)
    if (one.key === key && one.country === country && one.network === network) one.to = Math.min(one.to, to);
  if (state !== 'REGISTERED') return;
  heldSoFar.push({
    ...{ key, country, network, telcos, from: from + Math.max(0, begins) },
    to: ends === null ? Infinity : to + ends,
  });
}

// The steps of a history.

type Send = { kind: 'send'; from: string; prefix: string; parts: number; way: string; count: number };
type Change =
  | ({ kind: 'register' } & Registration)
  | { kind: 'rules'; process: number; rules: string; off: number }
  | { kind: 'routes'; tiers: (1 | 2 | null)[] };
const registered = fc.record({
  kind: fc.constant('register' as const),
  name: fc.constantFrom(...NAMES),
  country: fc.constantFrom('AU', 'AU', 'AU', 'AU', 'LK'),
  network: fc.constantFrom('*', '*', '*', '*', '*', 'North', 'South'),
  state: fc.oneof(
    { weight: 3, arbitrary: fc.constant('REGISTERED') },
    { weight: 1, arbitrary: fc.constantFrom('DRAFT', 'SUBMITTED', 'REFUSED', 'EXPIRED', 'WITHDRAWN') },
  ),
  begins: fc.constantFrom(...Array<number>(6).fill(-MINUTE), 100, HOUR),
  ends: fc.constantFrom(null, null, null, null, HOUR, HOUR, -1, 100, 400),
  telcos: fc.constantFrom(null, null, ['alpha'], ['beta'], ['alpha', 'beta']),
});
const OFF = [0, 2 * HOUR, -2 * HOUR];
/** How wrong the clock of this process goes for all but rules. */
const [ownOff] = fc.sample(fc.constantFrom(2 * HOUR, -2 * HOUR), 1) as [number];
const steps = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      from: fc.constantFrom(...NAMES, NUMBER),
      prefix: fc.constantFrom('+61411', '+61412', '+61413', '+61413', '+94771'),
      parts: fc.integer({ min: 1, max: 3 }),
      way: fc.constantFrom('api', 'api', 'api', 'batch', 'console', 'campaign'),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 5, arbitrary: registered },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rules' as const),
      process: fc.constantFrom(0, 1),
      rules: fc.constantFrom(...Object.keys(RULES)),
      off: fc.constantFrom(...OFF),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('routes' as const),
      tiers: fc.array(fc.constantFrom(1, 2, null), { minLength: links.length, maxLength: links.length }),
    }),
  },
) as fc.Arbitrary<Send | Change>;

/** The sender that each message was accepted from, and when its request began. */
const accepted = new Map<string, { from: string; at: number }>();
let numbers = 0;
const LONG = 'Your parcel has left Colombo. '.repeat(5);

async function sendOne({ from, prefix, parts, way }: Send): Promise<void> {
  const to = `${prefix}${String(++numbers).padStart(6, '0')}`;
  accepted.set(to, { from, at: clock() });
  const message = { to, from, body: parts === 1 ? 'Hello' : LONG.repeat(parts - 1) };
  if (way === 'console') {
    await sender.browser.post('/v1/web/messages', { ...message, project_id: project.id, mode: 'LIVE' });
  } else if (way === 'campaign') {
    const groupIds = [await addGroup(t.services, teamId, to, [{ number: to }])];
    const campaign = { teamId, projectId: project.id, mode: 'LIVE', name: to, groupIds } as const;
    await addCampaign(t.services, { ...campaign, sender: from, content: message.body });
  } else {
    const [url, payload] =
      way === 'api' ? ['/v1/messages', message] : ['/v1/messages/batch', { messages: [message] }];
    await t.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { authorization: sender.authorization.LIVE },
    });
  }
}

async function useRoutes(tiers: (1 | 2 | null)[]) {
  const isNone = tiers.every((tier) => tier === null);
  const routed = t.links.map((link, index) => {
    const tier = isNone ? 1 : tiers[index];
    return index < links.length && tier ? { ...link, routes: [{ prefix: '', tier, weight: 1 }] } : link;
  });
  await Promise.all([useNetwork(t, { links: routed, rules: [] }), second.reload(routed)]);
}

async function change(step: Change): Promise<void> {
  if (step.kind === 'register') await setRegistration(step);
  else if (step.kind === 'rules') useRules({ ...step, kind: step.rules });
  else await useRoutes(step.tiers);
  answerHeld();
}

// The judgement of each write.

const isAustralian = (to: string) => to.startsWith('+61');
const networkOf = (to: string) =>
  Object.entries(NETWORKS).find(([, [prefix]]) => to.startsWith(`+${prefix}`))?.[0] ?? null;
const overlaps = (one: { from: number; to: number }, from: number, to: number) =>
  one.from <= to && one.to >= from;

/**
 * The earliest moment at which the message may have been claimed for a write: after the answer to the same
 * part in the attempt before.
 */
function claimedAfter(write: Write, before: readonly Write[]): number {
  const same = before.findLast(({ part }) => part === write.part);
  return same?.ended ?? accepted.get(write.to)!.at;
}

/** Whether a link of the same telco has taken a part with this sender, which then stays. */
const continues = (write: Write, before: readonly Write[]) =>
  write.reference !== null &&
  before.some(
    (one) =>
      one.wasTaken &&
      one.source === write.source &&
      one.reference === write.reference &&
      one.link.telco === write.link.telco,
  );

/** Whether a row held a name for a link at a moment, or may have. */
function mayShow(name: string, { link, to, at }: Write, from: number): boolean {
  const byNetwork = rulesSoFar.some((one) => one.byNetwork && overlaps(one, from, at));
  return heldSoFar.some(
    (one) =>
      one.key === senderKey(name) &&
      one.country === 'AU' &&
      (one.network === '*' || (byNetwork && one.network === networkOf(to))) &&
      (one.telcos === null || one.telcos.includes(link.telco ?? '')) &&
      overlaps(one, from, at),
  );
}

const addressOf = (from: string) => from.replace('+', '');

/** The fault of a write, given those before it to the same number; null if it has none. */
function faultOf(write: Write, before: readonly Write[]): string | null {
  const { from } = accepted.get(write.to)!;
  const { source, ton, link } = write;
  const own = addressOf(from);
  if (from === NUMBER || !isAustralian(write.to)) return source === own ? null : 'another sender';
  if (source !== own && source !== UNVERIFIED_SENDER) return 'neither its own name nor Unverified';
  const wantedTon = source === UNVERIFIED_SENDER ? 5 : 'source_ton' in link && link.source_ton;
  if (ton !== null && ton !== wantedTon) return `type of number ${ton}, not ${wantedTon}`;
  const last = before.findLast(({ wasTaken }) => wasTaken);
  const isSameTelco = write.reference !== null && last !== undefined && last.link.telco === link.telco;
  if (isSameTelco && !cut.has(last.connection!) && last.ended! < write.at && last.source !== source)
    return 'not the sender of the part before';
  if (continues(write, before)) return null;
  const since = claimedAfter(write, before);
  if (source === own) return mayShow(from, write, since) ? null : 'a name that no register held';
  const stamping = rulesSoFar.some((one) => one.treats === 'STAMP' && overlaps(one, since, write.at));
  return stamping ? null : 'Unverified, although such names are refused';
}

/** The lines that explain a fault. */
function caseOf(fault: string, write: Write, all: readonly Write[]): string {
  const { from, at } = accepted.get(write.to)!;
  const line = ({ link, to: _, connection: __, ...one }: Write) =>
    JSON.stringify({ link: link.id, telco: link.telco, ...one });
  const rows = heldSoFar.filter(({ key }) => key === senderKey(from));
  return [
    `${fault}: ${from} to ${write.to} at ${write.at.toFixed(1)}, accepted after ${at.toFixed(1)}`,
    ...all.map(line),
    ...rows.map((one) => JSON.stringify(one)),
    ...rulesSoFar.filter((one) => overlaps(one, at, write.at)).map((one) => JSON.stringify(one)),
  ].join('\n  ');
}

/** Makes all steps; several messages are in flight while something changes. */
async function takeSteps() {
  for (const some of chunksOf(fc.sample(steps, STEPS), 12)) {
    const sending: Promise<void>[] = [];
    for (const step of some)
      if (step.kind === 'send') for (let i = 0; i < step.count; i++) sending.push(sendOne(step));
      else await change(step);
    await Promise.all(sending);
  }
}
const chunksOf = <One>(all: readonly One[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Sends the rest, over carriers that take everything. */
async function drain() {
  isDraining = true;
  for (const process of [0, 1]) useRules({ process, kind: 'shipped', off: 0 });
  await useRoutes([]);
  answerHeld();
  const isOver = async () => {
    const { rows } = await pool.query(
      `select not exists (select from send_queue) and not exists (select from campaigns where state <> 'done')
        and not exists (select from messages where state not in ('sent', 'failed')) as over`,
    );
    return rows[0].over;
  };
  await waitFor(isOver, { what: 'the end of every message', timeoutMs: 90_000 });
}

it('lets no name leave that the register does not hold, and stores the sender that left', async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ownOff);
  for (const process of [0, 1]) useRules({ process, kind: 'shipped', off: 0 });
  await useRoutes([]);
  await takeSteps();
  await drain();

  const byNumber = Map.groupBy(writes, ({ to }) => to);
  const faults = [...byNumber.values()].flatMap((all) =>
    all.flatMap((write, index) => {
      const fault = faultOf(write, all.slice(0, index));
      return fault === null ? [] : [caseOf(fault, write, all)];
    }),
  );
  expect(faults).toEqual([]);

  const { rows } = await pool.query(
    `select recipient, coalesce(sender_sent, sender) as seen from messages where state = 'sent'`,
  );
  const unlike = rows.filter(
    ({ recipient, seen }) => byNumber.get(recipient)?.at(-1)?.source !== addressOf(seen),
  );
  expect(unlike).toEqual([]);

  // Each kind of sender left over each protocol, so each was decided about.
  const australian = writes.filter(({ to }) => isAustralian(to));
  const kinds = australian.map(({ to, source, ton }) => {
    const protocol = ton === null ? 'HTTP' : 'SMPP';
    if (source === UNVERIFIED_SENDER) return `${protocol} stamped`;
    return `${protocol} ${accepted.get(to)!.from === NUMBER ? 'number' : 'name'}`;
  });
  const all = ['HTTP', 'SMPP'].flatMap((one) =>
    ['name', 'number', 'stamped'].map((kind) => `${one} ${kind}`),
  );
  expect([...new Set(kinds)].sort()).toEqual(all);
  expect(australian.filter((write) => write.part > 1).length).toBeGreaterThan(0);
});
