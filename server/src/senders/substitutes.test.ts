// The sender that goes instead of a name that a network blocks: chosen by the team, decided once per message.

import { senderKey } from '@godwit/contract/senders';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addGroup, created, until } from '../../test/campaigns.ts';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { addSender } from '../../test/factories.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { registerName, treatOtherNames, withdrawName } from '../../test/registrations.ts';
import { startCampaigns } from '../campaigns/run/run.ts';
import { groupLinks } from '../carriers/links/groups.ts';

const NAME = 'Lanka Shop';
const OTHER = 'LankaShop2';
const held = await startHeldCarrier();
const t = await startEngine({}, { change: held.serve });
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

beforeEach(() => {
  held.onSubmit = (submit) => submit.take();
  treatOtherNames(t, 'REFUSE');
});

let numbers = 0;
const numberAt = (prefix: string) => `+94${prefix}${String(++numbers).padStart(9 - prefix.length, '0')}`;

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
const register = ({ teamId, project }: Sender, sender: string, network: string) =>
  registerName(t, { teamId, projectId: project.id, sender, country: 'LK', network });
const choose = async ({ browser, project }: Sender, substitute: string | null, sender = NAME) => {
  const path = `/v1/web/projects/${project.id}/substitutes`;
  return (await browser.call('POST', path, { json: { sender, substitute } })).json();
};
const give = ({ teamId, project }: Sender, number: string) =>
  pool.query(
    `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by)
      values ($1, $2, $3, 'LIVE', 'sita@example.com')`,
    [number, teamId, project.id],
  );
const answerTo = async (sender: Sender, to: string) =>
  (
    await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: sender.authorization.LIVE },
      payload: { to, from: NAME, body: 'Hello' },
    })
  ).json();
const explained = async ({ browser, project }: Sender, id: string) => {
  const { steps } = (await browser.get(`/v1/web/messages/${id}/explanation?project_id=${project.id}`)).json();
  return steps.find(({ kind }: { kind: string }) => kind === 'SENDER');
};

/** A team whose name Dialog alone has registered, and its other name Mobitel. */
async function makeTeam() {
  const sender = await makeLiveSender(t);
  await addSender(t, { teamId: sender.teamId, projectId: sender.project.id, sender: OTHER });
  await register(sender, NAME, 'Dialog');
  const atMobitel = await register(sender, OTHER, 'Mobitel');
  return { sender, atMobitel };
}

/** Blocks the other name as staff do after a report. */
const blockOther = ({ teamId }: Sender) =>
  pool.query('insert into blocked_names (team_id, sender_key, case_id) values ($1, $2, gen_random_uuid())', [
    teamId,
    senderKey(OTHER),
  ]);

describe('a substitute', () => {
  it('that is a name goes where it is registered, and others are refused', async () => {
    const { sender } = await makeTeam();
    const changed = await choose(sender, OTHER);
    expect(changed.senders.map(({ id, substitute }: Record<string, unknown>) => [id, substitute])).toEqual([
      [NAME, OTHER],
      [OTHER, null],
    ]);
    const [dialog, mobitel] = [numberAt('77'), numberAt('71')];
    expect(await answerTo(sender, dialog)).toMatchObject({ from: NAME, sender_shown: NAME });
    const message = await answerTo(sender, mobitel);
    expect(message).toMatchObject({ from: NAME, sender_shown: OTHER });
    expect((await held.submitsTo(dialog, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    const [submit] = await held.submitsTo(mobitel, 1);
    expect(submit!.pdu).toMatchObject({ sourceAddr: OTHER });
    expect(await explained(sender, message.id)).toMatchObject({ sender: NAME, shown: OTHER, country: 'LK' });
    await reaches(t, sender, message, 'SENT');
    await submit!.receipt('DELIVERED');
    await reaches(t, sender, message, 'DELIVERED');
    expect(await answerTo(sender, numberAt('78'))).toMatchObject({ code: 3002 });
    await choose(sender, null);
    expect(await answerTo(sender, numberAt('71'))).toMatchObject({ code: 3002 });
  });

  it('that is a number of the project goes to every network, in campaigns too', async () => {
    const { sender } = await makeTeam();
    const number = numberAt('70');
    await give(sender, number);
    await choose(sender, number);
    const [dialog, hutch] = [numberAt('77'), numberAt('78')];
    const include_groups = await addGroup(t.services, sender.teamId, 'All', [
      { number: dialog },
      { number: hutch },
    ]);
    const wanted = { include_groups, content: 'Hello', mode: 'LIVE', from: NAME };
    const done = await until(sender, await created(sender, wanted), ({ counts }) => counts.waiting === 0);
    expect(done.counts).toMatchObject({ skipped: 0 });
    expect((await held.submitsTo(dialog, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    const { sourceAddr } = (await held.submitsTo(hutch, 1))[0]!.pdu;
    expect(number.endsWith(sourceAddr)).toBe(true);
  });

  it('does not go where networks stamp', async () => {
    const { sender } = await makeTeam();
    await choose(sender, OTHER);
    treatOtherNames(t, 'STAMP');
    const to = numberAt('71');
    expect(await answerTo(sender, to)).toMatchObject({ sender_shown: 'Unverified' });
    expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: 'Unverified' });
  });

  const lost: [string, (team: Awaited<ReturnType<typeof makeTeam>>) => Promise<unknown>][] = [
    ['loses its registration', ({ atMobitel }) => withdrawName(t, atMobitel)],
    ['is blocked by staff', ({ sender }) => blockOther(sender)],
  ];
  it.each(lost)(
    'that %s before the message is sent leaves no name, and the message is refunded',
    async (_what, lose) => {
      const team = await makeTeam();
      const { sender } = team;
      await choose(sender, OTHER);
      const to = numberAt('71');
      held.onSubmit = async (submit) => {
        await lose(team);
        submit.refuse(0x58);
      };
      const message = await send(t, sender, { to }, 'LIVE');
      await reaches(t, sender, message, 'FAILED');
      const { rows } = await pool.query('select failure, charged_micros from messages where id = $1', [
        message.id,
      ]);
      expect(rows).toEqual([{ failure: 'SENDER', charged_micros: 0n }]);
      expect(held.submits.filter((one) => one.to === to).map(({ pdu }) => pdu.sourceAddr)).toEqual([OTHER]);
    },
  );

  it('that staff have blocked is refused for the name too', async () => {
    const { sender } = await makeTeam();
    await choose(sender, OTHER);
    expect(await answerTo(sender, numberAt('71'))).toMatchObject({ sender_shown: OTHER });
    await blockOther(sender);
    t.signals.send('settings', sender.teamId);
    await expect.poll(() => answerTo(sender, numberAt('71'))).toMatchObject({ code: 3002 });
    expect(await answerTo(sender, numberAt('77'))).toMatchObject({ sender_shown: NAME });
  });

  it('goes instead when the name loses its own registration before the message is sent', async () => {
    const { sender } = await makeTeam();
    const own = await register(sender, NAME, 'Mobitel');
    await choose(sender, OTHER);
    const to = numberAt('71');
    const later = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const message = await send(t, sender, { to, send_at: later }, 'LIVE');
    expect(message).toMatchObject({ sender_shown: NAME });
    await withdrawName(t, own);
    await pool.query('update send_queue set due_at = now() where message_id = $1', [message.id]);
    expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: OTHER });
  });
});

describe('the choice', () => {
  it('is another sender of the project and of the same kind, by an owner or admin', async () => {
    const { sender } = await makeTeam();
    const { teamId, project } = sender;
    await addSender(t, { teamId, projectId: project.id, sender: 'Offers', promotional: true });
    const stranger = await makeTeam();
    const foreign = numberAt('70');
    await give(stranger.sender, foreign);
    const { rows } = await pool.query(
      "select number from two_way_numbers where project_id = $1 and mode = 'TEST'",
      [project.id],
    );
    const practice: string = rows[0].number;
    for (const wrong of [NAME, 'Nobody', 'Offers', foreign, practice])
      expect(await choose(sender, wrong), wrong).toMatchObject({
        code: 1002,
        fields: { substitute: expect.any(String) },
      });
    expect(await choose(sender, OTHER, foreign)).toMatchObject({ fields: { sender: expect.any(String) } });
    expect(await choose(sender, OTHER, 'Nobody')).toMatchObject({ fields: { sender: expect.any(String) } });
  });

  it('counts for nothing once the number is another project’s, or the name of another kind', async () => {
    const { sender } = await makeTeam();
    const number = numberAt('70');
    await give(sender, number);
    await choose(sender, number);
    await pool.query('delete from two_way_numbers where number = $1', [number]);
    t.signals.send('settings', sender.teamId);
    const refused = () => answerTo(sender, numberAt('71'));
    await expect.poll(refused).toMatchObject({ code: 3002 });
    await choose(sender, OTHER);
    expect(await answerTo(sender, numberAt('71'))).toMatchObject({ sender_shown: OTHER });
    await pool.query('update sender_ids set promotional = true where team_id = $1 and sender = $2', [
      sender.teamId,
      OTHER,
    ]);
    await expect.poll(refused).toMatchObject({ code: 3002 });
  });
});
