// Numbers that moved to another network: PORTED_FILE, PORTED_URL, and a URL that is dead, slow or lying.

import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addGroup, created, until } from '../../test/campaigns.ts';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { startPortedHook } from '../../test/portedHook.ts';
import { registerName, treatOtherNames } from '../../test/registrations.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { startCampaigns } from '../campaigns/run/run.ts';
import { groupLinks } from '../carriers/links/groups.ts';
import { checkPorted } from '../commands/checkPorted.ts';
import { openPortedNumbers } from '../portedNumbers.ts';

const NAME = 'Lanka Shop';
const path = join(throwawayFolder(), 'ported.csv');
writeFileSync(path, '# None\n');

const { hook, portedUrl, redirected } = await startPortedHook();

const held = await startHeldCarrier();
held.onSubmit = (submit) => submit.take();
const t = await startEngine({}, { change: held.serve, settings: { portedFile: path, portedUrl } });
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const { pool, countryRules, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

treatOtherNames(t, 'REFUSE');

let numbers = 0;
const numberAt = (prefix: string) => `+94${prefix}${String(++numbers).padStart(9 - prefix.length, '0')}`;

const sender = await makeLiveSender(t);
await registerName(t, {
  ...{ teamId: sender.teamId, projectId: sender.project.id, sender: NAME },
  ...{ country: 'LK', network: 'Mobitel' },
});
const answerTo = async (to: string, mode: 'LIVE' | 'TEST' = 'LIVE') =>
  (
    await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: sender.authorization[mode] },
      payload: { to, from: NAME, body: 'Hello' },
    })
  ).json();
/** The message leaves under the name. */
const leaves = async (to: string) => {
  expect(await answerTo(to)).toMatchObject({ status: 'ACCEPTED', sender_shown: NAME });
  expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
};
const refusedAt = (network: string) => ({
  code: 3002,
  description: expect.stringContaining(`not registered at ${network} in Sri Lanka`),
});
/** On a busy machine even a good answer takes longer than accept waits for. */
const PATIENT_MS = 10_000;
/** Forgets all answers and faults, as a process that starts. */
const restart = (withinMs = PATIENT_MS) =>
  Object.assign(
    countryRules.ported,
    openPortedNumbers({ portedFile: path, portedUrl }, t.services.log, { withinMs }),
  );
const useFile = async (text: string) => {
  writeFileSync(path, text);
  await countryRules.ported.reload();
};
beforeEach(() => {
  Object.assign(hook, { networks: {}, asked: [], answer: null });
  writeFileSync(path, '# None\n');
  restart();
});

describe('a number that the URL says was ported', () => {
  it('counts as one of its new network, is asked for once, and others by their prefix', async () => {
    const [came, went, stayed] = [numberAt('77'), numberAt('71'), numberAt('71')];
    hook.networks = { [came]: 'Mobitel', [went]: 'Dialog', [stayed]: null };
    await leaves(came);
    expect(await answerTo(went)).toMatchObject(refusedAt('Dialog'));
    await leaves(stayed);
    expect(await answerTo(went)).toMatchObject(refusedAt('Dialog'));
    expect(hook.asked).toEqual([[came], [went], [stayed]]);
  });

  it('is asked for in campaigns all at once, and not in TEST or to other countries', async () => {
    const [came, went] = [numberAt('77'), numberAt('71')];
    hook.networks = { [came]: 'Mobitel', [went]: 'Dialog' };
    const include_groups = await addGroup(t.services, sender.teamId, 'All', [
      { number: came },
      { number: went },
    ]);
    const campaign = await created(sender, { include_groups, content: 'Hello', mode: 'LIVE', from: NAME });
    const done = await until(sender, campaign, ({ counts }) => counts.waiting === 0 && counts.skipped > 0);
    expect(done.counts).toMatchObject({ skipped: 1, skipped_by: { unregistered: 1 } });
    expect(await held.submitsTo(came, 1)).toHaveLength(1);
    await answerTo(numberAt('77'), 'TEST');
    await answerTo('+61412345678');
    expect(hook.asked.map((asked) => asked.toSorted())).toEqual([[came, went].toSorted()]);
  });

  it('is asked for again by a process that sends what another accepted', async () => {
    const to = numberAt('77');
    hook.networks = { [to]: 'Mobitel' };
    const later = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const planned = await send(t, sender, { to, send_at: later }, 'LIVE');
    restart();
    await pool.query('update send_queue set due_at = now() where message_id = $1', [planned.id]);
    await reaches(t, sender, planned, 'SENT');
    expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    expect(hook.asked).toEqual([[to], [to]]);
  });

  it('fails as SENDER if it moves away before it is sent', async () => {
    const to = numberAt('71');
    const later = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const planned = await send(t, sender, { to, send_at: later }, 'LIVE');
    restart();
    hook.networks = { [to]: 'Dialog' };
    await pool.query('update send_queue set due_at = now() where message_id = $1', [planned.id]);
    await reaches(t, sender, planned, 'FAILED');
    const { rows } = await pool.query('select failure, charged_micros from messages where id = $1', [
      planned.id,
    ]);
    expect(rows).toEqual([{ failure: 'SENDER', charged_micros: 0n }]);
  });
});

describe('the prefix counts, and staff are told', () => {
  const tenMegabytes = () => `{"networks":{"x":"${'y'.repeat(10_000_000)}"}}`;
  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['is silent', () => {}, /did not answer within 200 ms/],
    ['answers half', (response) => void response.write('{"networks":'), /did not answer within 200 ms/],
    ['is gone', (response) => void response.destroy(), /failed \(/],
    ['answers 500', (response) => void response.writeHead(500).end('{"networks":{}}'), /answered 500/],
    ['answers no JSON', (response) => void response.end('<html>'), /something other/],
    ['answers a list', (response) => void response.end('["Mobitel"]'), /something other/],
    ['answers a number', (response) => void response.end('{"networks":{"+94771":7}}'), /something other/],
    ['answers 10 MB', (response) => void response.end(tenMegabytes()), /failed \(/],
    [
      'redirects to an inner address',
      (response) => void response.writeHead(307, { location: '/inner' }).end(),
      /answered 307/,
    ],
  ])('if the URL %s; it is then left alone', async (_what, answer, words) => {
    hook.answer = answer;
    const withinMs = words.source.includes('within') ? 200 : PATIENT_MS;
    restart(withinMs);
    expect(await answerTo(numberAt('77'))).toMatchObject(refusedAt('Dialog'));
    // The answer to the customer does not wait until the call has ended.
    await expect.poll(() => countryRules.ported.trouble()).toMatch(words);
    await leaves(numberAt('71'));
    expect(hook.asked).toHaveLength(1);
    expect(redirected).toEqual([]);
    expect(await checkPorted(t.services, withinMs)).toMatchObject({
      ok: false,
      says: expect.stringMatching(words),
    });
  });

  it('if it names a network that does not exist', async () => {
    const [to, other] = [numberAt('71'), numberAt('77')];
    hook.networks = { [to]: 'Telstra', [other]: 'Mobitel' };
    await leaves(to);
    await leaves(other);
    const third = numberAt('71');
    hook.networks[third] = 'Optus';
    await leaves(third);
    expect(countryRules.ported.trouble()).toContain('names the network "Optus"');
    const logged = t.log.join();
    expect(logged).toContain('names the network \\"Telstra\\"');
    expect(logged).not.toContain('names the network \\"Optus\\"');
    expect(logged).not.toContain('answers again');
  });
});

it('asks again after a rest and after an hour, and keeps the last answer while the URL is dead', async () => {
  let now = 0;
  const ported = openPortedNumbers({ portedFile: null, portedUrl }, log, {
    now: () => now,
    withinMs: PATIENT_MS,
  });
  const learn = () => ported.learn(['+94770000000'], () => true);
  hook.networks = { '+94770000000': 'Mobitel' };
  await learn();
  now += 3_600_000;
  hook.answer = (response) => void response.writeHead(503).end();
  await learn();
  now += 4_999;
  await learn();
  expect(hook.asked).toHaveLength(2);
  expect([ported.to('+94770000000'), ported.trouble()]).toEqual(['Mobitel', 'PORTED_URL answered 503']);
  now += 1;
  hook.answer = null;
  hook.networks = {};
  await learn();
  expect([ported.to('+94770000000'), ported.trouble()]).toEqual([null, null]);
});

it('asks about numbers of one moment together, and waiting for others is no fault', async () => {
  const ported = openPortedNumbers({ portedFile: null, portedUrl }, log, { withinMs: PATIENT_MS });
  hook.answer = (response) => void setTimeout(() => response.end('{"networks":{}}'), 20);
  const all = Array.from({ length: 1_200 }, (_, i) => `+9477${String(i).padStart(7, '0')}`);
  await Promise.all([...all, ...all].map((number) => ported.learn([number], () => true)));
  expect(hook.asked.map(({ length }) => length)).toEqual([500, 500, 200]);
  expect(ported.trouble()).toBeNull();
});

it('counts a number by its prefix that waits too long for a call, which is no fault', async () => {
  const ported = openPortedNumbers({ portedFile: null, portedUrl }, log, { withinMs: 3_000 });
  hook.answer = (response) => void setTimeout(() => response.end('{"networks":{}}'), 1_500);
  const all = Array.from({ length: 8_500 }, (_, i) => `+9478${String(i).padStart(7, '0')}`);
  await ported.learn(all, () => true);
  expect([all.every(ported.isKnown), ported.trouble()]).toEqual([true, null]);
});

it('is asked by doctor for one number, whose network the rules must have', async () => {
  expect(await checkPorted(t.services, PATIENT_MS)).toMatchObject({ ok: true });
  // A call of the test before may still be on its way: it has hundreds of numbers.
  const [number] = hook.asked.find(({ length }) => length === 1)!;
  hook.networks = { [number!]: 'Telstra' };
  expect(await checkPorted(t.services, PATIENT_MS)).toMatchObject({
    ok: false,
    says: expect.stringContaining(`the network "Telstra" for ${number}`),
  });
});

it('does not ask for a sender that the project does not have', async () => {
  const { asked } = hook;
  const response = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization.LIVE },
    payload: { to: numberAt('77'), from: 'Other Shop', body: 'Hello' },
  });
  expect([response.json().code, asked]).toEqual([expect.any(Number), []]);
});

describe('PORTED_FILE', () => {
  it('decides before the URL, also when it changes', async () => {
    const [came, other] = [numberAt('77'), numberAt('77')];
    await useFile(
      `number,network\r\n${came.slice(1)},Mobitel\r\n\r\n# moved in 2026\r\n${other} , "Hutch"\r\n`,
    );
    await leaves(came);
    expect(await answerTo(other)).toMatchObject(refusedAt('Hutch'));
    expect(hook.asked).toEqual([]);
    await useFile(`${came},Dialog\n`);
    expect(await answerTo(came)).toMatchObject(refusedAt('Dialog'));
    expect(await checkPorted(t.services)).toMatchObject({
      ok: true,
      says: expect.stringContaining('1 numbers'),
    });
  });

  it('with a fault changes nothing, and doctor names the line', async () => {
    const came = numberAt('77');
    await useFile(`${came},Mobitel\n`);
    await useFile('94771234567,Dialog\n0771234567,Mobitel\n');
    await leaves(came);
    const words = expect.stringContaining('line 2 is not like 94771234567,Mobitel');
    expect(countryRules.ported.trouble()).toEqual(words);
    expect(await checkPorted(t.services)).toMatchObject({ ok: false, says: words });
  });

  it.each(['', '94771234567,Mobitel'])('that is half written, as %j, changes nothing', async (text) => {
    const came = numberAt('77');
    await useFile(`${came},Mobitel\n`);
    await useFile(text);
    expect(countryRules.ported.trouble()).toMatch(/is empty|ends within a line/);
    await leaves(came);
  });

  it('with a network that the rules do not have counts by the prefix, and doctor names it', async () => {
    const to = numberAt('71');
    await useFile(`${to},Telstra\n`);
    await leaves(to);
    expect(await checkPorted(t.services)).toMatchObject({
      ok: false,
      says: expect.stringContaining('Telstra'),
    });
  });
});
