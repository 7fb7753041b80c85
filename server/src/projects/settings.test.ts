// Project settings: each setting, each bad input with its message, and no partial saves.
import { projectAnswer } from '@godwit/contract/projects';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import type { Browser } from '../../test/browser.ts';
import { makeOwner, makeProject, newestMail } from '../../test/factories.ts';

const t = await testApp();
const { person, browser } = await makeOwner(t);
const { id } = await makeProject(browser);
const path = `/v1/web/projects/${id}`;

const read = async () => projectAnswer.parse((await browser.get(path)).json());
const put = (form: Record<string, string>) => browser.call('PUT', path, { form });

/** Sends a change that must be refused at a field, in these words, and leave the project as it was. */
async function refused(
  send: Promise<Awaited<ReturnType<Browser['post']>>>,
  field: string,
  words: string | RegExp,
) {
  const before = await read();
  const answer = await send;
  const { code, fields } = answer.json();
  expect([answer.statusCode, code], answer.body).toEqual([400, 1002]);
  expect(fields[field]).toMatch(words);
  expect(await read()).toEqual(before);
}

describe('name and time zone', () => {
  it('are changed singly or together, and answered as they are then', async () => {
    expect((await put({ name: '  Corner shop ' })).json()).toMatchObject({ id, name: 'Corner shop' });
    expect((await put({ timezone: 'Australia/Sydney' })).json()).toMatchObject({
      name: 'Corner shop',
      timezone: 'Australia/Sydney',
    });
    const both = await put({ name: 'Shop', timezone: 'Asia/Colombo' });
    expect(projectAnswer.parse(both.json())).toEqual(await read());
    expect(await read()).toMatchObject({ name: 'Shop', timezone: 'Asia/Colombo' });
  });

  it('know a zone by its other names, and keep the one of the list', async () => {
    expect((await put({ timezone: ' asia/colombo ' })).json().timezone).toBe('Asia/Colombo');
    expect((await put({ timezone: 'UTC' })).json().timezone).toBe('UTC');
    await put({ timezone: 'Asia/Colombo' });
  });

  it.each([
    ['name', { name: 'x'.repeat(10_000) }, 'The project name is too long: at most 100 characters'],
    [
      'name',
      { name: 'x'.repeat(101), timezone: 'UTC' },
      'The project name is too long: at most 100 characters',
    ],
    ['name', { name: ' \t ' }, 'Please enter the Project Name'],
    ['name', { name: 'Shop\r\nBcc: x' }, 'The project name cannot hold line breaks'],
    ['timezone', { timezone: 'Mars/Olympus' }, 'This time zone is unknown'],
    ['timezone', { name: 'Half', timezone: '+05:30' }, 'This time zone is unknown'],
    ['timezone', { timezone: '' }, 'This time zone is unknown'],
    ['timezone', { timezone: 'x'.repeat(10_000) }, 'This time zone is unknown'],
  ])('refuse a bad %s whole: %j', async (field, form, words) => {
    await refused(put(form), field, words);
  });

  it('need one of them', async () => {
    expect((await put({})).json()).toMatchObject({
      code: 1002,
      description: expect.stringMatching(/name or a timezone/),
    });
  });
});

describe('the daily limit', () => {
  const limit = (form: Record<string, string>) => browser.post(`${path}/daily_limit`, form);

  it('is set, warned of, changed and cleared, and its owner gets a mail about another limit', async () => {
    expect((await limit({ daily_limit: '500', daily_warn_pct: '0.8' })).json()).toMatchObject({
      daily_limit: 500,
      daily_limt: 500,
      daily_warn_pct: 0.8,
      spent_today: 0,
    });
    expect(await newestMail(t, person.email)).toMatchObject({
      subject: 'A daily limit was changed',
      text: expect.stringContaining('is now 500.00 LKR'),
    });
    expect((await limit({ daily_limit: '12.5' })).json()).toMatchObject({
      daily_limit: 12.5,
      daily_warn_pct: 0.8,
    });
    expect((await limit({ daily_warn_pct: '0' })).json()).toMatchObject({
      daily_limit: 12.5,
      daily_warn_pct: 0,
    });
    expect((await limit({ clear_daily_warn: 'true' })).json()).toMatchObject({
      daily_limit: 12.5,
      daily_warn_pct: null,
    });
    expect((await limit({ daily_warn_pct: '1', clear_daily_limit: 'true' })).json()).toMatchObject({
      daily_limit: null,
      daily_warn_pct: null,
    });
    expect((await newestMail(t, person.email)).text).toContain('no longer has a daily limit');
  });

  it('sends no mail when nothing is new', async () => {
    await limit({ daily_limit: '7' });
    const { rows: before } = await t.services.pool.query('select count(*) from mails');
    expect((await limit({ daily_limit: '7.00' })).statusCode).toBe(200);
    expect((await t.services.pool.query('select count(*) from mails')).rows).toEqual(before);
    await limit({ clear_daily_limit: 'true' });
  });

  it.each([
    '0',
    '0.0000',
    '-1',
    '1e9',
    '1000000000',
    '9999999999',
    'lots',
    '1,000',
    '５',
    '0x10',
    '1.23456',
    'NaN',
    'Infinity',
  ])('of %s is refused', async (daily_limit) => {
    await refused(
      limit({ daily_limit, daily_warn_pct: '0.5' }),
      'daily_limit',
      'The daily limit must be more than 0',
    );
  });

  it.each(['1.01', '80', '100', '-0.1', 'half', '1e-1', '0.12345'])(
    'with a warning at %s is refused',
    async (daily_warn_pct) => {
      await refused(
        limit({ daily_limit: '500', daily_warn_pct }),
        'daily_warn_pct',
        'The daily warning must be a share of the limit from 0 to 1',
      );
    },
  );

  it('comes before its warning', async () => {
    await refused(limit({ daily_warn_pct: '0.8' }), 'daily_warn_pct', 'Set a daily limit first');
  });

  it('needs something to do', async () => {
    for (const form of [{}, { clear_daily_limit: 'false' }, { daily_limit: ' ' }])
      expect((await limit(form)).json()).toMatchObject({ code: 1002 });
  });
});

describe('blocked countries', () => {
  const block = (form: Record<string, string>) => browser.post(`${path}/blocked_codes`, form);

  it('replace those that were blocked, each once, and are cleared', async () => {
    expect((await block({ codes: '44, 1876,44' })).json().blocked_codes).toEqual(['1876', '44']);
    expect((await block({ codes: '1' })).json().blocked_codes).toEqual(['1']);
    expect((await block({ codes: 'nonsense', clear_codes: 'true' })).json().blocked_codes).toEqual([]);
  });

  it.each([
    ['0', '0 is not a dial code'],
    ['999', '999 is not a dial code'],
    ['44,+94', /^\+94 is not a dial code/],
    ['44,LK', 'LK is not a dial code'],
    ['', 'Give the dial codes to block'],
    [' , ,', 'Give the dial codes to block'],
    [Array(10_000).fill('1').join(), /^These are 10000 dial codes, and there are only \d+/],
    ['9'.repeat(5_000), /^9{20} is not a dial code/],
  ])('of %.20s are refused whole', async (codes, words) => {
    await refused(block({ codes }), 'codes', words);
  });
});

describe('the guard of codes', () => {
  const set = (form: Record<string, string>) => browser.post(`${path}/code_guard`, form);

  it('blocks at first; its mode and lists are replaced whole, and logged once for each change', async () => {
    expect((await read()).code_guard).toEqual({ mode: 'BLOCK', allowed: [], refused: [] });
    const asked = { mode: 'WATCH', allowed: '+94 77, 4479,4479', refused: '960' };
    for (let time = 0; time < 2; time++)
      expect(projectAnswer.parse((await set(asked)).json()).code_guard).toEqual({
        ...{ mode: 'WATCH', allowed: ['4479', '9477'], refused: ['960'] },
      });
    await set({ mode: 'OFF' });
    expect((await read()).code_guard).toEqual({ mode: 'OFF', allowed: [], refused: [] });
    const { rows } = await t.services.pool.query(
      `select staff_email, subject, detail from audit_log where action = 'CODE_GUARD_CHANGED' order by id`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      staff_email: 'customer',
      detail: {
        mode_before: 'BLOCK',
        mode: 'WATCH',
        allowed: '4479 9477',
        refused: '960',
        refused_before: '',
      },
    });
  });

  it.each<[string, Record<string, string>, string | RegExp]>([
    ['mode', { mode: 'NONE' }, 'mode must be BLOCK, WATCH or OFF'],
    ['allowed', { mode: 'BLOCK', allowed: '077' }, 'A prefix is a country code'],
    ['refused', { mode: 'BLOCK', refused: '94,LK' }, 'A prefix is a country code'],
    ['refused', { mode: 'BLOCK', refused: '9'.repeat(5_000) }, 'A prefix is a country code'],
    [
      'refused',
      { mode: 'BLOCK', allowed: '94', refused: '94' },
      'This list and the other one share a prefix',
    ],
    [
      'allowed',
      { mode: 'BLOCK', allowed: Array.from({ length: 101 }, (_, i) => 94_000 + i).join() },
      'A list can have at most 100 prefixes',
    ],
  ])('refuses at %s %.40j', async (field, form, words) => {
    await refused(set(form), field, words);
  });
});

describe('quiet hours', () => {
  const hold = (form: Record<string, string>) => browser.post(`${path}/quiet_hours`, form);

  it('are none at first, are set, changed and cleared', async () => {
    expect((await read()).quiet_hours).toBeNull();
    for (const hours of [
      { from: '21:00', to: '08:00' },
      { from: '12:30', to: '14:00' },
    ]) {
      expect(projectAnswer.parse((await hold(hours)).json()).quiet_hours).toEqual(hours);
      expect((await read()).quiet_hours).toEqual(hours);
    }
    const cleared = await hold({ from: 'nonsense', clear_quiet_hours: 'true' });
    expect(cleared.json().quiet_hours).toBeNull();
  });

  it.each([
    ['from', { to: '08:00' }, 'Enter a time from 00:00 to 23:59'],
    ['from', { from: '24:00', to: '08:00' }, 'Enter a time from 00:00 to 23:59'],
    ['to', { from: '21:00', to: '8:00' }, 'Enter a time from 00:00 to 23:59'],
    ['to', { from: '21:00', to: '9'.repeat(5_000) }, 'Enter a time from 00:00 to 23:59'],
    ['to', { from: '21:00', to: '21:00' }, 'Quiet hours must not end at the time they begin'],
    ['to', { from: '21:00', to: '13:01' }, 'Quiet hours can cover at most 16 hours a day'],
  ])('with a bad %s are refused whole: %j', async (field, form, words) => {
    await refused(hold(form), field, words);
  });
});

describe('keys', () => {
  const update = (mode: string) => browser.post(`${path}/update_keys`, { mode });
  const works = async (key: string) => {
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    return (
      (
        await t.app.inject({
          url: '/v1/messages?page_num=1&page_size=25&sort_order=DESC',
          headers: { authorization },
        })
      ).statusCode === 200
    );
  };

  it('are replaced one mode at a time, and the owner gets a mail', async () => {
    const before = await read();
    const live = (await update('LIVE')).json();
    expect(live).toEqual({ api_key_live: expect.stringMatching(/^gk_live_/) });
    expect(await newestMail(t, person.email)).toMatchObject({ subject: 'A live API key was replaced' });
    expect((await update('TEST')).json()).toEqual({ api_key_test: expect.stringMatching(/^gk_test_/) });
    const after = await read();
    expect(after.api_key_live).toBe(live.api_key_live);
    expect(new Set([before, after].flatMap((p) => [p.api_key_live, p.api_key_test])).size).toBe(4);
    expect(await works(after.api_key_live)).toBe(true);
  });

  it('that are replaced many times at once leave one that works, the one that is shown', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => update('LIVE')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const keys = answers.map((answer) => answer.json().api_key_live as string);
    expect(new Set(keys).size).toBe(keys.length);
    const { api_key_live } = await read();
    const working = await Promise.all(keys.map(works));
    expect(keys.filter((_, i) => working[i])).toEqual([api_key_live]);
  });

  it('have a mode', async () => {
    await refused(update('BOTH'), 'mode', 'mode must be TEST or LIVE');
  });
});

describe('archiving', () => {
  it('is for owners, and can be taken back', async () => {
    const archived = await browser.post(`${path}/archive`);
    expect(projectAnswer.parse(archived.json()).archived_at).not.toBeNull();
    // Once more changes nothing, the instant neither.
    expect((await browser.post(`${path}/archive`)).json()).toEqual(archived.json());
    expect((await browser.get('/v1/web/projects')).json()[0].archived_at).toBe(archived.json().archived_at);
    expect((await browser.post(`${path}/unarchive`)).json().archived_at).toBeNull();
  });
});
