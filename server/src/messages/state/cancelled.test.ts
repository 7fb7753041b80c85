// A cancelled message has not failed: screens, figures and reports show its own status, while the public API
// keeps FAILED.
import type { ConsoleList } from '@godwit/contract/messages/messages';
import type { Failures, Graphs, Overview, Summary } from '@godwit/contract/stats';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { rollUpCounts } from '../../stats/rollup.ts';

const t = await testApp();
const sender = await makeSender(t);
const { id: projectId } = sender.project;
const headers = { authorization: sender.authorization.TEST };

async function accepted(): Promise<string> {
  const payload = {
    ...{ to: '+94770000001', from: 'SANDBOX', body: 'See you tomorrow' },
    send_at: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`,
  };
  return (await t.app.inject({ method: 'POST', url: '/v1/messages', headers, payload })).json().id;
}

const [cancelled, waiting] = [await accepted(), await accepted()];
await t.app.inject({ method: 'POST', url: `/v1/messages/${cancelled}/cancel`, headers });

const get = async <Answer>(path: string, query = '') =>
  (await sender.browser.get(`/v1/web${path}project_id=${projectId}&mode=TEST${query}`)).json() as Answer;
const shown = async (query: string) =>
  (await get<ConsoleList>('/messages?', query)).results.map(({ id, status }) => [id, status]);

it('shows it as cancelled in the log, its details and the report', async () => {
  expect(await shown('&status=CANCELLED')).toEqual([[cancelled, 'CANCELLED']]);
  expect(await shown('&status=FAILED')).toEqual([]);
  expect(await shown('')).toEqual([
    [waiting, 'ACCEPTED'],
    [cancelled, 'CANCELLED'],
  ]);
  expect(await get(`/messages/${cancelled}?`)).toMatchObject({ status: 'CANCELLED' });
  const report = await sender.browser.get(
    `/v1/web/messages/report.csv?project_id=${projectId}&mode=TEST&with_text=true`,
  );
  expect(report.body).toContain(
    'Cancelled,The message was cancelled before it was sent.,0,,See you tomorrow\r\n',
  );
  expect(report.body).not.toContain('Failed');
});

it('keeps FAILED with the reason CANCELLED in the public API', async () => {
  const listed = await t.app.inject({ url: '/v1/messages?page_num=1&page_size=10&sort_order=DESC', headers });
  expect(listed.json().results[1]).toMatchObject({ id: cancelled, status: 'FAILED' });
  const found = await t.app.inject({ url: `/v1/messages/${cancelled}`, headers });
  expect(found.json()).toMatchObject({ status: 'FAILED', failure: { code: 'CANCELLED' } });
});

it.each(['before', 'after'])(
  'counts it neither as failed nor as sent %s its counts are rolled up',
  async (when) => {
    if (when === 'after') await rollUpCounts(t.services.pool);
    const days = '&range=7d';
    const overview = await get<Overview>('/stats/project_overview?', days);
    expect(overview.outgoing_sms_current.map(({ total }) => total)).toEqual([0, 1]);
    expect(await get<Summary>('/stats/project_summary?', days)).toMatchObject({
      total: 1,
      failed: 0,
      waiting: 1,
    });
    expect(await get<Failures>('/stats/project_failures?', days)).toMatchObject({ total: 0, reasons: [] });
    const { graphs } = await get<Graphs>('/stats/project_graphs?', days);
    const sumOf = (name: keyof Graphs['graphs']) =>
      graphs[name].data_points_current.reduce((sum, { value }) => sum + value, 0);
    expect([sumOf('outgoing_sms_failed'), sumOf('outgoing_sms_total')]).toEqual([0, 1]);
  },
);
