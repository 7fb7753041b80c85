// Consents: their records, and advertising to countries that enforce them or warn.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsentHistory } from '@godwit/contract/consents';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutList } from '@godwit/contract/optOuts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, created, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { importCsv } from '../../test/contacts.ts';
import { addSender } from '../../test/factories.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { startCampaigns } from '../campaigns/run/run.ts';
import { ledgerDifferences } from '../commands/ledger.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'rules.json');
writeFileSync(path, '{}');
const t = await testApp({ rulesFile: path });
const { pool, log, countryRules } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

/** Has Australia treat advertising without consent by a rule. */
function rule(value: 'OFF' | 'WARN' | 'ENFORCE') {
  const dated = { value, source: 'A test', read_on: '2026-11-27', status: 'HOUSE', counsel: null };
  writeFileSync(path, JSON.stringify({ AU: { consent: [{ ...dated, from: null, until: null }] } }));
  countryRules.reload();
}
beforeEach(() => rule('ENFORCE'));

const SYDNEY = '+61412345678';
const COLOMBO = '+94771234567';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const inDays = (days: number) => daysAgo(-days);

/** A verified team with a promotional and a transactional sender. */
async function makeTeam() {
  const team = await makeLiveSender(t, { promotional: true });
  const { teamId, project, browser } = team;
  await addSender(t, { teamId, projectId: project.id, sender: 'Codes', promotional: false });
  const call = (mode: Mode, payload: object) =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: team.authorization[mode] },
      payload: { to: SYDNEY, from: 'Lanka Shop', body: 'Half price', ...payload },
    });
  const send = async (payload: object = {}, mode: Mode = 'LIVE') => {
    const answer = await call(mode, payload);
    return answer.statusCode === 201 ? 201 : (answer.json() as { code: number }).code;
  };
  const consent = async (given: Record<string, string>, mode: Mode = 'LIVE') => {
    const fields = { number: SYDNEY, kind: 'GIVEN', at: daysAgo(1), source: 'A form', mode };
    return browser.post('/v1/web/consents', { ...fields, ...given });
  };
  const history = async (number = SYDNEY, mode: Mode = 'LIVE') =>
    (
      await browser.get(`/v1/web/consents?number=${encodeURIComponent(number)}&mode=${mode}`)
    ).json() as ConsentHistory;
  const optOuts = async (number = SYDNEY) =>
    ((await browser.get(`/v1/web/opt_outs?q=${encodeURIComponent(number)}`)).json() as OptOutList).results;
  const balance = async () =>
    (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0];
  const optOut = async (scope: string) => browser.post('/v1/web/opt_outs', { number: SYDNEY, scope });
  return { ...team, call, send, consent, history, optOuts, balance, optOut };
}

describe('advertising to a country that enforces consent', () => {
  it('is refused without consent and charges nothing; codes and other countries are not', async () => {
    const team = await makeTeam();
    const before = await team.balance();
    const refused = await team.call('LIVE', {});
    expect(refused.json()).toMatchObject({
      code: 3003,
      description: expect.stringContaining('not consented'),
    });
    expect((await team.call('LIVE', { dry_run: true })).json()).toMatchObject({ code: 3003 });
    expect(await team.balance()).toEqual(before);
    expect(await team.send({ from: 'Codes' })).toBe(201);
    expect(await team.send({ to: COLOMBO })).toBe(201);
    expect((await team.consent({})).statusCode).toBe(200);
    expect(await team.send()).toBe(201);
  });

  it('is counted before it is sent: the numbers that lack consent, each once', async () => {
    const team = await makeTeam();
    const other = '+61412345679';
    const lacking = async (numbers: string[], mode: Mode = 'LIVE') =>
      (await team.browser.call('POST', '/v1/web/consents/lacking', { json: { mode, numbers } })).json();
    await team.consent({ number: other });
    expect(await lacking([SYDNEY, other, SYDNEY])).toEqual({ numbers: [SYDNEY] });
    expect(await lacking([SYDNEY, other], 'TEST')).toEqual({ numbers: [SYDNEY, other] });
    expect(await lacking([])).toEqual({ numbers: [] });
    expect(await lacking(['0412'])).toMatchObject({ code: 1002 });
    expect(await lacking(Array(1_001).fill(SYDNEY))).toMatchObject({ code: 1002 });
    await team.consent({ number: other, kind: 'WITHDRAWN', at: new Date().toISOString() });
    expect(await lacking([other])).toEqual({ numbers: [other] });
  });

  it('needs the consent of its own mode', async () => {
    const team = await makeTeam();
    await team.consent({}, 'TEST');
    expect([await team.send(), await team.send({}, 'TEST')]).toEqual([3003, 201]);
    expect((await team.history()).consents).toEqual([]);
    expect((await team.history(SYDNEY, 'TEST')).consents).toMatchObject([{ mode: 'TEST', kind: 'GIVEN' }]);
  });

  it('follows the newest record that has not ended', async () => {
    const team = await makeTeam();
    await team.consent({ kind: 'INFERRED', at: daysAgo(9), expires_at: daysAgo(8) });
    expect(await team.send()).toBe(3003);
    await team.consent({ kind: 'INFERRED', at: daysAgo(7), expires_at: inDays(1) });
    expect(await team.send()).toBe(201);
    await team.consent({ kind: 'WITHDRAWN', at: daysAgo(6) });
    expect((await team.history()).allowed).toBe(false);
    expect(await team.send()).toBe(3003);
    await team.consent({ kind: 'GIVEN', at: daysAgo(5) });
    expect(await team.send()).toBe(201);
    await team.consent({ kind: 'INFERRED', at: daysAgo(4), expires_at: daysAgo(3) });
    expect(await team.send()).toBe(201);
    const kinds = (await team.history()).consents.map(({ kind }) => kind);
    expect(kinds).toEqual(['INFERRED', 'GIVEN', 'WITHDRAWN', 'INFERRED', 'INFERRED']);
  });

  it('is left out of a campaign for free, as its preview has counted', async () => {
    const team = await makeTeam();
    await team.consent({});
    const numbers = [SYDNEY, '+61412345679', COLOMBO].map((number) => ({ number }));
    const include_groups = await addGroup(t.services, team.teamId, 'All', numbers);
    const asked = { mode: 'LIVE', from: 'Lanka Shop', include_groups } as const;
    const preview = await previewed(team, asked);
    expect(preview).toMatchObject({ recipients: 3, message_count: 2, without_consent: 0 });
    expect(preview.skipped).toMatchObject({ no_consent: 1, opted_out: 0 });
    const made = await created(team, asked);
    const done = await until(team, made, ({ counts }) => counts.recipients === 3 && counts.skipped === 1);
    expect(done.counts.skipped_by).toEqual({ no_consent: 1 });
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

it('a country that warns sends it, and the preview of a campaign counts it', async () => {
  rule('WARN');
  const team = await makeTeam();
  expect(await team.send()).toBe(201);
  const numbers = [SYDNEY, '+61412345679', COLOMBO].map((number) => ({ number }));
  const include_groups = await addGroup(t.services, team.teamId, 'All', numbers);
  const asked = { mode: 'LIVE', from: 'Lanka Shop', include_groups } as const;
  await team.consent({});
  const preview = await previewed(team, asked);
  expect(preview).toMatchObject({ message_count: 3, without_consent: 1 });
  rule('OFF');
  expect(await previewed(team, asked)).toMatchObject({ message_count: 3, without_consent: 0 });
});

describe('a record', () => {
  it('is added once and never changed', async () => {
    const team = await makeTeam();
    const at = daysAgo(2);
    const first = await team.consent({ at, wording: 'v3', proof: 'https://example.com/form/81' });
    expect(first.json()).toMatchObject({
      ...{
        number: SYDNEY,
        mode: 'LIVE',
        kind: 'GIVEN',
        at,
        source: 'A form',
        wording: 'v3',
        origin: 'CONSOLE',
      },
      ...{ proof: 'https://example.com/form/81', expires_at: null },
    });
    const again = await team.consent({ at, wording: 'v4' });
    expect(again.json()).toEqual(first.json());
    expect((await team.history()).consents).toEqual([first.json()]);
    const other = await makeTeam();
    expect((await other.history()).consents).toEqual([]);
  });

  it.each([
    ['a kind', { kind: 'MAYBE' }, 'kind'],
    ['a time', { at: '' }, 'at'],
    ['a time with an offset', { at: '2026-11-01T09:00' }, 'at'],
    ['a time in the past', { at: inDays(1) }, 'at'],
    ['a source', { source: ' ' }, 'source'],
    ['an end after its time', { expires_at: daysAgo(9) }, 'expires_at'],
    ['no end if it is a withdrawal', { kind: 'WITHDRAWN', expires_at: inDays(9) }, 'expires_at'],
  ])('needs %s', async (_what, given, field) => {
    const team = await makeTeam();
    const answer = await team.consent(given);
    expect(answer.json()).toMatchObject({ code: 1002, fields: { [field]: expect.any(String) } });
    expect((await team.history()).consents).toEqual([]);
  });
});

describe('consents and opt-outs', () => {
  it('a withdrawal opts out of promotions, and a later consent lifts only opt-outs of the team', async () => {
    const team = await makeTeam();
    rule('OFF');
    await team.consent({ kind: 'WITHDRAWN', at: daysAgo(3) });
    expect(await team.optOuts()).toMatchObject([{ scope: 'PROMOTIONAL', source: 'CONSOLE' }]);
    expect([await team.send(), await team.send({ from: 'Codes' })]).toEqual([3003, 201]);
    await team.consent({ kind: 'INFERRED', at: daysAgo(2) });
    await team.consent({ at: daysAgo(4) });
    expect(await team.send()).toBe(3003);
    await team.consent({ at: daysAgo(1) });
    expect(await team.send()).toBe(201);

    const { body } = (await team.call('LIVE', {})).json() as { body: string };
    await t.app.inject({ method: 'POST', url: new URL(/https?:\S+/.exec(body)![0]).pathname });
    await team.consent({ at: new Date().toISOString() });
    expect(await team.optOuts()).toMatchObject([{ scope: 'PROMOTIONAL', source: 'LINK' }]);
    expect(await team.send()).toBe(3003);
  });

  it('an opt-out of all messages stays', async () => {
    const team = await makeTeam();
    await team.optOut('ALL');
    await team.consent({ at: new Date().toISOString() });
    expect([await team.send(), await team.send({ from: 'Codes' })]).toEqual([3003, 3003]);
  });
});

describe('a file of contacts', () => {
  it('has consents, and a row without the time of its consent is rejected by line', async () => {
    const team = await makeTeam();
    const at = '2026-11-01T09:30:00+10:00';
    const csv = [
      'Mobile,FirstName,Consent,ConsentTime,ConsentSource,ConsentWording,ConsentProof',
      `${SYDNEY},Anna,given,${at},Form,"v3, ""short""",C:\\forms\\1.pdf`,
      '+61412345679,Ben,GIVEN,,Form,,',
      `+61412345680,Carl,WITHDRAWN,${at},Call,,`,
      '+61412345681,Dora,,,,,',
      `+61412345682,Emil,GIVEN,${at},,,`,
    ].join('\n');
    const report = await importCsv(team.browser, csv);
    expect(report).toMatchObject({ created: 3, consents: 2, rejected_total: 2 });
    expect(report.rejected).toEqual([
      { line: 3, number: '+61412345679', reason: expect.stringContaining('needs the time') },
      { line: 6, number: '+61412345682', reason: expect.stringContaining('how the person') },
    ]);
    expect((await team.history()).consents).toMatchObject([
      { kind: 'GIVEN', at: new Date(at).toISOString(), source: 'Form', wording: 'v3, "short"' },
    ]);
    expect((await team.history()).consents[0]).toMatchObject({ origin: 'IMPORT', proof: 'C:\\forms\\1.pdf' });
    expect(await team.send()).toBe(201);
    expect(await team.optOuts('+61412345680')).toMatchObject([{ source: 'IMPORT' }]);
    expect(await importCsv(team.browser, csv)).toMatchObject({ unchanged: 3, consents: 0 });
  });
});

describe('a proof', () => {
  const unzipped = (content: Buffer) =>
    Object.entries(unzipSync(content)).map(([name, bytes]) => [name, strFromU8(bytes).trim().split(/\r?\n/)]);

  it('of a number has its statements, its opt-outs and nobody else’s', async () => {
    const team = await makeTeam();
    await team.consent({ source: '=Form', wording: 'Yes, "weekly"', proof: 'Folder 12' });
    await team.consent({ kind: 'WITHDRAWN', at: daysAgo(0), source: 'Call' });
    await team.consent({ number: COLOMBO });
    await team.consent({}, 'TEST');
    const other = await makeTeam();
    await other.consent({ source: 'Of another team' });
    const url = `/v1/web/consents/proof.zip?${new URLSearchParams({ number: SYDNEY })}`;
    const answer = await team.browser.get(url);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="consent.zip"',
    });
    expect(unzipped(answer.rawPayload)).toEqual([
      [
        'consents.csv',
        [
          'Number,Statement,Made at,Source,Wording,Proof,Ends at,Recorded by,Recorded at',
          expect.stringMatching(/61412345678""",GIVEN,[^,]+,'=Form,"Yes, ""weekly""",Folder 12,,CONSOLE,/),
          expect.stringMatching(/61412345678""",WITHDRAWN,[^,]+,Call,,,,CONSOLE,/),
        ],
      ],
      [
        'opt-outs.csv',
        ['Number,Scope,Source,Since', expect.stringMatching(/61412345678""",PROMOTIONAL,CONSOLE,/)],
      ],
    ]);
  });

  it('has each record once, also thousands of one millisecond', async () => {
    const team = await makeTeam();
    await pool.query(
      `insert into consents (team_id, mode, origin, number, kind, happened_at, source, wording, proof)
       select $1::uuid, 'LIVE', 'IMPORT', $2, kind, timestamptz '2026-11-01 08:00:00.123Z' + n * interval '1 us', 'A file', n, ''
       from generate_series(0, 998) n, unnest('{GIVEN,INFERRED}'::consent_kind[]) kind`,
      [team.teamId, SYDNEY],
    );
    const url = `/v1/web/consents/proof.zip?${new URLSearchParams({ number: SYDNEY })}`;
    const [[, lines]] = unzipped((await team.browser.get(url)).rawPayload) as [[string, string[]]];
    expect(lines).toHaveLength(1 + 2 * 999);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('of a campaign has all its recipients, also more than fit into one batch', async () => {
    const team = await makeTeam();
    const all = Array.from({ length: 1_201 }, (_, at) => `+6141${String(2_000_000 + at)}`);
    const contacts = all.map((number) => ({ number }));
    const include_groups = await addGroup(t.services, team.teamId, 'All', contacts);
    await team.consent({ number: all[0]! });
    await team.consent({ number: all[1_200]! });
    const asked = { mode: 'LIVE', from: 'Lanka Shop', content: 'Half price', include_groups } as const;
    const { id } = await created(team, asked);
    await until(team, { id }, ({ counts }) => counts.recipients === 1_201);
    const url = `/v1/web/campaigns/${id}/proof.zip?project_id=${team.project.id}`;
    const files = Object.fromEntries(unzipped((await team.browser.get(url)).rawPayload));
    // Texts have several lines.
    const numbersIn = (name: string) => files[name].filter((line: string) => line.startsWith('"=""+61'));
    expect(numbersIn('recipients.csv')).toHaveLength(1_201);
    expect(numbersIn('consents.csv')).toHaveLength(2);
  });
});
