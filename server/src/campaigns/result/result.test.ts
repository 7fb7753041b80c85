// The result of a campaign over HTTP: deliveries, reasons, and the reactions that it caused.
import type { CampaignDetail, CampaignResult } from '@godwit/contract/campaigns/campaigns';
import { afterAll, expect, it } from 'vitest';
import { addGroup, created, until } from '../../../test/campaigns.ts';
import { startEngine } from '../../../test/carriers.ts';
import { makeSender } from '../../../test/factories.ts';
import { newId } from '../../ids.ts';
import { startCampaigns } from '../run/run.ts';

const t = await startEngine();
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

type Owner = Awaited<ReturnType<typeof makeSender>>;

const [ANURA, FAILING, BIMAL, CHAMARI] = ['+94771230001', '+94771230002', '+94771230011', '+94771230012'];
const OURS = '+94112300300';

async function receive({ teamId, project }: Owner, from: string) {
  const id = newId();
  await pool.query(
    `with message as (
        insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
          characters, segments, cost_micros, charged_micros, day, state, accepted_at)
        values ($1, $2, $3, 'TEST', 'INCOMING', 'MESSAGING', 'CARRIER', $4, false, $5, 'Yes', 'GSM7', 3, 1, 0, 0, now(), 'delivered', now()))
      insert into conversations values ($1, $3, 'TEST', $4, $2, $2, 'INCOMING', 'Yes')
        on conflict (team_id, project_id, mode, number) do update set last_id = excluded.last_id, last_incoming_id = excluded.last_id`,
    [teamId, id, project.id, from, OURS],
  );
}

const optOut = ({ teamId }: Owner, number: string, source: string) =>
  pool.query(`insert into scoped_opt_outs values ($1, 'TEST', $2, 'ALL', $3, now())`, [
    teamId,
    number,
    source,
  ]);

it('counts deliveries, reasons, and recipients who reacted within seven days of their message', async () => {
  const owner = await makeSender(t);
  const numbers = [ANURA, FAILING, BIMAL, CHAMARI].map((number) => ({ number: number! }));
  const group = await addGroup(t.services, owner.teamId, 'Shop', numbers);
  const campaign = await created(owner, { include_groups: group });
  const get = async <Answer>(part: string, query = ''): Promise<Answer> =>
    (
      await owner.browser.get(
        `/v1/web/campaigns/${campaign.id}${part}?project_id=${owner.project.id}${query}`,
      )
    ).json();
  await until(owner, campaign, ({ counts }) => counts.delivered === 3 && counts.failed === 1);

  await receive(owner, ANURA!);
  await receive(owner, ANURA!);
  await receive(owner, CHAMARI!);
  await receive(owner, '+94771239999');
  await optOut(owner, ANURA!, 'LINK');
  await optOut(owner, BIMAL!, 'CONSOLE');
  await optOut(owner, CHAMARI!, 'STOP');
  // The reply and the opt-out of Chamari now follow her message by more than a week.
  await pool.query(
    `update messages set sent_at = sent_at - interval '8 days' where campaign_id = $1 and recipient = $2`,
    [campaign.id, CHAMARI],
  );
  const result = await get<CampaignResult>('/result');
  expect(result).toMatchObject({
    failures: [{ reason: 'NO_SUCH_NUMBER', count: 1 }],
    replies: 1,
    opt_outs: 1,
    median_seconds: expect.any(Number),
  });
  const { points, later } = result.deliveries;
  expect((points.at(-1) ?? 0) + later).toBe(3);
  expect(points.length).toBeLessThanOrEqual(60);
  expect(points).toEqual(points.toSorted((a, b) => a - b));

  const failed = '&include_sms=true&failure_reason=';
  const ofReason = await get<CampaignDetail>('', `${failed}NO_SUCH_NUMBER`);
  expect(ofReason.sms).toMatchObject({ total: 1, results: [{ to: FAILING, status: 'FAILED' }] });
  expect((await get<CampaignDetail>('', `${failed}UNDELIVERED`)).sms).toMatchObject({
    total: 0,
    results: [],
  });
});
