// Campaign leases: a worker that lost its lease, or missed a cancel, does nothing more.
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, created, look, numberOf } from '../../test/campaigns.ts';
import { makeSender } from '../../test/factories.ts';
import { newId } from '../ids.ts';
import { VALIDITY_MS } from '../messages/accept/accept.ts';
import { claimCampaign, type OpenCampaign } from './run/queries.ts';
import { goOn, type Worker } from './run/steps.ts';

const t = await testApp();
const { pool, log } = t.services;

const workerOf = (holder = newId()): Worker => ({
  pool,
  accept: t.messaging.accept,
  log,
  holder,
  stepMs: 10_000,
  isOver: () => false,
});

/** A campaign to three people, and the worker that has claimed it. */
async function claimed() {
  const sender = await makeSender(t);
  const contacts = [1, 2, 3].map((i) => ({ number: numberOf(i) }));
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', contacts);
  const campaign = await created(sender, { include_groups });
  const worker = workerOf();
  const claim = async () => {
    const turn = { mode: 'TEST' as const, lastTeam: '00000000-0000-0000-0000-000000000000', busyTeams: [] };
    const open = await claimCampaign(pool, worker.holder, turn, VALIDITY_MS);
    expect(open?.id).toBe(campaign.id);
    return open!;
  };
  return { sender, campaign, worker, open: await claim() };
}

/** The campaign as its worker reads it after a step. */
const started = (open: OpenCampaign): OpenCampaign => ({ ...open, state: 'running' });

it('a worker whose campaign another has taken over does not start or resume it', async () => {
  const { sender, campaign, worker, open } = await claimed();
  const other = workerOf();
  const give = (holder: string) =>
    pool.query('update campaigns set lease_holder = $2 where id = $1', [campaign.id, holder]);
  await give(other.holder);
  await goOn(worker, open);
  expect(await look(sender, campaign)).toMatchObject({ started_at: null, counts: { recipients: 0 } });

  await goOn(other, open);
  expect((await look(sender, campaign)).counts).toMatchObject({ recipients: 3, waiting: 3 });
  await goOn(worker, started(open));
  expect((await look(sender, campaign)).messages).toBe(0);
  await goOn(other, started(open));
  expect((await look(sender, campaign)).messages).toBe(3);
});

it('a worker that knows a campaign as it was before a cancel accepts nothing more of it', async () => {
  const { sender, campaign, worker, open } = await claimed();
  await goOn(worker, open);
  const path = `/v1/web/campaigns/${campaign.id}/cancel`;
  const answer = await sender.browser.post(path, { project_id: sender.project.id });
  expect(answer.json()).toMatchObject({ status: 'CANCELLED' });
  await goOn(worker, started(open));
  expect(await look(sender, campaign)).toMatchObject({ messages: 0, cost: 0 });
});
