// Invalid campaigns: each gets its own message, and nothing is created or sent.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addGroup, campaignForm, numberOf, previewed } from '../../test/campaigns.ts';
import { makeLiveSender } from '../../test/carriers.ts';
import { addSender, makeSender } from '../../test/factories.ts';
import { newId } from '../ids.ts';

const t = await testApp();
const owner = await makeLiveSender(t);
const other = await makeLiveSender(t);
const group = await addGroup(t.services, owner.teamId, 'Shop', [{ number: numberOf(1) }]);
const empty = await addGroup(t.services, owner.teamId, 'Empty', []);
const foreign = await addGroup(t.services, other.teamId, 'Theirs', [{ number: numberOf(1) }]);
const unverified = await makeSender(t);

await t.services.pool.query('insert into blocked_domains values ($1, $2)', ['evil.example', newId()]);

type Form = Record<string, string>;

async function ask(fields: Form, who = owner) {
  const form = campaignForm(who, { include_groups: group, ...fields });
  const made = await who.browser.post('/v1/web/campaigns', form);
  const preview = await who.browser.post('/v1/web/campaigns', { ...form, is_preview: 'true' });
  return { made, preview };
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19);
const TOO_MANY = Array.from({ length: 101 }, newId).join();
const hello = (segments: number) => 'x'.repeat(160 * segments);

describe('a campaign', () => {
  it.each<[string, Form, number, string | null, RegExp]>([
    ['without groups', { include_groups: '' }, 1002, 'include_groups', /^Groups are required$/],
    ['with commas for groups', { include_groups: ' , ' }, 1002, 'include_groups', /^Groups are required$/],
    ['to an empty group', { include_groups: empty }, 1002, 'include_groups', /no contacts/],
    ['to a group of another team', { include_groups: foreign }, 1001, null, /not found/],
    ['to a group that is none', { include_groups: `${group},${newId()}` }, 1001, null, /not found/],
    ['to 101 groups', { include_groups: TOO_MANY }, 1002, 'include_groups', /^Choose at most 100 groups$/],
    ['to a group that no id can be', { include_groups: 'shop' }, 1001, null, /not found/],
    ['without content', { content: '' }, 1002, 'content', /^Content is required$/],
    ['with blanks for content', { content: ' \n ' }, 1002, 'content', /^Content is required$/],
    ['of 1,601 characters', { content: 'x'.repeat(1601) }, 3004, 'content', /1600 characters/],
    ['of 11 segments', { content: `${hello(9)}ශ` }, 3004, 'content', /10 segments/],
    [
      'of 1,601 characters with a field',
      { content: `{first_name}${'x'.repeat(1589)}` },
      3004,
      'content',
      /1600/,
    ],
    ['with an unknown field', { content: 'Dear {name}' }, 1002, 'content', /Unknown field \{name\}/],
    [
      'with a blocked domain',
      { content: 'Pay at pay.evil.example' },
      1002,
      'content',
      /blocked links to evil/,
    ],
    ['in the past', { send_at: inMinutes(-5) }, 1002, 'send_at', /in the past/],
    ['more than a year ahead', { send_at: inMinutes(530_000) }, 1002, 'send_at', /year ahead/],
    ['at no time', { send_at: 'tomorrow' }, 1007, 'send_at', /yyyy-MM-dd/],
    ['from a sender not of the project', { mode: 'LIVE', from: 'Nobody' }, 3000, 'from', /not approved/],
    ['from no sender', { from: '' }, 1002, 'from', /^Sender ID is required$/],
    ['of a project of another team', { project_id: other.project.id }, 1001, null, /not found/],
    ['in no mode', { mode: 'DEMO' }, 1002, 'mode', /TEST or LIVE/],
    ['again for none there is', { retry_of: newId(), include_groups: '' }, 1001, null, /not found/],
  ])('%s is refused, previewed or made', async (_what, fields, code, field, words) => {
    const { made, preview } = await ask(fields);
    for (const answer of [made, preview]) {
      const { code: given, description, fields: at = {} } = answer.json();
      expect([given, ...Object.keys(at)]).toEqual(field ? [code, field] : [code]);
      expect(field ? at[field] : description).toMatch(words);
    }
  });

  it.each([
    ['', /^Campaign name is required$/],
    ['x'.repeat(101), /at most 100/],
  ])('called %j is refused, previewed it need not have a name', async (name, words) => {
    const { made } = await ask({ name });
    expect(made.json().fields.name).toMatch(words);
    await expect(previewed(owner, { include_groups: group, name: '' })).resolves.toBeTruthy();
  });

  it('in LIVE by an unverified team is refused with the words of the specification', async () => {
    await addSender(t, { teamId: unverified.teamId, projectId: unverified.project.id, sender: 'Lanka Shop' });
    const own = await addGroup(t.services, unverified.teamId, 'Shop', [{ number: numberOf(1) }]);
    const { made, preview } = await ask(
      { mode: 'LIVE', from: 'Lanka Shop', include_groups: own },
      unverified,
    );
    for (const answer of [made, preview]) {
      expect(answer.json()).toEqual({
        code: 4006,
        description: 'Please verify your account before sending SMS',
      });
    }
  });

  it('is made by none of these', async () => {
    const { rows } = await t.services.pool.query('select count(*)::integer as n from campaigns');
    expect(rows[0].n).toBe(0);
  });
});

it('a team has so many campaigns in progress in a mode, and no more', async () => {
  const sender = await makeLiveSender(t);
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', [{ number: numberOf(1) }]);
  await t.services.pool.query(
    `insert into campaigns (team_id, id, project_id, mode, name, content, sender, group_ids, due_at, state, open)
      select $1, gen_random_uuid(), $2, 'TEST', 'Later', 'Hello', 'SANDBOX', '{}', now() + interval '1 day',
        'scheduled', i < 1000 from generate_series(1, 1000) as i`,
    [sender.teamId, sender.project.id],
  );
  expect((await ask({ include_groups }, sender)).made.statusCode).toBe(200);
  const { made } = await ask({ include_groups }, sender);
  expect([made.statusCode, made.json()]).toEqual([
    409,
    { code: 1013, description: expect.stringContaining('1,000 campaigns') },
  ]);
  const live = { include_groups, mode: 'LIVE', from: 'Lanka Shop' };
  expect((await ask(live, sender)).made.statusCode).toBe(200);
});

describe('a recipient', () => {
  it('a recipient that cannot get a message is counted with the reason, not cut and not sent to', async () => {
    const sender = await makeLiveSender(t, { promotional: true });
    const long = await addGroup(t.services, sender.teamId, 'All', [
      { number: numberOf(1), first_name: 'x'.repeat(1601) },
      { number: numberOf(2), first_name: 'x'.repeat(1200) },
      { number: numberOf(3), first_name: '  ' },
      { number: '+12015550123' },
      { number: '+94771' },
      { number: '+447911123456' },
      { number: numberOf(4) },
      { number: numberOf(5) },
    ]);
    await t.services.pool.query("update projects set blocked_codes = '{44}' where id = $1", [
      sender.project.id,
    ]);
    await t.services.pool.query("insert into scoped_opt_outs values ($1, 'LIVE', $2, 'ALL', 'STAFF')", [
      sender.teamId,
      numberOf(5),
    ]);
    const wanted = { include_groups: long, content: '{first_name}', mode: 'LIVE', from: 'Lanka Shop' };
    const preview = await previewed(sender, wanted);
    expect(preview).toMatchObject({ recipients: 8, message_count: 2, segments: 11 });
    expect(preview.segments_each).toEqual({ least: 1, most: 10 });
    expect(preview.skipped).toEqual({
      duplicates: 0,
      opted_out: 1,
      blocked: 1,
      invalid: 1,
      landline: 0,
      unsupported: 1,
      unregistered: 0,
      too_long: 1,
      empty: 1,
      no_consent: 0,
      no_brand: 0,
      no_route: 0,
    });
    expect(preview.messages_preview.at(-1)?.body).toMatch(/^Nimal\n.+\/o\/\w{10}$/);
  });
});
