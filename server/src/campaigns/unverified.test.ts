// A person accepts that recipients will see "Unverified" instead of the sender of a campaign. The public API,
// which has no person to ask, counts them in a dry run.
import { afterAll, expect, it } from 'vitest';
import { addGroup, campaignForm, created, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { registerName } from '../../test/registrations.ts';
import { startCampaigns } from './run/run.ts';

const t = await startEngine();
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

/** A figure of the preview, as the console gives it. */
const SEEN = { expected_count: '3' };
const NUMBERS = ['+61412345601', '+61412345602', '+94771234567'];

async function makeTeam() {
  const sender = await makeLiveSender(t);
  const group = await addGroup(
    t.services,
    sender.teamId,
    'All',
    NUMBERS.map((number) => ({ number })),
  );
  const wanted = { include_groups: group, mode: 'LIVE', from: 'Lanka Shop', content: 'Hello' };
  return { sender, group, wanted };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;

const post = ({ sender, wanted }: Team, fields = {}) =>
  sender.browser.post('/v1/web/campaigns', campaignForm(sender, { ...wanted, ...fields }));

async function acceptances({ sender }: Team) {
  const { rows } = await pool.query(
    `select subject, detail from audit_log where team_id = $1 and action = 'CAMPAIGN_UNVERIFIED' order by id`,
    [sender.teamId],
  );
  return rows;
}

const count = async (team: Team) =>
  (await pool.query('select from campaigns where team_id = $1', [team.sender.teamId])).rowCount;

it('a LIVE campaign is not created until a person accepts each "Unverified", which is kept', async () => {
  const team = await makeTeam();
  const preview = await previewed(team.sender, team.wanted);
  expect(preview).toMatchObject({ message_count: 3, unverified: { AU: 2 } });
  expect(preview.messages_preview.map(({ from, sender_shown }) => [from, sender_shown])).toEqual([
    ['Lanka Shop', 'Unverified'],
    ['Lanka Shop', 'Unverified'],
    ['Lanka Shop', 'Lanka Shop'],
  ]);
  for (const fields of [{}, { accepted_unverified: '1' }]) {
    const refused = await post(team, { ...SEEN, ...fields });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      ...{ code: 1013, description: expect.stringContaining('“Unverified”') },
      preview: { unverified: { AU: 2 } },
    });
  }
  expect(await count(team)).toBe(0);
  const campaign = await created(team.sender, { ...team.wanted, ...SEEN, accepted_unverified: '2' });
  await until(team.sender, campaign, ({ counts }) => counts.waiting === 0);
  expect(await acceptances(team)).toEqual([
    {
      subject: campaign.id,
      detail: {
        ...{ by: expect.any(String), sender: 'Lanka Shop', recipients: 2 },
        text_sha256: expect.stringMatching(/^[\da-f]{64}$/),
      },
    },
  ]);
});

it('a change of a scheduled campaign asks again', async () => {
  const team = await makeTeam();
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const fields = { ...team.wanted, ...SEEN, send_at, accepted_unverified: '2' };
  const { id } = await created(team.sender, fields);
  const change = (more: object) =>
    team.sender.browser.call('PUT', `/v1/web/campaigns/${id}`, {
      form: campaignForm(team.sender, { ...fields, content: 'Hello again', ...more }),
    });
  expect((await change({ accepted_unverified: '0' })).statusCode).toBe(409);
  expect((await change({})).statusCode).toBe(200);
  expect(await acceptances(team)).toHaveLength(2);
});

it.each([
  ['in TEST, which reaches no phone', { ...SEEN, mode: 'TEST' }, false],
  ['by the call of the specification, which gives no figures', {}, false],
  ['for a name that the register holds', SEEN, true],
])('nothing is asked %s', async (_what, fields, isRegistered) => {
  const team = await makeTeam();
  const name = { teamId: team.sender.teamId, projectId: team.sender.project.id, sender: 'Lanka Shop' };
  if (isRegistered) await registerName(t, name);
  const preview = await previewed(team.sender, { ...team.wanted, ...fields });
  expect(preview.unverified).toEqual(isRegistered ? {} : { AU: 2 });
  expect((await post(team, fields)).statusCode).toBe(200);
  expect(await acceptances(team)).toEqual([]);
});

it('the public API counts them in a dry run, and asks nobody', async () => {
  const team = await makeTeam();
  const { content, from } = team.wanted;
  const send = async (more: object) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/campaigns',
      headers: { authorization: team.sender.authorization.LIVE },
      payload: { name: 'News', content, from, groups: [team.group], ...more },
    });
    return [answer.statusCode, answer.json()];
  };
  expect(await send({ dry_run: true })).toEqual([200, expect.objectContaining({ unverified: 2 })]);
  expect(await send({ expected_messages: 3 })).toEqual([
    201,
    expect.objectContaining({ from: 'Lanka Shop' }),
  ]);
  expect(await acceptances(team)).toEqual([]);
});
