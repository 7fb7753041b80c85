// An installed Alertmanager, with the receiver that the console and docs/alerts.md show.
import { expect, it } from 'vitest';
import { hasAlertmanager, runAlertmanager } from '../../../../test/alertmanager.ts';
import { testApp } from '../../../../test/app.ts';
import { waitFor } from '../../../../test/database.ts';
import { makeSendUrl } from '../../../../test/dropIns.ts';
import { makeSender } from '../../../../test/factories.ts';

const isThere = hasAlertmanager();
if (!isThere) console.log('Alertmanager is not installed: our send URLs are not called by it');

const t = await testApp();
const { pool } = t.services;

it.skipIf(!isThere)(
  'Alertmanager sends one message for each group, and repeats after 503 until it is taken',
  async () => {
    const { browser, project, teamId } = await makeSender(t);
    const body = '{status}: {name} ({alerts})\n{summary}';
    const { url } = await makeSendUrl(browser, project.id, { format: 'ALERTMANAGER', body });
    // Before any call, so that no cache knows the team as it was.
    const pause = `update teams set paused_at = now(), paused_by = 'staff', paused_reason = 'x' where id = $1`;
    await pool.query(pause, [teamId]);
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const raise = await runAlertmanager(`receivers:
  - name: sms
    webhook_configs:
      - url: ${origin}/v1/in
        max_alerts: 20
        http_config:
          authorization:
            credentials: ${url.slice(-43)}
`);
    const texts = async () =>
      (await pool.query('select body from messages order by id')).rows.map((row) => row.body);
    const refusals = () =>
      t.log.filter((line) => line.includes('POST /v1/in') && line.includes('"status":503'));
    raise('Down', 'eu-1 is gone');
    await waitFor(async () => refusals().length > 1);
    expect(await texts()).toEqual([]);
    await pool.query('update teams set paused_at = null, paused_by = null, paused_reason = null');
    await waitFor(async () => (await texts()).length > 0);

    raise('Full', 'The disk is full');
    await waitFor(async () => (await texts()).length > 1);
    expect(await texts()).toEqual([
      'FIRING: Down (1 alert)\neu-1 is gone',
      'FIRING: Full (1 alert)\nThe disk is full',
    ]);
  },
);
