// Templates in the public API: by the rules of the console, and their errors as documented.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { MAX_TEMPLATES, type Template } from '@godwit/contract/messages/templates';
import { PUBLIC_CALLS } from '@godwit/contract/publicApi/calls';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeProject, makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';

const t = await testApp();
const OFFER = { name: 'Offer', content: 'Hi {first_name}, 20 % off until Sunday.' };
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function makeTeam() {
  const sender = await makeSender(t);
  const call = (method: Method, path: string, payload?: object, mode: 'LIVE' | 'TEST' = 'LIVE') =>
    t.app.inject({
      ...{ method, url: `/v1${path}`, headers: { authorization: sender.authorization[mode] } },
      ...(payload && { payload }),
    });
  const add = async (name = OFFER.name): Promise<Template> =>
    (await call('POST', '/templates', { ...OFFER, name })).json();
  const inConsole = async (): Promise<Template[]> =>
    (await sender.browser.get(`/v1/web/projects/${sender.project.id}/templates`)).json();
  return { ...sender, call, add, inConsole };
}

it('a template is created, read, changed and deleted, as the console shows it', async () => {
  const { call, inConsole } = await makeTeam();
  const created = await call('POST', '/templates', { ...OFFER, name: ' Offer ' });
  expect(created.statusCode, created.body).toBe(201);
  const template: Template = created.json();
  expect(template).toEqual({ ...OFFER, id: template.id });
  const path = `/templates/${template.id}`;
  expect((await call('GET', path)).json()).toEqual(template);
  expect((await call('PATCH', path, { name: 'Weekend' })).json()).toEqual({ ...template, name: 'Weekend' });
  const changed = { ...template, name: 'Weekend', content: 'Hello' };
  expect((await call('PATCH', path, { content: 'Hello' })).json()).toEqual(changed);
  expect((await call('PATCH', path, {})).json()).toEqual(changed);
  expect(await inConsole()).toEqual([changed]);
  expect((await call('DELETE', path)).json()).toEqual({ deleted: 1 });
  expect(await inConsole()).toEqual([]);
  for (const [method, body] of [['GET'], ['PATCH', OFFER], ['DELETE']] as [Method, object?][])
    expect((await call(method, path, body)).json().code, method).toBe(1001);
});

it('a walk in either direction returns each template once, the newest first', async () => {
  const { call, add } = await makeTeam();
  const all: string[] = [];
  for (const name of 'GAFBECD') all.unshift((await add(name)).id);
  const walk = async (direction: 'after' | 'before', limit: number, start: string | null) => {
    const pages: string[][] = [];
    for (let next = start, first = true; first || next !== null; first = false) {
      const answer = await call('GET', `/templates?limit=${limit}${next ? `&${direction}=${next}` : ''}`);
      const { results, next: following } = answer.json();
      pages.push(results.map(({ id }: Template) => id));
      next = following;
    }
    return (direction === 'after' ? pages : pages.reverse()).flat();
  };
  for (const limit of [1, 3, 6, 7, 100]) {
    expect(await walk('after', limit, null), `after ${limit}`).toEqual(all);
    expect(await walk('before', limit, all.at(-1)!), `before ${limit}`).toEqual(all.slice(0, -1));
  }
});

it('a TEST key reads templates and changes none', async () => {
  const { call, add, inConsole } = await makeTeam();
  const template = await add();
  expect((await call('GET', '/templates', undefined, 'TEST')).json()).toEqual({
    results: [template],
    next: null,
  });
  const changes: [Method, string, object?][] = [
    ['POST', '/templates', { ...OFFER, name: 'Other' }],
    ['PATCH', `/templates/${template.id}`, { content: 'Hello' }],
    ['DELETE', `/templates/${template.id}`],
  ];
  for (const [method, path, payload] of changes)
    expect((await call(method, path, payload, 'TEST')).json().code, method).toBe(1004);
  expect(await inConsole()).toEqual([template]);
});

it('templates of another team or another project do not exist', async () => {
  const own = await makeTeam();
  const other = await makeTeam();
  const template = await other.add();
  const shop = await makeProject(own.browser, 'Other');
  const inShop = await makeNamedKey(own.browser, shop.id, { scopes: 'templates', mode: 'LIVE' });
  const { id } = await own.add();
  const calls: [Method, string, object?][] = [
    ['GET', '/templates?after='],
    ['GET', '/templates/'],
    ['PATCH', '/templates/', OFFER],
    ['DELETE', '/templates/'],
  ];
  for (const [method, path, payload] of calls) {
    expect((await own.call(method, path + template.id, payload)).json().code, method).toBe(1001);
    const { authorization } = inShop;
    const url = `/v1${path}${id}`;
    const answer = await t.app.inject({
      method,
      url,
      headers: { authorization },
      ...(payload && { payload }),
    });
    expect(answer.json().code, method).toBe(1001);
  }
  expect(await own.inConsole()).toEqual([{ ...OFFER, id }]);
  expect(await other.inConsole()).toEqual([template]);
});

const WRONG: [ErrorName, string, Method, string, object?][] = [
  ['invalidArgument', 'listTemplates', 'GET', '/templates?limit=101'],
  ['notFound', 'listTemplates', 'GET', '/templates?after=none'],
  ['invalidArgument', 'createTemplate', 'POST', '/templates', { name: 'Sale' }],
  ['invalidArgument', 'createTemplate', 'POST', '/templates', { name: 'Sale', content: 'Hi {fist_name}' }],
  ['invalidArgument', 'changeTemplate', 'PATCH', '/templates/none', { content: 'x'.repeat(1601) }],
  ['conflict', 'createTemplate', 'POST', '/templates', { ...OFFER, name: 'OFFER' }],
];
it.each(WRONG)('answers %s of %s as documented: %s %s', async (name, id, method, path, payload) => {
  const { call, add } = await makeTeam();
  await add();
  const answer = await call(method, path, payload);
  const { status, code } = ERRORS[name];
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, code });
  expect(PUBLIC_CALLS.find((one) => one.id === id)!.errors).toContain(name);
});

it('names stay unique, and a project has so many templates and no more', async () => {
  const { call, add, teamId, project } = await makeTeam();
  await add();
  const { id } = await add('Other');
  const taken = await call('PATCH', `/templates/${id}`, { name: 'offer' });
  expect([taken.statusCode, taken.json().code]).toEqual([409, 1013]);
  await t.services.pool.query(
    `insert into templates (team_id, project_id, id, name, content)
     select $1, $2, gen_random_uuid(), 'Template ' || n, 'Hello' from generate_series(3, $3) as n`,
    [teamId, project.id, MAX_TEMPLATES],
  );
  const full = await call('POST', '/templates', { ...OFFER, name: 'One more' });
  expect(full.json()).toMatchObject({ code: 1013, description: expect.stringContaining('at most 100') });
});

it('a key needs the scope', async () => {
  const { browser, project } = await makeTeam();
  const codes = await Promise.all(
    ['templates', 'contacts'].map(async (scopes) => {
      const { authorization } = await makeNamedKey(browser, project.id, { scopes });
      return (await t.app.inject({ url: '/v1/templates', headers: { authorization } })).json().code;
    }),
  );
  expect(codes).toEqual([undefined, 1015]);
});
