// The brand of the sender in texts to countries whose rules want it.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandRule } from '@godwit/contract/rules/brandInText';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addGroup, created, previewed, until } from '../../../test/campaigns.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { addSender, inForce } from '../../../test/factories.ts';
import { makeStaff } from '../../../test/staff.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { startCampaigns } from '../../campaigns/run/run.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const rulesFile = join(folder, 'rules.json');
writeFileSync(rulesFile, '{}');
const t = await testApp({ rulesFile });
const { pool, log, countryRules } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

/** Has Sri Lanka treat texts without the brand by a rule; null: by the shipped one. */
function rule(value: BrandRule | null) {
  writeFileSync(rulesFile, JSON.stringify(value ? { LK: { brand_in_text: [inForce(value)] } } : {}));
  countryRules.reload();
}

const COLOMBO = '+94771234567';
const SYDNEY = '+61412345678';
const NAME = 'LankaRetail';
const REFUSED = {
  code: 3002,
  description: expect.stringMatching(/neither LankaRetail nor.*Nothing was sent or charged\. Write the name/),
};

let team: Awaited<ReturnType<typeof makeTeam>>;
async function makeTeam() {
  const sender = await makeLiveSender(t);
  const { teamId, project, browser, authorization } = sender;
  await addSender(t, { teamId, projectId: project.id, sender: NAME });
  await addSender(t, { teamId, projectId: project.id, sender: 'LR Offers', promotional: true });
  const post = async (payload: object, mode: 'LIVE' | 'TEST' = 'LIVE') =>
    (
      await t.app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers: { authorization: authorization[mode] },
        payload: { to: COLOMBO, from: NAME, ...payload },
      })
    ).json();
  const warnings = async (body: string, more: object = {}, mode: 'LIVE' | 'TEST' = 'LIVE') =>
    (await post({ body, dry_run: true, ...more }, mode)).warnings.map(({ code }: { code: string }) => code);
  const alias = async (aliases: unknown, from = NAME) =>
    (
      await browser.call('POST', `/v1/web/projects/${project.id}/sender_aliases`, {
        json: { sender: from, aliases },
      })
    ).json();
  const balance = async () =>
    (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0];
  return { ...sender, post, warnings, alias, balance };
}

beforeEach(async () => {
  team = await makeTeam();
});

describe('the shipped rule of Sri Lanka', () => {
  beforeEach(() => rule(null));

  it('warns of a text without the brand and sends it; a Sinhala alias counts', async () => {
    const sale = 'ලංකා රීටේල්: අද 20% අඩුයි';
    expect(await team.post({ body: sale, dry_run: true })).toMatchObject({
      warnings: [{ code: 'NO_BRAND', description: expect.stringContaining('sender ID') }],
    });
    expect(await team.post({ body: sale })).toMatchObject({ status: 'ACCEPTED' });
    expect(await team.warnings('Lanka Retail: 20% off')).toEqual([]);
    const { senders } = await team.alias(['ලංකා රීටේල්', 'லங்கா']);
    expect(senders).toContainEqual(
      expect.objectContaining({ id: NAME, aliases: ['ලංකා රීටේල්', 'லங்கா'], owner_name: null }),
    );
    expect(await team.warnings(sale)).toEqual([]);
    expect(await team.warnings('வணக்கம், லங்கா')).toEqual([]);
    expect(await team.warnings('ලංකි රීටේල්: අද 20% අඩුයි')).toEqual(['NO_BRAND']);
    await team.alias([]);
    expect(await team.warnings(sale)).toEqual(['NO_BRAND']);
  });

  it('takes the name of the owner without its legal form', async () => {
    await pool.query(
      `with owner as (insert into entities (team_id, id, legal_name, scheme, number)
          values ($1, gen_random_uuid(), 'Ceylon Shops (Pvt) Ltd', 'BRN', 'PV 4711') returning id)
        update sender_ids set entity_id = owner.id, basis = 'COMPANY_NAME' from owner
          where team_id = $1 and sender = $2`,
      [team.teamId, NAME],
    );
    t.signals.send('settings', team.teamId);
    await expect.poll(() => team.warnings('Ceylon Shops have a sale')).toEqual([]);
    expect(await team.warnings('Shops have a sale')).toEqual(['NO_BRAND']);
    const { senders } = (await team.browser.get(`/v1/web/projects/${team.project.id}`)).json();
    expect(senders).toContainEqual(expect.objectContaining({ id: NAME, owner_name: 'Ceylon Shops' }));
  });

  it('is for names of the project to Sri Lanka, codes too', async () => {
    expect(await team.warnings('Your code is 482913')).toEqual(['NO_BRAND']);
    expect(await team.warnings('A sale', { to: SYDNEY })).toEqual([]);
    expect(await team.warnings('A sale', { from: 'SANDBOX' }, 'TEST')).toEqual([]);
    expect(await team.warnings('A sale', {}, 'TEST')).toEqual(['NO_BRAND']);
    await pool.query(
      `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by)
        values ('+94701234567', $1, $2, 'LIVE', 'sita@example.com')`,
      [team.teamId, team.project.id],
    );
    t.signals.send('settings', team.teamId);
    await expect
      .poll(() => team.post({ body: 'A sale', from: '+94701234567', dry_run: true }))
      .toMatchObject({ warnings: [] });
  });

  it('is shown to pages, and the preview of a campaign counts such messages', async () => {
    const { country_rules } = (await team.browser.get(`/v1/web/projects/${team.project.id}`)).json();
    expect(country_rules.brands_in_texts).toEqual({ '*': 'OFF', LK: 'WARN' });
    const numbers = [COLOMBO, '+94771234568', SYDNEY].map((number) => ({ number }));
    const include_groups = await addGroup(t.services, team.teamId, 'All', numbers);
    const asked = { mode: 'LIVE', from: NAME, include_groups } as const;
    expect(await previewed(team, { ...asked, content: 'A sale, {first_name}' })).toMatchObject({
      ...{ message_count: 3, without_brand: 2 },
    });
    expect(await previewed(team, { ...asked, content: 'A sale at Lanka Retail' })).toMatchObject({
      ...{ message_count: 3, without_brand: 0 },
    });
  });
});

describe('a country that refuses texts without the brand', () => {
  beforeEach(() => rule('REFUSE'));

  it('refuses them uncharged by the API, in batches and in the console', async () => {
    const before = await team.balance();
    const wanted = { to: COLOMBO, from: NAME, body: 'A sale' };
    expect(await team.post(wanted)).toMatchObject(REFUSED);
    expect(await team.post({ ...wanted, dry_run: true })).toMatchObject(REFUSED);
    const batch = await t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: team.authorization.LIVE },
      payload: { messages: [wanted] },
    });
    expect(batch.json().results).toMatchObject([REFUSED]);
    const byConsole = await team.browser.call('POST', '/v1/web/messages', {
      json: { ...wanted, project_id: team.project.id, mode: 'LIVE' },
      headers: { 'idempotency-key': 'once' },
    });
    expect(byConsole.json()).toMatchObject(REFUSED);
    expect(await team.balance()).toEqual(before);
    expect(await team.post({ ...wanted, body: 'A sale at LANKA-retail' })).toMatchObject({
      status: 'ACCEPTED',
    });
    expect(await team.post({ ...wanted, to: SYDNEY })).toMatchObject({ status: 'ACCEPTED' });
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('refuses no code, and nothing in TEST, but warns of both', async () => {
    const code = 'Your code is 482913';
    expect(await team.post({ body: code })).toMatchObject({ status: 'ACCEPTED' });
    expect(await team.warnings(code)).toEqual(['NO_BRAND']);
    expect(await team.post({ body: code, from: 'LR Offers' })).toMatchObject({ code: 3002 });
    expect(await team.warnings('A sale', {}, 'TEST')).toEqual(['NO_BRAND']);
    expect(await team.post({ body: 'A sale' }, 'TEST')).toMatchObject({ status: 'ACCEPTED' });
    const verification = await t.app.inject({
      method: 'POST',
      url: '/v1/verifications',
      headers: { authorization: team.authorization.LIVE },
      payload: { to: COLOMBO, from: NAME, body: '{code}' },
    });
    expect(verification.statusCode, verification.body).toBeLessThan(300);
  });

  it('is left out of a campaign for free, as its preview has counted', async () => {
    const numbers = [COLOMBO, SYDNEY].map((number) => ({ number }));
    const include_groups = await addGroup(t.services, team.teamId, 'All', numbers);
    const asked = { mode: 'LIVE', from: NAME, include_groups, content: 'A sale' } as const;
    const preview = await previewed(team, asked);
    expect(preview).toMatchObject({ recipients: 2, message_count: 1, without_brand: 0 });
    expect(preview.skipped).toMatchObject({ no_brand: 1 });
    const made = await created(team, asked);
    const done = await until(team, made, ({ counts }) => counts.recipients === 2 && counts.skipped === 1);
    expect(done.counts.skipped_by).toEqual({ no_brand: 1 });
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

describe('the other names', () => {
  it('are seen by staff beside the request and the registration', async () => {
    const asked = { sender_id: 'LR Shops', is_promotional: false, description: 'Codes', legal_name: 'A' };
    const request = await team.browser.call(
      'POST',
      `/v1/web/projects/${team.project.id}/sender_id_requests`,
      {
        json: asked,
      },
    );
    const { browser: staff } = await makeStaff(t, { role: 'COMPLIANCE' });
    const approved = await staff.post(`/v1/staff/sender_ids/${request.json().id}/approve`);
    expect(approved.json()).toMatchObject({ status: 'APPROVED', aliases: [] });
    await team.alias(['කඩ'], 'LR Shops');
    const shown = (await staff.get(`/v1/staff/sender_ids/${request.json().id}`)).json();
    expect(shown.aliases).toEqual(['කඩ']);
    const begun = await staff.post(`/v1/staff/sender_ids/${request.json().id}/registration`, {
      country: 'AU',
    });
    expect(begun.json()).toMatchObject({ sender_id: 'LR Shops', aliases: ['කඩ'] });
  });

  it('are few, long enough, and of an approved name', async () => {
    const wrong = { code: 1002, fields: { aliases: expect.any(String) } };
    for (const names of [['ල'], ['--'], ['a'.repeat(61)], ['a\nb'], ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']])
      expect(await team.alias(names), names.join()).toMatchObject(wrong);
    expect(await team.alias(['Lanka'], 'Nobody')).toMatchObject({
      code: 1002,
      fields: { sender: expect.any(String) },
    });
    const { senders } = await team.alias([' Lanka ', 'Lanka']);
    expect(senders).toContainEqual(expect.objectContaining({ id: NAME, aliases: ['Lanka'] }));
  });
});
