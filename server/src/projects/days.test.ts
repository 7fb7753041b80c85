// Which day a message counts to when a project's time zone changes: the day that has begun ends at its own
// midnight.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../test/factories.ts';
import { countedDay } from './days.ts';

const t = await testApp();
const { pool } = t.services;
afterEach(() => void vi.useRealTimers());

/** A project that can send LIVE, in Colombo. */
async function makeProject() {
  const { browser, teamId, project, authorization } = await makeSender(t);
  await verifyTeam(t, teamId);
  await credit(t, teamId, '1000');
  await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
  const path = `/v1/web/projects/${project.id}`;
  const move = async (timezone: string) => (await browser.call('PUT', path, { form: { timezone } })).json();
  const read = async () => (await browser.get(path)).json();
  /** When the zone that was set last begins to count; null if it does already. */
  const countsFrom = async (): Promise<Date | null> =>
    (await pool.query('select timezone_from from projects where id = $1', [project.id])).rows[0]
      .timezone_from;
  /** Sends a message; returns the day it counts to. */
  const send = async (): Promise<string> => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: authorization.LIVE },
      payload: { to: '+94771234567', from: 'AShop', body: 'Hello' },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { rows } = await pool.query('select day from messages where id = $1', [answer.json().id]);
    return rows[0].day;
  };
  return { move, read, send, countsFrom };
}

const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

describe('a changed time zone', () => {
  it('counts from the next midnight of the one before', async () => {
    const project = await makeProject();
    const today = await project.send();
    expect(today).toBe(dayIn('Asia/Colombo', new Date()));
    expect(await project.move('Pacific/Auckland')).toMatchObject({
      timezone: 'Pacific/Auckland',
      day_timezone: 'Asia/Colombo',
      spent_today: 0.8,
    });
    const from = (await project.countsFrom())!;
    expect(dayIn('Asia/Colombo', new Date(from.getTime() - 1))).toBe(today);
    expect(dayIn('Asia/Colombo', from)).not.toBe(today);

    vi.useFakeTimers({ toFake: ['Date'], now: from.getTime() - 1_000 });
    expect(await project.send()).toBe(today);
    expect(await project.read()).toMatchObject({ day_timezone: 'Asia/Colombo', spent_today: 1.6 });
    vi.setSystemTime(from);
    expect(await project.send()).toBe(dayIn('Pacific/Auckland', from));
    expect(await project.read()).toMatchObject({ day_timezone: 'Pacific/Auckland', spent_today: 0.8 });
  });

  it('to the west goes on with the date that it still is there, so that no limit is spent twice', () => {
    const midnight = new Date('2026-11-21T18:30:00Z');
    const zones = {
      timezone: 'America/New_York',
      timezoneBefore: 'Asia/Colombo',
      timezoneFrom: midnight,
    };
    expect(countedDay(zones, new Date(midnight.getTime() - 1))).toBe('2026-11-21');
    expect(countedDay(zones, midnight)).toBe('2026-11-21');
    expect(countedDay(zones, new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22');
  });

  it('changed back before it counts is as if nothing had been', async () => {
    const project = await makeProject();
    await project.move('Australia/Sydney');
    expect(await project.move('Asia/Colombo')).toMatchObject({
      timezone: 'Asia/Colombo',
      day_timezone: 'Asia/Colombo',
    });
    expect(await project.countsFrom()).toBeNull();
  });

  it('and changed again before it counts ends the same day', async () => {
    const project = await makeProject();
    await project.move('Australia/Sydney');
    const from = await project.countsFrom();
    expect(await project.move('Europe/London')).toMatchObject({
      timezone: 'Europe/London',
      day_timezone: 'Asia/Colombo',
    });
    expect(await project.countsFrom()).toEqual(from);
  });
});

describe('a day', () => {
  it.each([
    ['2027-03-14T04:59:59.999Z', '2027-03-13', 'the last moment before clocks go from midnight to one'],
    ['2027-03-14T05:00:00Z', '2027-03-14', 'the moment they do'],
    ['2027-11-07T04:30:00Z', '2027-11-07', 'the first half past midnight'],
    ['2027-11-07T05:30:00Z', '2027-11-07', 'the second'],
  ])('at %s in Havana is %s: %s', (instant, day) => {
    const zones = { timezone: 'America/Havana', timezoneBefore: null, timezoneFrom: null };
    expect(countedDay(zones, new Date(instant))).toBe(day);
  });
});
