// Each way into the service: an unregistered name leaves for Australia as "Unverified", and a number as it
// is.
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { afterAll, expect, it } from 'vitest';
import { addCampaign, addGroup } from '../../../test/campaigns.ts';
import { makeLiveSender, send, startEngine } from '../../../test/carriers.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { bind, listen, makeAccount } from '../../../test/smppClient.ts';
import { startCampaigns } from '../../campaigns/run/run.ts';
import { startKeywordActions } from '../../incoming/keywords/actions.ts';

const held = await startHeldCarrier();
held.onSubmit = (submit) => submit.take();
// The link claims that names are international numbers.
const t = await startEngine(
  {},
  { change: (link) => (link.mode === 'LIVE' ? { ...held.serve(link), source_ton: 1 } : link) },
);
const { pool, log } = t.services;
const { accept } = t.messaging;
const jobs = [
  startCampaigns({ pool, accept, signals: t.signals, log }),
  startKeywordActions({ services: t.services, accept, signals: t.signals, log }),
];
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});
const { port } = await listen(t);
const sender = await makeLiveSender(t);
const { teamId, project, browser, authorization } = sender;
const NAME = 'Lanka Shop';
const NUMBER = '+94112300300';
await pool.query(
  `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'Test')`,
  [NUMBER, teamId, project.id],
);
const client = await bind(port, await makeAccount(browser, project.id, { mode: 'LIVE' }));

/** Sends a text from a sender to a number over each way that takes any sender. */
const WAYS: Record<string, (from: string, to: string) => Promise<unknown>> = {
  API: (from, to) => send(t, sender, { from, to }, 'LIVE'),
  batch: (from, to) =>
    t.app.inject({
      ...{ method: 'POST', url: '/v1/messages/batch', headers: { authorization: authorization.LIVE } },
      payload: { messages: [{ from, to, body: 'Hello' }] },
    }),
  console: (from, to) =>
    browser.post('/v1/web/messages', { from, to, body: 'Hello', project_id: project.id, mode: 'LIVE' }),
  async campaign(from, to) {
    const groupIds = [await addGroup(t.services, teamId, to, [{ number: to }])];
    const campaign = { teamId, projectId: project.id, mode: 'LIVE', name: to, groupIds } as const;
    await addCampaign(t.services, { ...campaign, sender: from, content: 'Hello' });
  },
  SMPP: (from, to) =>
    client.ask('submit_sm', {
      ...{ source_addr: from, source_addr_ton: 5, destination_addr: to.slice(1), dest_addr_ton: 1 },
      short_message: 'Hello',
    }),
};

const sourceOf = async (to: string) => {
  const { sourceAddr, sourceAddrTon } = (await held.submitsTo(to, 1))[0]!.pdu;
  return [sourceAddr, sourceAddrTon];
};
const shownIn = async (to: string) => {
  const { rows } = await pool.query('select sender, sender_sent from messages where recipient = $1', [to]);
  return rows;
};

it.each(Object.entries(WAYS).map(([way, act], index) => [way, act, index] as const))(
  'over %s a name leaves as Unverified, and a number as it is',
  async (_way, act, index) => {
    const [named, numbered] = [`+6141200000${index}`, `+6141200001${index}`];
    await act(NAME, named);
    expect(await sourceOf(named)).toEqual([UNVERIFIED_SENDER, 5]);
    expect(await shownIn(named)).toEqual([{ sender: NAME, sender_sent: UNVERIFIED_SENDER }]);
    await act(NUMBER, numbered);
    expect(await sourceOf(numbered)).toEqual([NUMBER.slice(1), 1]);
    expect(await shownIn(numbered)).toEqual([{ sender: NUMBER, sender_sent: null }]);
  },
);

it('the answer to a keyword leaves from the number that the phone wrote to', async () => {
  const phone = '+61412000030';
  await pool.query(
    `insert into keyword_actions (team_id, message_id, project_id, mode, phone, number, reply)
      values ($1, gen_random_uuid(), $2, 'LIVE', $3, $4, 'Welcome')`,
    [teamId, project.id, phone, NUMBER],
  );
  expect(await sourceOf(phone)).toEqual([NUMBER.slice(1), 1]);
});

it('the answer to a keyword of a name leaves as Unverified', async () => {
  const phone = '+61412000031';
  await pool.query(
    `insert into keyword_actions (team_id, message_id, project_id, mode, phone, number, reply)
      values ($1, gen_random_uuid(), $2, 'LIVE', $3, $4, 'Welcome')`,
    [teamId, project.id, phone, NAME],
  );
  expect(await sourceOf(phone)).toEqual([UNVERIFIED_SENDER, 5]);
});
