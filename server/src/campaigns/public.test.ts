// Campaigns in the public API: by the rules of the console, and their errors as documented.
import { ADVERTISING_WORDING } from '@godwit/contract/campaigns/rules';
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import { openRules } from '@godwit/contract/rules/table';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addCampaign, addGroup, numberOf } from '../../test/campaigns.ts';
import { addSender, credit, inForce, makeSender, verifyTeam } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { newId } from '../ids.ts';

const t = await testApp();
const FROM = 'Lanka Shop';
const TEXT = 'Hello {first_name}, the doors open at nine.';
const LATER = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;

/** A verified team with money, a sender and a group of three, one of whom has opted out. */
async function makeTeam({ money = '100' } = {}) {
  const sender = await makeSender(t);
  const { teamId, project } = sender;
  await verifyTeam(t, teamId);
  await credit(t, teamId, money);
  await addSender(t, { teamId, projectId: project.id, sender: FROM });
  const contacts = [1, 2, 3].map((i) => ({ number: numberOf(i), first_name: `Name${i}` }));
  const group = await addGroup(t.services, teamId, 'Colombo', contacts);
  await sender.browser.post('/v1/web/opt_outs', undefined, { json: { number: numberOf(3), mode: 'LIVE' } });
  const call = (method: 'GET' | 'POST', path: string, payload?: object, more: Record<string, string> = {}) =>
    t.app.inject({
      ...{ method, url: `/v1${path}`, headers: { authorization: sender.authorization.LIVE, ...more } },
      ...(payload && { payload }),
    });
  const form = { name: 'Doors', content: TEXT, from: FROM, groups: [group], send_at: LATER };
  const stored = async () =>
    (await t.services.pool.query('select from campaigns where team_id = $1', [teamId])).rowCount;
  return { ...sender, group, call, form, stored };
}

it('a dry run counts as the console does and creates nothing; its figures are held against the campaign', async () => {
  const { call, form, stored, project, browser, group } = await makeTeam();
  const dry = await call('POST', '/campaigns', { ...form, dry_run: true });
  expect(dry.statusCode, dry.body).toBe(200);
  const counted = { recipients: 3, messages: 2, segments: 2, fits: 2, skipped: { opted_out: 1 } };
  expect(dry.json()).toMatchObject({ dry_run: true, ...counted, currency: 'LKR' });
  expect(await stored()).toBe(0);

  const { messages, cost } = dry.json();
  const differs = { ...form, expected_messages: messages + 1, expected_cost: cost };
  expect((await call('POST', '/campaigns', differs)).json().code).toBe(1013);
  const created = await call('POST', '/campaigns', { ...differs, expected_messages: messages });
  expect(created.statusCode, created.body).toBe(201);
  const campaign = created.json();
  expect(campaign).toMatchObject({
    name: 'Doors',
    status: 'SCHEDULED',
    send_at: new Date(LATER).toISOString(),
    messages: 0,
  });
  expect(campaign.groups).toEqual([{ id: group, name: 'Colombo' }]);
  const inConsole = await browser.get(`/v1/web/campaigns/${campaign.id}?project_id=${project.id}`);
  expect(inConsole.json()).toMatchObject({ id: campaign.id, mode: 'LIVE', estimate: { messages, cost } });
});

it('counts a contact in two groups once', async () => {
  const { call, form, teamId, group } = await makeTeam();
  const again = await addGroup(t.services, teamId, 'Again', [{ number: numberOf(1) }]);
  const dry = await call('POST', '/campaigns', { ...form, groups: [group, again], dry_run: true });
  expect(dry.json()).toMatchObject({ recipients: 3, messages: 2 });
  expect(dry.json().skipped).toEqual({ opted_out: 1 });
});

it('is refused if the money does not cover all messages of a dry run, and it would start at once', async () => {
  const { call, form, stored } = await makeTeam({ money: '1' });
  const { send_at: _, ...now } = form;
  const { messages, cost, fits } = (await call('POST', '/campaigns', { ...now, dry_run: true })).json();
  expect({ messages, fits }).toEqual({ messages: 2, fits: 1 });
  const expected = { expected_messages: messages, expected_cost: cost };
  expect((await call('POST', '/campaigns', { ...now, ...expected })).json()).toMatchObject({
    code: 1013,
    description: expect.stringContaining('cover only 1 of 2 messages'),
  });
  expect(await stored()).toBe(0);
  expect((await call('POST', '/campaigns', { ...form, ...expected })).statusCode).toBe(201);
});

it('a repeated key gets the same campaign, and another body is refused', async () => {
  const { call, form, stored } = await makeTeam();
  const key = { 'idempotency-key': 'doors' };
  const ids = [await call('POST', '/campaigns', form, key), await call('POST', '/campaigns', form, key)];
  expect(new Set(ids.map((answer) => answer.json().id)).size).toBe(1);
  expect((await call('POST', '/campaigns', { ...form, name: 'Others' }, key)).json().code).toBe(1009);
  expect(await stored()).toBe(1);
});

it('is read, listed from both ends without a gap, and cancelled once', async () => {
  const { call, form, teamId, project } = await makeTeam();
  const made: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    made.unshift((await call('POST', '/campaigns', { ...form, name })).json().id);
  const inTest = await addCampaign(t.services, {
    ...{ teamId, projectId: project.id, mode: 'TEST', name: 'Test', content: TEXT },
  });
  const walk = async (cursor: 'after' | 'before', start: string) => {
    const seen: string[] = [];
    for (let at: string | null = start; at !== null; ) {
      const query: string = at === '' ? '' : `&${cursor}=${at}`;
      const page: { results: { id: string }[]; next: string | null } = (
        await call('GET', `/campaigns?limit=2${query}`)
      ).json();
      const ids = page.results.map(({ id }) => id);
      if (cursor === 'after') seen.push(...ids);
      else seen.unshift(...ids);
      at = page.next;
    }
    return seen;
  };
  expect(await walk('after', '')).toEqual(made);
  expect(await walk('before', made.at(-1)!)).toEqual(made.slice(0, -1));
  expect((await call('GET', `/campaigns/${inTest}`)).json().code).toBe(1001);
  expect((await call('POST', `/campaigns/${inTest}/cancel`)).json().code).toBe(1001);

  const [id] = made;
  expect((await call('GET', `/campaigns/${id}`)).json()).toMatchObject({ id, status: 'SCHEDULED' });
  expect((await call('POST', `/campaigns/${id}/cancel`)).json()).toMatchObject({ id, status: 'CANCELLED' });
  expect((await call('POST', `/campaigns/${id}/cancel`)).json().code).toBe(1013);
});

it('needs a LIVE key with the scope and without a cap, and a person for advertising', async () => {
  const { call, form, stored, project, browser, authorization } = await makeTeam();
  const limits = { mode: 'LIVE', scopes: 'campaigns' };
  const keys = {
    test: { authorization: authorization.TEST },
    scopeless: await makeNamedKey(browser, project.id, { ...limits, scopes: 'messages:send' }),
    capped: await makeNamedKey(browser, project.id, { ...limits, daily_cap: '5' }),
    scoped: await makeNamedKey(browser, project.id, limits),
  };
  const codeOf = async (key: { authorization: string }, payload: object = form) =>
    (await call('POST', '/campaigns', payload, { authorization: key.authorization })).json().code;
  expect(await codeOf(keys.test)).toBe(1004);
  expect(await codeOf(keys.scopeless)).toBe(1015);
  expect(await codeOf(keys.capped)).toBe(1015);
  expect(await stored()).toBe(0);
  expect(await codeOf(keys.scoped)).toBeUndefined();

  t.services.countryRules.now = openRules([{ LK: { advertising: [inForce('ATTEST')] } }]);
  const advert = { ...form, content: 'Sale! 50% off everything, only today. Buy now.' };
  const refused = await call('POST', '/campaigns', { ...advert, attested_wording: ADVERTISING_WORDING });
  const inConsole = { code: 1013, description: expect.stringContaining('console') };
  expect(refused.json()).toMatchObject(inConsole);
  expect((await call('POST', '/campaigns', { ...advert, dry_run: true })).json()).toMatchObject(inConsole);
  expect(await stored()).toBe(1);
});

const CREATE = PUBLIC_CALLS.find(({ id }) => id === 'createCampaign')!;
const OF_SERVICE = new Set<ErrorName>(['unexpected', 'unavailable', 'tooManyRequests', 'tooLarge']);
const OTHERWISE = new Set<ErrorName>([
  'keyNotAllowed',
  'conflict',
  'idempotencyReused',
  'idempotencyInProgress',
]);

it.each(CREATE.errors.filter((name) => !OF_SERVICE.has(name) && !OTHERWISE.has(name)))(
  'creating one answers %s as documented',
  async (name) => {
    const { call, form, teamId, authorization } = await makeTeam();
    const { pool } = t.services;
    const bodies: { [Name in ErrorName]?: object } = {
      invalidArgument: { ...form, groups: [] },
      notFound: { ...form, groups: [newId()] },
      invalidDate: { ...form, send_at: 'tomorrow' },
      invalidSender: { ...form, from: 'Nobody' },
      bodyTooLong: { ...form, content: 'a'.repeat(1_601) },
    };
    const headers: { [Name in ErrorName]?: Record<string, string> } = {
      invalidCredentials: { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' },
      keyMismatch: { authorization: authorization.TEST },
      unsupportedType: { 'content-type': 'text/plain' },
      notAllowed: { 'godwit-callback': '1' },
    };
    if (name === 'verificationNeeded')
      await pool.query('update teams set verified_at = null where id = $1', [teamId]);
    if (name === 'sendingPaused')
      await pool.query(
        "update teams set paused_at = now(), paused_by = 'staff', paused_reason = 'For a test' where id = $1",
        [teamId],
      );
    const answer = await call('POST', '/campaigns', bodies[name] ?? form, headers[name]);
    const { status, code } = ERRORS[name];
    expect({ status: answer.statusCode, code: answer.json().code }, answer.body).toEqual({ status, code });
  },
);
