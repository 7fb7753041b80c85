// The rules of countries: the shipped ones, RULES_FILE, and what they decide.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anotherApp, testApp } from '../test/app.ts';
import { makeLiveSender } from '../test/carriers.ts';
import { addSender, makeSender } from '../test/factories.ts';
import { throwawayFolder } from '../test/throwaway.ts';
import { doctor } from './commands/doctor.ts';
import { openCountryRules, readRulesFile } from './countryRules.ts';
import type { Runtime } from './runtime.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'rules.json');
const dated = (value: unknown, from: string | null = null) => ({
  ...{ value, source: 'A test', read_on: '2026-11-23', status: 'HOUSE', counsel: null, from, until: null },
});
writeFileSync(path, '{}');
const t = await testApp({ rulesFile: path });
const other = await anotherApp(t);
const { countryRules } = t.services;
const use = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  countryRules.reload();
};

type Sender = Awaited<ReturnType<typeof makeSender>>;
const send = async (
  by: Sender,
  to: string,
  { from = 'Lanka Shop', mode = 'LIVE' as 'LIVE' | 'TEST', app = t.app } = {},
) =>
  (
    await app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: by.authorization[mode] },
      payload: { to, from, body: 'Hello' },
    })
  ).json();
const moveTo = ({ teamId }: Sender, region: string) =>
  t.services.pool.query('update teams set region_id = $2 where id = $1', [teamId, region]);
const ask = async (by: Sender, senderId: string) =>
  (
    await by.browser.call('POST', `/v1/web/projects/${by.project.id}/sender_id_requests`, {
      json: { sender_id: senderId, is_promotional: false, description: 'Codes', legal_name: 'A Pty Ltd' },
    })
  ).json();

describe('the files', () => {
  it('the example holds, and the shipped rules have those of the service before', () => {
    const example = readRulesFile(join(import.meta.dirname, '../../deploy/rules.example.json'));
    expect(Object.keys(example)).toEqual(['SG', 'GB', 'IN']);
    const shipped = openCountryRules({ ...t.services.settings, rulesFile: null }, t.services.log).now();
    expect(shipped.registers).toEqual([{ country: 'AU', prefix: '+61', otherwise: 'STAMP', networks: [] }]);
    expect(shipped.of('LK').networks.map(({ name }) => name)).toEqual([
      'Dialog',
      'Mobitel',
      'Hutch',
      'Airtel',
    ]);
    expect(shipped.withoutNames).toHaveLength(14);
    expect(['LK', 'AU', null].map((code) => shipped.of(code).brandInText)).toEqual(['WARN', 'OFF', 'OFF']);
  });

  it.each([
    ['no JSON', '{ "AU": ', /line 1, column/],
    [
      'a country twice',
      `{ "AU": {},\n  "SG": { "register": [] },\n  "AU": { "register": [] } }`,
      /rules\.json has the key AU twice: lines 1 and 3\./,
    ],
    ['a field twice', `{ "AU": { "register": [],\n "register": [] } }`, /the key AU\.register twice/],
    [
      'a fault',
      { AU: { register: [dated({ else: 'PASS' })] } },
      /AU\.register\.0\.value\.else: cannot be PASS/,
    ],
  ])('with %s changes nothing, and the log and doctor name it', async (_what, content, words) => {
    use({ SG: { register: [dated({ else: 'STAMP' })] } });
    use(content);
    expect(countryRules.now().of('SG').register).toMatchObject({ otherwise: 'STAMP' });
    const line = t.log.findLast((one) => one.includes('RULES_FILE is not applied'));
    expect(line).toContain(path);
    const runtime = { ...t.services } as Runtime;
    const { findings } = (await doctor(runtime)).data as {
      findings: { name: string; ok: boolean; says: string }[];
    };
    expect(findings.find(({ name }) => name === 'rules')).toMatchObject({
      ok: false,
      says: expect.stringMatching(words),
    });
    expect(findings.find(({ name }) => name === 'rules')!.says).toContain(path);
  });
});

describe('a register that refuses', () => {
  it('refuses a name that it does not hold, before anything is charged, in LIVE', async () => {
    const by = await makeLiveSender(t);
    use({ SG: { register: [dated({ else: 'REFUSE' })] } });
    const answer = await send(by, '+6591234567');
    expect(answer).toMatchObject({
      code: 3002,
      description: expect.stringContaining('not registered in Singapore'),
    });
    expect(await send(by, '+6591234567', { mode: 'TEST' })).toMatchObject({ status: 'ACCEPTED' });
    const { senders } = (await by.browser.get(`/v1/web/projects/${by.project.id}`)).json();
    expect(senders[0].registrations).toMatchObject([
      { country: 'AU', otherwise: 'STAMP' },
      { country: 'SG', otherwise: 'REFUSE' },
    ]);
  });

  it('begins at its time in every process, without a restart', async () => {
    const by = await makeLiveSender(t);
    use({ SG: { register: [dated({ else: 'REFUSE' }, new Date(Date.now() + 3_600_000).toISOString())] } });
    expect(await send(by, '+6591234567')).toMatchObject({ status: 'ACCEPTED' });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    expect(await send(by, '+6591234567')).toMatchObject({ code: 3002 });
    expect(await send(by, '+6591234567', { app: other.app })).toMatchObject({ code: 3002 });
  });
});

describe('the names of a country', () => {
  it('have two characters and signs in Australia, and go only to countries that take them', async () => {
    const by = await makeLiveSender(t);
    use({});
    expect((await ask(by, 'H&')).fields).toEqual({
      sender_id: expect.stringMatching(/letters, numbers, underscores/),
    });
    await moveTo(by, 'AU');
    expect((await ask(by, '_Acme')).fields).toEqual({
      sender_id: expect.stringMatching(/spaces and underscores/),
    });
    expect((await ask(by, '4')).fields).toEqual({ sender_id: 'Use at least 2 characters' });
    expect((await ask(by, 'Info!')).fields).toEqual({ sender_id: expect.stringMatching(/general word/) });
    expect((await ask(by, 'H&')).status).toBe('PENDING');
    await addSender(t, { teamId: by.teamId, projectId: by.project.id, sender: 'H&' });
    expect(await send(by, '+61412345678', { from: 'H&' })).toMatchObject({ sender_shown: 'Unverified' });
    expect(await send(by, '+94771234567', { from: 'H&' })).toMatchObject({
      code: 3002,
      description: expect.stringContaining('Use letters, numbers, underscores and spaces only'),
    });
  });

  it('are barred and protected by a file, beside the shipped ones', async () => {
    const by = await makeSender(t);
    use({ LK: { barred_alone: [dated(['Kade'])], protected_names: [dated(['NimalBank'])] } });
    expect((await ask(by, 'kade')).fields).toEqual({ sender_id: expect.stringMatching(/general word/) });
    expect((await ask(by, 'N1mal_Bank')).fields).toEqual({ sender_id: expect.stringMatching(/resembles/) });
    expect((await ask(by, 'Dialog')).fields).toEqual({ sender_id: expect.stringMatching(/resembles/) });
  });

  it('reach no country whose networks take none', async () => {
    const by = await makeLiveSender(t);
    use({ FR: { takes_names: [dated(false)] } });
    expect(await send(by, '+33612345678')).toMatchObject({ code: 3002 });
    const project = (await by.browser.get(`/v1/web/projects/${by.project.id}`)).json();
    expect(project.country_rules.without_names).toContain('FR');
  });

  it('tell pages which classes keep quiet hours and need consent, where that differs', async () => {
    const by = await makeSender(t);
    const both = ['SERVICE', 'PROMOTIONAL'];
    use({ SG: { quiet_for: [dated(both)], consent: [dated('WARN')], consent_for: [dated(both)] } });
    const { country_rules } = (await by.browser.get(`/v1/web/projects/${by.project.id}`)).json();
    const others = { quiet_for: ['PROMOTIONAL'], consent: 'OFF', consent_for: ['PROMOTIONAL'] };
    expect(country_rules.classes).toMatchObject({
      '*': others,
      SG: { quiet_for: both, consent: 'WARN', consent_for: both },
    });
    expect(country_rules.classes).not.toHaveProperty('FR');
  });
});
