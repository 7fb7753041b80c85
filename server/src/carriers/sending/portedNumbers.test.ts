// Dispatch with PORTED_URL: a process that has just started sends messages whose numbers it does not know.
import { beforeEach, expect, it } from 'vitest';
import { makeLiveSender, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { startPortedHook } from '../../../test/portedHook.ts';
import { registerName, treatOtherNames } from '../../../test/registrations.ts';
import { openPortedNumbers } from '../../portedNumbers.ts';
import { groupLinks } from '../links/groups.ts';
import { TIMINGS } from './dispatch.ts';

const WINDOW = 10;
const { hook, portedUrl } = await startPortedHook();
const held = await startHeldCarrier();
const t = await startEngine(
  {},
  {
    ...{ settings: { portedUrl }, timings: { ...SHORT, pollMs: TIMINGS.pollMs } },
    change: (link) => ({ ...held.serve(link), window: WINDOW }),
  },
);
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const { pool, countryRules } = t.services;
treatOtherNames(t, 'REFUSE');

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
async function makeRegistered(): Promise<Sender> {
  const sender = await makeLiveSender(t);
  await registerName(t, {
    ...{ teamId: sender.teamId, projectId: sender.project.id, sender: 'Lanka Shop' },
    ...{ country: 'LK', network: 'Mobitel' },
  });
  return sender;
}

let numbers = 0;
/** Accepts messages to numbers of Mobitel, due when `release` is called. */
async function waiting(sender: Sender, count: number): Promise<string[]> {
  const later = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
  const all = Array.from({ length: count }, () => `+9471${String(++numbers).padStart(7, '0')}`);
  await Promise.all(all.map((to) => send(t, sender, { to, send_at: later }, 'LIVE')));
  return all;
}
const release = () => pool.query('update send_queue set due_at = now()');
/** Forgets all answers and faults, as a process that starts. */
const restart = (withinMs: number) =>
  Object.assign(
    countryRules.ported,
    openPortedNumbers({ portedFile: null, portedUrl }, t.services.log, { withinMs }),
  );

beforeEach(() => {
  Object.assign(hook, { networks: {}, asked: [], answer: null });
  held.submits.length = 0;
  held.onSubmit = (submit) => submit.take();
  restart(10_000);
});

it('sends all messages by prefix while the URL is silent', async () => {
  const sender = await makeRegistered();
  const sent = await waiting(sender, 300);
  restart(200);
  hook.answer = () => {};
  await release();
  await waitFor(() => held.submits.length >= sent.length, { what: '300 submits', timeoutMs: 60_000 });
  expect(new Set(held.submits.map(({ to }) => to))).toEqual(new Set(sent));
});

it('sends none by prefix if the URL answers something else', async () => {
  const sender = await makeRegistered();
  const all = await waiting(sender, 40);
  restart(10_000);
  hook.networks = Object.fromEntries(all.map((number) => [number, 'Dialog']));
  hook.answer = (response) =>
    void setTimeout(() => response.end(JSON.stringify({ networks: hook.networks })), 30);
  await release();
  const failed = async () => {
    const { rows } = await pool.query('select failure from messages where team_id = $1', [sender.teamId]);
    return rows.filter(({ failure }) => failure === 'SENDER').length === all.length;
  };
  await waitFor(failed, { what: '40 failures', timeoutMs: 20_000 });
  expect(held.submits).toEqual([]);
});

it('gives a team whose numbers are known its turns on a link for single messages', async () => {
  const [unknown, known] = [await makeRegistered(), await makeRegistered()];
  const asked = await waiting(unknown, 30);
  const others = await waiting(known, 30);
  restart(10_000);
  await countryRules.ported.learn(others, () => true);
  hook.answer = (response) => void setTimeout(() => response.end('{"networks":{}}'), 20);
  // All slots but one stay taken.
  const taken = Array.from({ length: WINDOW - 1 }, (_, slot) => slot);
  held.onSubmit = (submit) => {
    if (taken.pop() === undefined) submit.take();
  };
  await release();
  const free = () => held.submits.slice(WINDOW - 1);
  await waitFor(() => free().length >= 20, { what: '20 submits', timeoutMs: 9_000 });
  const ofAsked = free()
    .slice(0, 20)
    .filter(({ to }) => asked.includes(to));
  expect(ofAsked.length).toBeGreaterThanOrEqual(8);
  expect(ofAsked.length).toBeLessThanOrEqual(12);
});
