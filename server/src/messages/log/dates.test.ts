// Days far out of range in every route that takes days: before the first ids, after the year 9999, and
// between.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addGroup, campaignForm, numberOf } from '../../../test/campaigns.ts';
import { send } from '../../../test/carriers.ts';
import { makeSender } from '../../../test/factories.ts';

const t = await testApp();

const FAR = ['1000-01-01', '1582-10-10', '1960-01-01', '1969-12-31', '1970-01-01', '9999-12-31'];
const NO_DAYS = ['0000-01-01', '0999-12-31', '10000-01-01', '+010000-01-01', '-000001-01-01', '1960-02-30'];

describe.each(['Asia/Colombo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
  'days in %s',
  async (zone) => {
    const { project, browser, authorization, teamId } = await makeSender(t);
    await t.services.pool.query('update projects set timezone = $2 where team_id = $1', [teamId, zone]);
    await send(t, { project, browser, authorization, teamId } as never, { to: '+94771230001' });

    const inConsole = `project_id=${project.id}&mode=TEST`;
    const paged = 'page_num=0&page_size=25&sort_order=DESC';
    const routes: [string, (days: string) => ReturnType<typeof browser.get>][] = [
      ['log', (days) => browser.get(`/v1/web/messages?${inConsole}&${paged}&${days}`)],
      ['search', (days) => browser.get(`/v1/web/messages?${inConsole}&${paged}&q=SAND&${days}`)],
      ['CSV', (days) => browser.get(`/v1/web/messages/report.csv?${inConsole}&sort_order=ASC&${days}`)],
      ['PDF', (days) => browser.get(`/v1/web/messages/report.pdf?${inConsole}&sort_order=ASC&${days}`)],
      ['cards', (days) => browser.get(`/v1/web/stats/project_overview?${inConsole}&${days}`)],
      ['graphs', (days) => browser.get(`/v1/web/stats/project_graphs?${inConsole}&${days}`)],
      [
        'public log',
        (days) =>
          t.app.inject({
            url: `/v1/messages?page_num=1&page_size=25&sort_order=ASC&${days}`,
            headers: { authorization: authorization.TEST },
          }) as ReturnType<typeof browser.get>,
      ],
    ];

    it.each(routes)('far out of range are answered by the %s', async (_name, get) => {
      for (const day of FAR) {
        for (const days of [`from=${day}`, `to=${day}`, `from=${day}&to=${day}`]) {
          const answer = await get(days);
          expect([200, 400], `${days}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
        }
      }
    });

    it.each(routes)('that do not exist are refused by the %s', async (_name, get) => {
      for (const day of NO_DAYS) {
        const answer = await get(`from=${encodeURIComponent(day)}&to=${encodeURIComponent(day)}`);
        expect([day, answer.statusCode, answer.json().code]).toEqual([day, 400, 1007]);
      }
    });

    it('given alone mean everything since or until then', async () => {
      const total = async (days: string) =>
        (await browser.get(`/v1/web/messages?${inConsole}&${paged}&${days}`)).json().total;
      const found = async (days: string) =>
        (await browser.get(`/v1/web/messages?${inConsole}&${paged}&q=SAND&${days}`)).json().total;
      for (const count of [total, found]) {
        for (const day of FAR.slice(0, -1)) {
          expect([day, await count(`from=${day}`), await count(`to=${day}`)]).toEqual([day, 1, 0]);
        }
        expect([await count('from=9999-12-31'), await count('to=9999-12-31')]).toEqual([0, 1]);
      }
    });

    it('of the last existing month have their points', async () => {
      const answer = await browser.get(
        `/v1/web/stats/project_graphs?${inConsole}&from=9999-12-01&to=9999-12-31`,
      );
      const { data_points_current: points } = answer.json().graphs.outgoing_sms_total;
      expect([points.length, points.at(-1)]).toEqual([31, { date: '9999-12-31', value: 0 }]);
      const months = await browser.get(
        `/v1/web/stats/project_graphs?${inConsole}&from=9999-01-01&to=9999-12-31`,
      );
      expect(months.json().graphs.outgoing_sms_total.data_points_current).toHaveLength(12);
    });

    it('to send on are refused, or are years ahead', async () => {
      const include_groups = await addGroup(t.services, teamId, 'Shop', [{ number: numberOf(1) }]);
      for (const day of [...FAR, ...NO_DAYS, '0001-01-01', '0050-06-01']) {
        for (const time of ['T00:00:00', 'T23:59:59', 'T00:00:00+14:00', 'T23:59:59-11:00']) {
          const send_at = `${day}${time}`;
          const fields = { include_groups, send_at, is_preview: 'true' };
          const campaign = await browser.post('/v1/web/campaigns', campaignForm({ project }, fields));
          const { statusCode } = await browser.post('/v1/web/messages', {
            project_id: project.id,
            mode: 'TEST',
            from: 'SANDBOX',
            body: 'Hello',
            to: '+94771230001',
            send_at,
          });
          expect([send_at, campaign.statusCode, statusCode]).toEqual([send_at, 400, 400]);
        }
      }
    });
  },
);
