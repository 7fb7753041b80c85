// A project's templates over HTTP: kept, named once, bounded, and seen by their own team alone.
import { MAX_TEMPLATE_NAME, MAX_TEMPLATES, type Template } from '@godwit/contract/messages/templates';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeProject, makeSender } from '../../test/factories.ts';
import { newId } from '../ids.ts';

const t = await testApp();

let owner: Awaited<ReturnType<typeof makeSender>>;
beforeEach(async () => {
  owner = await makeSender(t);
});

const OFFER = { name: 'Offer', content: 'Hi {first_name}, 20 % off until Sunday.' };
const urlOf = (id = '', projectId = owner.project.id) =>
  `/v1/web/projects/${projectId}/templates${id && `/${id}`}`;
const add = (form: object = {}, projectId?: string) =>
  owner.browser.call('POST', urlOf('', projectId), { json: { ...OFFER, ...form } });
const change = (id: string, form: object = {}, projectId?: string) =>
  owner.browser.call('PUT', urlOf(id, projectId), { json: { ...OFFER, ...form } });
const remove = (id: string, projectId?: string) => owner.browser.call('DELETE', urlOf(id, projectId));
const list = async (projectId?: string): Promise<Template[]> =>
  (await owner.browser.get(urlOf('', projectId))).json();
const taken = (description: string) => ({ code: 1013, description, fields: { name: description } });
const NAME_TAKEN = taken('This project has a template of this name. Choose another name.');

describe('templates of a project', () => {
  it('are kept, in the order of their names, changed and deleted', async () => {
    const made = await add({ name: '  reminder ' });
    expect(made.statusCode, made.body).toBe(200);
    const reminder: Template = made.json();
    expect(reminder).toEqual({ id: expect.any(String), name: 'reminder', content: OFFER.content });
    const offer: Template = (await add()).json();
    expect(await list()).toEqual([offer, reminder]);

    const text = 'ආයුබෝවන් {first_name}\n{last_name} ';
    const changed = await change(offer.id, { name: 'Welcome', content: text });
    expect(changed.json()).toEqual({ id: offer.id, name: 'Welcome', content: text });
    expect(await list()).toEqual([reminder, changed.json()]);

    expect((await remove(reminder.id)).json()).toEqual({});
    expect(await list()).toEqual([changed.json()]);
    expect((await remove(reminder.id)).json().code).toBe(1001);
    expect((await change(reminder.id)).json().code).toBe(1001);
  });

  it('have a name each, whatever its case', async () => {
    const { id } = (await add({ name: 'Café' })).json();
    const again = await add({ name: 'CAFE\u0301' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toEqual(NAME_TAKEN);
    const { id: other } = (await add({ name: 'Tea' })).json();
    expect((await change(other, { name: 'café' })).json()).toEqual(NAME_TAKEN);
    expect((await change(id, { name: 'CAFÉ' })).json().name).toBe('CAFÉ');
    // Another project has its own.
    const shop = await makeProject(owner.browser, 'Other');
    expect((await add({ name: 'Café' }, shop.id)).statusCode).toBe(200);
  });

  it('take one of two of a name that come at once', async () => {
    const answers = await Promise.all([add(), add(), add({ name: 'OFFER' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await list()).toHaveLength(1);
  });

  it('are so many and no more, also of those that come at once', async () => {
    await t.services.pool.query(
      `insert into templates (team_id, project_id, id, name, content)
       select $1, $2, gen_random_uuid(), 'Template ' || n, 'Hello' from generate_series(1, $3) as n`,
      [owner.teamId, owner.project.id, MAX_TEMPLATES - 1],
    );
    const answers = await Promise.all([add({ name: 'A' }), add({ name: 'B' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toEqual(taken('A project has at most 100 templates. Delete one first.'));
    const all = await list();
    expect(all).toHaveLength(MAX_TEMPLATES);
    await remove(all[0]!.id);
    expect((await add({ name: 'C' })).statusCode).toBe(200);
  });
});

describe('a template', () => {
  const TOO_LONG = 'The message is too long: at most 10 segments or 1,600 characters.';

  it.each([
    ['no name', { name: ' ' }, 'name', 'Template name is required'],
    ['a name too long', { name: 'x'.repeat(MAX_TEMPLATE_NAME + 1) }, 'name', 'Use at most 60 characters'],
    ['a name of two lines', { name: 'Offer\nof today' }, 'name', 'The name cannot hold line breaks'],
    ['no content', { content: undefined }, 'content', 'Content is required'],
    ['nothing to read', { content: ' \n' }, 'content', 'Content is required'],
    ['a message too long', { content: 'x'.repeat(1601) }, 'content', TOO_LONG],
    ['too many segments', { content: 'ආ'.repeat(701) }, 'content', TOO_LONG],
    ['too long with fields', { content: `{first_name}${'x'.repeat(1600)}` }, 'content', TOO_LONG],
    [
      'a field that is none',
      { content: 'Hi {fist_name}' },
      'content',
      expect.stringContaining('Unknown field {fist_name}'),
    ],
  ])('with %s is refused', async (_what, form, field, words) => {
    const answer = await add(form);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 1002, fields: { [field]: words } });
    const { id } = (await add()).json();
    expect((await change(id, form)).json()).toMatchObject({ code: 1002, fields: { [field]: words } });
    expect(await list()).toEqual([{ id, ...OFFER }]);
  });

  it.each([
    ['1,600 characters', 'x'.repeat(1600)],
    ['ten segments', 'ආ'.repeat(700)],
    // The length depends on the recipient's name.
    ['fields', `{first_name}${'ආ'.repeat(1500)}`],
    ['fields with words for who has no name', 'Dear {last_name|customer}, {first_name|}'],
    ['braces around no name', 'Your code is {1234}'],
  ])('may have %s', async (_what, content) => {
    expect((await add({ content })).json()).toMatchObject({ content });
  });

  it('of another team or another project is as one that does not exist', async () => {
    const { id } = (await add()).json();
    const shop = await makeProject(owner.browser, 'Other');
    const stranger = await makeSender(t);
    const answers = [
      await change(id, {}, shop.id),
      await remove(id, shop.id),
      await stranger.browser.get(urlOf()),
      await stranger.browser.call('PUT', urlOf(id), { json: OFFER }),
      await stranger.browser.call('DELETE', urlOf(id)),
      await stranger.browser.call('PUT', urlOf(id, stranger.project.id), { json: OFFER }),
      await stranger.browser.call('DELETE', urlOf(id, stranger.project.id)),
      await change('offer'),
      await remove(newId()),
    ];
    for (const { statusCode, json } of answers) expect([statusCode, json().code]).toEqual([404, 1001]);
    expect(await list()).toEqual([{ id, ...OFFER }]);
    expect(await list(shop.id)).toEqual([]);
  });
});
