// Staff view and pause carrier links in every process that uses them.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { describe, expect, it } from 'vitest';
import {
  makeLiveSender,
  NO_INCOMING,
  reaches,
  read,
  SHORT,
  send,
  startEngine,
  submitsOf,
} from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { startCarriers } from '../start.ts';

const t = await startEngine();
const { browser: admin, email } = await makeStaff(t, { role: 'ADMIN' });
const { browser: support } = await makeStaff(t, { role: 'SUPPORT' });
const LIVE = 'simulator-live';

const links = async () => (await support.get('/v1/staff/carriers')).json() as CarrierLink[];
const link = async (id = LIVE) => (await links()).find((one) => one.id === id)!;
const act = async (id: string, what: 'pause' | 'resume', by = admin) =>
  (await by.post(`/v1/staff/carriers/${id}/${what}`, undefined, { json: { reason: 'Maintenance' } })).json();
const startAnother = () =>
  startCarriers(
    {
      ...NO_INCOMING,
      pool: t.services.pool,
      signals: { send() {}, on: () => () => {}, close: async () => {} },
      sendingProfiles: openSendingProfiles(t.services.pool, t.signals),
      log: t.services.log,
      countryRules: t.services.countryRules,
      secrets: t.services.secrets,
      timings: SHORT,
    },
    t.links,
  );

describe('a carrier link', () => {
  it('shows its state, summed over the processes that use it', async () => {
    await waitFor(async () => (await link())?.state === 'BOUND');
    const one = await link();
    expect(one).toMatchObject({ mode: 'LIVE', processes: 1, sessions: 2, bound_sessions: 2, window: 1_000 });
    expect(one.host).toBe(`127.0.0.1:${t.simulator.port}`);
    const another = await startAnother();
    await waitFor(async () => (await link()).bound_sessions === 4);
    expect(await link()).toMatchObject({ processes: 2, sessions: 4, window: 2_000, throughput: 40_000 });
    await another.stop();
    expect(await link()).toMatchObject({ processes: 1, sessions: 2, window: 1_000 });
  });

  it('shows its parts per second', async () => {
    const sender = await makeLiveSender(t);
    const rates: number[] = [];
    await waitFor(async () => {
      await send(t, sender, { to: '+94771230001' }, 'LIVE');
      rates.push((await link()).rate);
      return rates.at(-1)! > 0;
    });
    await waitFor(async () => (await link()).rate === 0);
  });

  it('takes nothing while paused, shows the waiting messages, and resumes', async () => {
    const sender = await makeLiveSender(t);
    const another = await startAnother();
    await waitFor(async () => (await link()).processes === 2);
    expect((await act(LIVE, 'pause')).find(({ id }: CarrierLink) => id === LIVE)).toMatchObject({
      state: 'PAUSED',
      paused_state: { by: email, reason: 'Maintenance' },
    });
    const { rows: now } = await t.services.pool.query('select clock_timestamp() as at');
    // Each process that has reported the link since has also read that it is paused.
    await waitFor(async () => {
      const text = 'select min(seen_at) > $2 as reported from link_reports where link_id = $1';
      return (await t.services.pool.query(text, [LIVE, now[0].at])).rows[0].reported;
    });
    const body = 'Waits for the link';
    const message = await send(t, sender, { to: '+94771230001', body }, 'LIVE');
    // Other links keep sending.
    await reaches(t, sender, await send(t, sender, { to: '+94771230001' }, 'TEST'), 'DELIVERED');
    expect((await read(t, sender, message)).status).toBe('ACCEPTED');
    expect((await link()).queue).toMatchObject({ due: 1 });
    expect((await link('simulator-test')).queue).toMatchObject({ due: 0 });

    // A process that starts now does not send over it either.
    const third = await startAnother();
    await waitFor(async () => (await link()).processes === 3);
    expect(submitsOf(t, body)).toBe(0);

    await act(LIVE, 'resume');
    await reaches(t, sender, message, 'DELIVERED');
    expect(submitsOf(t, body)).toBe(1);
    await Promise.all([another.stop(), third.stop()]);
    expect((await auditOf(t, 'LINK_RESUMED'))[0]).toMatchObject({
      subject: LIVE,
      detail: { reason: 'Maintenance' },
    });
  });

  it('is paused once, by staff with the permission, with a reason', async () => {
    expect((await act('simulator-test', 'resume')).code).toBe(1013);
    const answers = await Promise.all([1, 2].map(() => act('simulator-test', 'pause')));
    expect(answers.filter(({ code }) => code === 1013)).toHaveLength(1);
    await act('simulator-test', 'resume');
    expect((await act('nothing', 'pause')).code).toBe(1001);
    expect((await act(LIVE, 'pause', support)).code).toBe(1012);
    const json = { reason: '' };
    expect((await admin.post(`/v1/staff/carriers/${LIVE}/pause`, undefined, { json })).json().code).toBe(
      1002,
    );
  });

  it('shows as down when no process reports it any more', async () => {
    await t.services.pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate,
          seen_at, routes)
        select 'gone', gen_random_uuid(), mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate,
          now() - interval '11 seconds', routes from link_reports limit 1`,
    );
    expect(await link('gone')).toMatchObject({ state: 'DOWN', processes: 0, sessions: 0 });
  });
});
