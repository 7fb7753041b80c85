// Names that each mobile network of a country registers by itself: what leaves, at the carrier's side, and
// what staff and customers see.

import type { ProjectSender } from '@godwit/contract/projects';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addGroup, created, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { registerName, treatOtherNames, withdrawName } from '../../test/registrations.ts';
import { approveSenderOf, requestSender } from '../../test/requests.ts';
import { makeStaff } from '../../test/staff.ts';
import { startCampaigns } from '../campaigns/run/run.ts';
import { groupLinks } from '../carriers/links/groups.ts';

const NAME = 'Lanka Shop';
const held = await startHeldCarrier();
const t = await startEngine({}, { change: held.serve });
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

let numbers = 0;
const numberAt = (prefix: string) => `+94${prefix}${String(++numbers).padStart(9 - prefix.length, '0')}`;

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
const nameOf = ({ teamId, project }: Sender) => ({ teamId, projectId: project.id, sender: NAME });
const atNetwork = (sender: Sender, network: string) =>
  registerName(t, { ...nameOf(sender), country: 'LK', network });
const refusalOf = async (sender: Sender, to: string, mode: 'LIVE' | 'TEST' = 'LIVE') =>
  (
    await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: sender.authorization[mode] },
      payload: { to, from: NAME, body: 'Hello' },
    })
  ).json();
beforeEach(() => {
  held.onSubmit = (submit) => submit.take();
  treatOtherNames(t, 'REFUSE');
});

describe('a name that Dialog alone has registered', () => {
  it('goes to 077, and is refused for 071, 078 and numbers of no known network', async () => {
    const sender = await makeLiveSender(t);
    await atNetwork(sender, 'Dialog');
    for (const prefix of ['77', '76', '74']) {
      const to = numberAt(prefix);
      expect(await send(t, sender, { to }, 'LIVE')).toMatchObject({ sender_shown: NAME });
      expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    }
    for (const [prefix, words] of [
      ['71', 'not registered at Mobitel in Sri Lanka'],
      ['78', 'not registered at Hutch in Sri Lanka'],
      ['112', 'the network of this number is not known'],
    ] as const) {
      const refused = await refusalOf(sender, numberAt(prefix));
      expect(refused).toMatchObject({ code: 3002, description: expect.stringContaining(words) });
    }
    expect(await refusalOf(sender, numberAt('71'), 'TEST')).toMatchObject({ status: 'ACCEPTED' });
    const { rows } = await pool.query(
      "select count(*)::integer as count from messages where team_id = $1 and mode = 'LIVE'",
      [sender.teamId],
    );
    expect(rows).toEqual([{ count: 3 }]);
  });

  it('skips 071 in a campaign, free and with the reason, as its preview says', async () => {
    const sender = await makeLiveSender(t);
    await atNetwork(sender, 'Dialog');
    const [dialog, mobitel] = [numberAt('77'), numberAt('71')];
    const include_groups = await addGroup(t.services, sender.teamId, 'All', [
      { number: dialog },
      { number: mobitel },
    ]);
    const wanted = { include_groups, content: 'Hello', mode: 'LIVE', from: NAME };
    const preview = await previewed(sender, wanted);
    expect(preview).toMatchObject({ recipients: 2, message_count: 1, skipped: { unregistered: 1 } });
    const campaign = await created(sender, wanted);
    const done = await until(sender, campaign, ({ counts }) => counts.waiting === 0 && counts.skipped > 0);
    expect(done.counts).toMatchObject({ skipped: 1, skipped_by: { unregistered: 1 } });
    expect((await held.submitsTo(dialog, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    expect(held.submits.some(({ to }) => to === mobitel)).toBe(false);
  });

  it('is sent by its other network while Dialog puts it off, and fails once Dialog has withdrawn it', async () => {
    const sender = await makeLiveSender(t);
    const dialog = await atNetwork(sender, 'Dialog');
    await atNetwork(sender, 'Mobitel');
    const [to, other] = [numberAt('77'), numberAt('70')];
    held.onSubmit = async (submit) => {
      if (submit.to === to) await withdrawName(t, dialog);
      const isFirst = held.submits.filter((one) => one.to === submit.to).length === 1;
      isFirst ? submit.refuse(0x58) : submit.take();
    };
    const lost = await send(t, sender, { to }, 'LIVE');
    await reaches(t, sender, lost, 'FAILED');
    const { rows } = await pool.query('select failure, charged_micros from messages where id = $1', [
      lost.id,
    ]);
    expect(rows).toEqual([{ failure: 'SENDER', charged_micros: 0n }]);
    await reaches(t, sender, await send(t, sender, { to: other }, 'LIVE'), 'SENT');
    expect(await held.submitsTo(to, 1)).toHaveLength(1);
  });

  it('is Unverified at the other networks if they stamp', async () => {
    const sender = await makeLiveSender(t);
    await atNetwork(sender, 'Dialog');
    treatOtherNames(t, 'STAMP');
    const seen = async (to: string) => {
      await send(t, sender, { to }, 'LIVE');
      return (await held.submitsTo(to, 1))[0]!.pdu.sourceAddr;
    };
    expect([await seen(numberAt('77')), await seen(numberAt('71'))]).toEqual([NAME, 'Unverified']);
  });
});

it('a name that the whole country has registered goes to each network', async () => {
  const sender = await makeLiveSender(t);
  await atNetwork(sender, '*');
  for (const prefix of ['77', '71', '112']) {
    const to = numberAt(prefix);
    await send(t, sender, { to }, 'LIVE');
    expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
  }
});

describe('the registers of networks', () => {
  it('are decided by two persons each, before others are refused, and customers see each', async () => {
    treatOtherNames(t, 'PASS');
    const [one, other] = [await makeStaff(t, { role: 'COMPLIANCE' }), await makeStaff(t, { role: 'ADMIN' })];
    const asked = await requestSender(t, NAME);
    await approveSenderOf(t, asked);
    const post = async (by: typeof one, path: string, json: object) =>
      (await by.browser.post(`/v1/staff/${path}`, undefined, { json })).json();
    const seen = async () => {
      const { senders } = (await asked.browser.get(`/v1/web/projects/${asked.project.id}`)).json();
      const shown = (senders as ProjectSender[]).find(({ id }) => id === NAME)!.registrations;
      return shown
        .filter(({ country }) => country === 'LK')
        .map(({ network, state, otherwise }) => `${network} ${state} ${otherwise}`);
    };
    expect(await seen()).toEqual([]);
    const path = `sender_ids/${asked.requestId}/registration`;
    expect(await post(one, path, { country: 'LK' })).toMatchObject({
      code: 1002,
      fields: { network: expect.stringContaining('Dialog, Mobitel, Hutch, Airtel') },
    });
    expect(await post(one, path, { country: 'AU', network: 'Dialog' })).toMatchObject({
      fields: { network: expect.stringContaining('leave the network out') },
    });
    const begun = await post(one, path, { country: 'LK', network: 'Dialog' });
    expect(begun).toMatchObject({ country: 'LK', network: 'Dialog', state: 'DRAFT', lacks: null });
    expect(await post(one, path, { country: 'LK', network: 'Dialog' })).toMatchObject({ id: begun.id });
    expect(await seen()).toEqual(['Dialog DRAFT PASS']);
    const reason = 'Letter of Dialog';
    await post(one, `registrations/${begun.id}/move`, { to: 'SUBMITTED', reason });
    const { proposal } = await post(one, `registrations/${begun.id}/propose`, { reference: 'D-1', reason });
    const confirm = (by: typeof one) =>
      post(by, `registrations/${begun.id}/confirm`, { proposal: proposal.id });
    expect(await confirm(one)).toMatchObject({ code: 1012 });
    expect(await confirm(other)).toMatchObject({ state: 'REGISTERED', otherwise: 'PASS' });
    treatOtherNames(t, 'REFUSE');
    expect(await seen()).toEqual([
      'Dialog REGISTERED REFUSE',
      ...['Mobitel', 'Hutch', 'Airtel'].map((network) => `${network} DRAFT REFUSE`),
    ]);
  });

  it('all begin when the name of a team in the country is approved', async () => {
    const asked = await requestSender(t, NAME);
    await approveSenderOf(t, asked);
    const { rows } = await pool.query(
      'select network from sender_registrations where team_id = $1 order by network',
      [asked.teamId],
    );
    expect(rows.map(({ network }) => network)).toEqual(['Airtel', 'Dialog', 'Hutch', 'Mobitel']);
  });
});
