import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { signIn } from '../../test/factories.ts';
import { openStaffBrowser } from '../../test/staff.ts';
import { fillOnce } from '../commands/demo.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import type { Runtime } from '../runtime.ts';
import { BUSINESSES } from './businesses.ts';
import type { SignIns } from './fill.ts';

const t = await testApp();
const runtime = t.services as Runtime;
const file = join(t.services.settings.dataDir, 'demo.json');
const SMALL = 0.03;

describe('the demo', () => {
  let signIns: SignIns;

  it('fills an unused database such that ledger, counts and campaigns agree', async () => {
    signIns = await fillOnce(runtime, file, SMALL);
    expect(await ledgerDifferences(t.services.pool)).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });

  it('refuses a database that is in use', async () => {
    await expect(fillOnce(runtime, file, SMALL)).rejects.toThrow(/is not a demo/);
  });

  it.each(BUSINESSES)('shows $name to its people on every page', async ({ people, campaigns, region }) => {
    const browsers = await Promise.all(
      people.map(({ email }) => signIn(t, { email, password: signIns.password })),
    );
    const [owner] = browsers;
    const [project] = (await owner!.get('/v1/web/projects')).json();
    const range = `project_id=${project.id}&mode=LIVE&range=12m`;
    const rows = async (url: string) => (await owner!.get(url)).json().results as object[];
    expect(await rows(`/v1/web/messages?${range}&page_num=0&page_size=25`)).toHaveLength(25);
    const listed = (await owner!.get(`/v1/web/campaigns?project_id=${project.id}&mode=LIVE`)).body;
    expect(campaigns.filter(({ name }) => !listed.includes(name))).toEqual([]);
    expect((await owner!.get('/v1/web/billing')).json().balance).toBeGreaterThan(0);
    const failures = (await owner!.get(`/v1/web/stats/project_failures?${range}`)).json();
    expect(JSON.stringify(failures)).toContain('UNDELIVERED');
    const payments = (await owner!.get('/v1/web/payments')).json() as { status: string }[];
    expect(payments.map(({ status }) => status)).toEqual(expect.arrayContaining(['PENDING', 'SUCCEEDED']));
    const threads = await rows(`/v1/web/conversations?project_id=${project.id}&mode=LIVE`);
    expect(threads).toHaveLength(4);
    expect(JSON.stringify(threads)).toMatch(/you will get no more messages/);
    expect((await owner!.get('/v1/web/profile')).json()).toMatchObject({ verification: 'APPROVED' });
    expect((await owner!.get('/v1/web/teams')).json()[0]).toMatchObject({ region: { id: region } });
  });

  it('gives staff of each role something to decide', async () => {
    for (const { email, role, secret } of signIns.staff) {
      const browser = openStaffBrowser(t);
      await browser.post('/v1/staff/login', { email, password: signIns.password });
      const entered = await browser.post('/v1/staff/login/code', { code: new TOTP({ secret }).generate() });
      expect(entered.statusCode, entered.body).toBe(200);
      const counts = (await browser.get('/v1/staff/counts')).json();
      if (role === 'ADMIN') expect(counts).toMatchObject({ identity: 2, senders: 2, slips: 2 });
    }
  });
});
