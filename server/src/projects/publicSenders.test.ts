// GET /v1/senders and /v1/prices: the same as the console shows, for the project and mode of a key.
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addSender, makeProject, makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { registerName, treatOtherNames } from '../../test/registrations.ts';

const t = await testApp();
const sender = await makeSender(t, { region_code: 'AU' });
const { teamId, project, browser, authorization } = sender;
const read = async (path: string, key = authorization.LIVE) =>
  t.app.inject({ url: `/v1/${path}`, headers: { authorization: key } });

it('senders are those of the project, with their state at each network as the console shows it', async () => {
  treatOtherNames(t, 'REFUSE');
  const name = { teamId, projectId: project.id, sender: 'Lanka Shop' };
  await addSender(t, name);
  await registerName(t, { ...name, country: 'LK', network: 'Dialog' });
  const other = await makeProject(browser, 'Other');
  await addSender(t, { teamId, projectId: other.id, sender: 'Elsewhere' });

  const { senders } = (await browser.get(`/v1/web/projects/${project.id}`)).json();
  const [{ id, created_at: _, aliases: _names, owner_name: _owner, ...shown }] = senders;
  const live = await read('senders');
  expect(live.json()).toEqual({ results: [{ sender: id, ...shown }] });
  expect(live.json().results[0].registrations).toContainEqual({
    ...{ country: 'LK', network: 'Dialog', state: 'REGISTERED', turn: null, otherwise: 'REFUSE' },
    ...{ expires_at: null, refusal: null, lacks: null, telcos: [] },
  });
  const sandbox = {
    sender: 'SANDBOX',
    class: 'TRANSACTIONAL',
    is_promotional: false,
    substitute: null,
    registrations: [],
  };
  expect((await read('senders', authorization.TEST)).json()).toEqual({
    results: [sandbox, ...live.json().results],
  });
});

it('prices are those of the region of the team, in its currency', async () => {
  const results = (await browser.get('/v1/web/prices')).json();
  expect((await read('prices')).json()).toEqual({ currency: 'AUD', results });
  expect((await read('prices', authorization.TEST)).json().results).toContainEqual({
    ...{ dial_prefix: '94', name: 'Sri Lanka', price: 0.112 },
  });
});

it('a key without the scope is refused', async () => {
  const sends = await makeNamedKey(browser, project.id);
  const prices = await makeNamedKey(browser, project.id, { scopes: 'prices' });
  const codeOf = async (path: string, key: { authorization: string }) =>
    (await read(path, key.authorization)).json().code;
  expect([await codeOf('prices', sends), await codeOf('senders', sends)]).toEqual([1015, undefined]);
  expect([await codeOf('prices', prices), await codeOf('senders', prices)]).toEqual([undefined, 1015]);
});
