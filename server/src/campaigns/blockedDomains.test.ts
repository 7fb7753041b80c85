// A campaign whose recipients bring a blocked domain into its content.
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, created, numberOf, until } from '../../test/campaigns.ts';
import { makeSender } from '../../test/factories.ts';
import { newId } from '../ids.ts';
import { startCampaigns } from './run/run.ts';

const t = await testApp();
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

it('leaves those recipients out, and sends to the others', async () => {
  await pool.query('insert into blocked_domains values ($1, $2)', ['evil.example', newId()]);
  const owner = await makeSender(t);
  const include_groups = await addGroup(t.services, owner.teamId, 'All', [
    { number: numberOf(1) },
    { number: numberOf(2), first_name: 'at evil.example' },
  ]);
  const made = await created(owner, { content: 'Hello {first_name}', include_groups });
  const done = await until(owner, made, ({ counts }) => counts.recipients === 2 && counts.skipped === 1);
  expect(done.counts.skipped_by).toEqual({ paused: 1 });
});
