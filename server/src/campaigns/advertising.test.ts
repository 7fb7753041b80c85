// If its sender is not promotional, a campaign that looks like advertising must be attested by a person. A
// later one waits for staff.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADVERTISING_WORDING } from '@godwit/contract/campaigns/rules';
import { afterAll, describe, expect, it } from 'vitest';
import {
  addCampaign,
  addGroup,
  campaignForm,
  created,
  look,
  numberOf,
  previewed,
  until,
} from '../../test/campaigns.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { asAnother } from '../../test/database.ts';
import { inForce, newestMail } from '../../test/factories.ts';
import { makeStaff } from '../../test/staff.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { transaction } from '../db/transaction.ts';
import { hasSentAttested } from './queries.ts';
import { updateStarted } from './run/queries.ts';
import { startCampaigns } from './run/run.ts';

const folder = throwawayFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const rulesFile = join(folder, 'rules.json');
writeFileSync(
  rulesFile,
  JSON.stringify({ LK: { advertising: [inForce('ATTEST')], text_check: [inForce('HOLD')] } }),
);

const t = await startEngine({}, { settings: { rulesFile } });
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());
const { browser: compliance } = await makeStaff(t, { role: 'COMPLIANCE' });

const SALE = 'Sale: 20% off everything';
const LATER = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
const ATTESTED = { attested_wording: ADVERTISING_WORDING };

async function makeTeam({ promotional = false, number = numberOf(1), service = false } = {}) {
  const sender = await makeLiveSender(t, service ? { contentClass: 'SERVICE' } : { promotional });
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', [{ number }]);
  return { sender, wanted: { include_groups, mode: 'LIVE', from: 'Lanka Shop', content: SALE } };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;

const post = ({ sender, wanted }: Team, fields = {}) =>
  sender.browser.post('/v1/web/campaigns', campaignForm(sender, { ...wanted, ...fields }));

async function attestations({ sender }: Team) {
  const { rows } = await pool.query(
    `select subject, staff_email, detail from audit_log where team_id = $1 and action = 'CAMPAIGN_ATTESTED' order by id`,
    [sender.teamId],
  );
  return rows;
}

/** The hold of each queued message of a campaign. */
async function heldFor({ sender }: Team, campaignId: string): Promise<(string | null)[]> {
  const { rows } = await pool.query(
    `select q.held_for from send_queue q join messages m on m.team_id = q.team_id and m.id = q.message_id
      where q.team_id = $1 and m.campaign_id = $2`,
    [sender.teamId, campaignId],
  );
  return rows.map(({ held_for }) => held_for);
}

describe('advertising over a sender that is not promotional', () => {
  it.each([false, true])('is not created until a person attests it; service notices: %s', async (service) => {
    const team = await makeTeam({ service });
    expect((await previewed(team.sender, team.wanted)).advertising).toEqual({ word: 'Sale', waits: false });
    for (const fields of [{}, { attested_wording: '2020-01-01' }]) {
      const refused = await post(team, fields);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 1013, preview: { advertising: { word: 'Sale' } } });
    }
    const { rows } = await pool.query('select from campaigns where team_id = $1', [team.sender.teamId]);
    expect(rows).toHaveLength(0);

    const campaign = await created(team.sender, { ...team.wanted, ...ATTESTED });
    await until(team.sender, campaign, ({ counts }) => counts.delivered === 1);
    const { rows: people } = await pool.query('select id from users where email = $1', [
      team.sender.person.email,
    ]);
    expect(await attestations(team)).toEqual([
      {
        subject: campaign.id,
        staff_email: 'customer',
        detail: {
          by: people[0].id,
          wording: ADVERTISING_WORDING,
          sender: 'Lanka Shop',
          text_sha256: expect.stringMatching(/^[\da-f]{64}$/),
        },
      },
    ]);
    await expect(pool.query(`delete from audit_log where action = 'CAMPAIGN_ATTESTED'`)).rejects.toThrow();
    const seen = (await compliance.get(`/v1/staff/audit?action=CAMPAIGN_ATTESTED&q=${campaign.id}`)).json();
    expect(JSON.stringify(seen)).toContain(people[0].id);
  });

  it('waits for staff the second time, until they release the sender', async () => {
    const team = await makeTeam();
    const first = await created(team.sender, { ...team.wanted, ...ATTESTED });
    await until(team.sender, first, ({ counts }) => counts.delivered === 1);

    expect((await previewed(team.sender, team.wanted)).advertising).toEqual({ word: 'Sale', waits: true });
    const second = await created(team.sender, { ...team.wanted, ...ATTESTED });
    await until(team.sender, second, ({ messages }) => messages === 1);
    expect(await heldFor(team, second.id)).toEqual(['"Lanka Shop"']);
    const hold = { destination: '"Lanka Shop"', reason: 'ADVERT', waiting: 1 };
    expect((await team.sender.browser.get('/v1/web/holds')).json().holds).toMatchObject([hold]);
    const listed = await compliance.get(`/v1/staff/holds?team_id=${team.sender.teamId}`);
    expect(listed.json().results).toMatchObject([hold]);

    expect(await newestMail(t, team.sender.person.email)).toMatchObject({
      subject: 'Your campaign is held for review',
      text: expect.stringContaining('Lanka Shop'),
    });

    const { sms } = await look(team.sender, second);
    await pool.query(`update messages set accepted_at = accepted_at - interval '1 min' where id = $1`, [
      sms!.results[0]!.id,
    ]);
    const path = `/v1/web/messages/${sms!.results[0]!.id}/explanation?project_id=${team.sender.project.id}`;
    const { steps } = (await team.sender.browser.get(path)).json();
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'WAIT', reason: 'TEXT_HELD' }));

    await compliance.post(`/v1/staff/teams/${team.sender.teamId}/release`, {
      destination: '"Lanka Shop"',
      reason: 'Their customers asked for it',
    });
    await until(team.sender, second, ({ counts }) => counts.delivered === 1);
    expect((await previewed(team.sender, team.wanted)).advertising).toEqual({ word: 'Sale', waits: false });
  });

  it('needs another attestation for another text', async () => {
    const team = await makeTeam();
    const content = 'The shop opens';
    const campaign = await created(team.sender, { ...team.wanted, content, send_at: LATER });
    const put = (fields: Record<string, string>) =>
      team.sender.browser.call('PUT', `/v1/web/campaigns/${campaign.id}`, {
        form: campaignForm(team.sender, { ...team.wanted, send_at: LATER, ...fields }),
      });
    expect((await put({})).json().preview.advertising).toEqual({ word: 'Sale', waits: false });
    expect((await put(ATTESTED)).statusCode).toBe(200);
    expect(await attestations(team)).toMatchObject([{ subject: campaign.id }]);
  });

  it('waits if another one is scheduled, but not for itself or once that is cancelled', async () => {
    const team = await makeTeam();
    const wanted = { ...team.wanted, send_at: LATER };
    const campaign = await created(team.sender, { ...wanted, ...ATTESTED });
    const waits = async () => (await previewed(team.sender, team.wanted)).advertising?.waits;
    expect(await waits()).toBe(true);
    const path = `/v1/web/campaigns/${campaign.id}`;
    const form = campaignForm(team.sender, { ...wanted, is_preview: 'true' });
    const changed = await team.sender.browser.call('PUT', path, { form });
    expect(changed.json().advertising).toEqual({ word: 'Sale', waits: false });
    await team.sender.browser.post(`${path}/cancel`, { project_id: team.sender.project.id });
    expect(await waits()).toBe(false);
  });

  it('is asked for at any schedule, since the groups may change until then', async () => {
    const abroad = await makeTeam({ number: '+61412345678' });
    const wanted = { ...abroad.wanted, content: 'Our summer sale begins' };
    expect((await previewed(abroad.sender, wanted)).advertising).toBeNull();
    const scheduled = await previewed(abroad.sender, { ...wanted, send_at: LATER });
    expect(scheduled.advertising).toEqual({ word: 'sale', waits: false });
  });

  it('waits as advertising, even with a shortened link', async () => {
    const team = await makeTeam();
    const first = await created(team.sender, { ...team.wanted, ...ATTESTED });
    await until(team.sender, first, ({ counts }) => counts.delivered === 1);
    const content = 'Sale: 20% off at https://bit.ly/x';
    const second = await created(team.sender, { ...team.wanted, ...ATTESTED, content });
    await until(team.sender, second, ({ messages }) => messages === 1);
    expect(await heldFor(team, second.id)).toEqual(['"Lanka Shop"']);
  });

  it('counts a campaign, its retry and the retry of that as one', async () => {
    const { sender } = await makeTeam();
    const { teamId } = sender;
    const store = (retryOf: string | null) =>
      addCampaign(t.services, {
        ...{ teamId, projectId: sender.project.id, mode: 'LIVE', name: 'Sale', content: SALE },
        ...{ sendAt: new Date(LATER), retryOf, attested: true },
      });
    const repeats = async (id: string) => {
      await transaction(pool, (client) => updateStarted(client, { teamId, id }, 0));
      const { rows } = await pool.query('select repeats_advert from campaigns where id = $1', [id]);
      return rows[0].repeats_advert;
    };
    const first = await store(null);
    expect(await repeats(first)).toBe(false);
    const retry = await store(first);
    expect(await repeats(retry)).toBe(false);
    expect(await hasSentAttested(pool, teamId, { id: null, retryOf: retry })).toBe(false);
    expect(await repeats(await store(retry))).toBe(false);
    expect(await hasSentAttested(pool, teamId, { id: null, retryOf: first })).toBe(true);
    expect(await repeats(await store(null))).toBe(true);
  });

  it('counts as the first one in only one of two processes', async () => {
    const { sender } = await makeTeam();
    const { teamId } = sender;
    const [one, other] = await Promise.all(
      [1, 2].map(() =>
        addCampaign(t.services, {
          ...{ teamId, projectId: sender.project.id, mode: 'LIVE', name: 'Sale', content: SALE },
          ...{ sendAt: new Date(LATER), attested: true },
        }),
      ),
    );
    const start = (id: string) => transaction(pool, (client) => updateStarted(client, { teamId, id }, 0));
    await transaction(pool, async (client) => {
      await updateStarted(client, { teamId, id: one! }, 0);
      await expect(asAnother(() => start(other!))).rejects.toMatchObject({ code: '55P03' });
    });
    await start(other!);
    const { rows } = await pool.query('select id from campaigns where team_id = $1 and repeats_advert', [
      teamId,
    ]);
    expect(rows).toEqual([{ id: other }]);
  });

  it('is not asked for by a promotional sender, in TEST, for a country without the rule, and for other texts', async () => {
    const promotional = await makeTeam({ promotional: true });
    const abroad = await makeTeam({ number: '+61412345678' });
    const plain = await makeTeam();
    const previews = [
      await previewed(promotional.sender, promotional.wanted),
      await previewed(abroad.sender, abroad.wanted),
      await previewed(plain.sender, { ...plain.wanted, content: 'The shop opens' }),
      await previewed(plain.sender, { ...plain.wanted, mode: 'TEST', from: 'SANDBOX' }),
    ];
    expect(previews.map(({ recipients, advertising }) => [recipients, advertising])).toEqual(
      previews.map(() => [1, null]),
    );
  });

  it('never holds single messages and codes', async () => {
    const team = await makeTeam();
    const first = await created(team.sender, { ...team.wanted, ...ATTESTED });
    await until(team.sender, first, ({ counts }) => counts.delivered === 1);
    const bodies = [SALE, 'Your code is 123456', 'Sale code 4321: 20% off at shop.lk'];
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: team.sender.authorization.LIVE },
      payload: { messages: bodies.map((body) => ({ to: numberOf(2), from: 'Lanka Shop', body })) },
    });
    expect(answer.json().results.map(({ status }: { status: string }) => status)).toEqual([
      ...['ACCEPTED', 'ACCEPTED', 'ACCEPTED'],
    ]);
    const { rows } = await pool.query(
      'select from team_destinations where team_id = $1 and reason is not null',
      [team.sender.teamId],
    );
    expect(rows).toHaveLength(0);
  });
});
