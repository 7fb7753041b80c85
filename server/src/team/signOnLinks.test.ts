import { beforeAll, expect, it } from 'vitest';
import { makeOwner, newestMail } from '../../test/factories.ts';
import { openSignOn, SSO } from '../../test/signOn.ts';
import { addMember } from './members.ts';

const { t, settings, prove, signOnAs } = await openSignOn();
const owner = await makeOwner(t);
beforeAll(async () => {
  await owner.browser.call('PUT', SSO, { json: settings });
  await prove(owner.browser, 'lanka.example');
});

it('who is another one at the provider is refused: an address that was given on is not the account', async () => {
  await signOnAs({ sub: 'first', email: 'desk@lanka.example' });
  const { answer, browser } = await signOnAs({ sub: 'second', email: 'desk@lanka.example' });
  expect(answer.json()).toMatchObject({ code: 1012 });
  expect((await browser.get('/v1/web/profile')).statusCode).toBe(401);
});

it('is linked again once removed and invited again, and stays linked in another team of that provider', async () => {
  const { person: real } = await makeOwner(t, { email: `real.${Date.now()}@lanka.example` });
  const { browser } = await signOnAs({ sub: 'not them', email: real.email });
  const { id: userId } = (await browser.get('/v1/web/profile')).json();
  const leave = () => owner.browser.call('DELETE', `/v1/web/team/members/${userId}`);
  const invited = () => addMember(t.services.kysely, { teamId: owner.teamId, userId, role: 'SENDER' });
  const again = async () => (await signOnAs({ sub: 'themselves', email: real.email })).answer.json();
  expect(await again()).toMatchObject({ code: 1012 });

  const sister = await makeOwner(t);
  await sister.browser.call('PUT', SSO, { json: settings });
  await addMember(t.services.kysely, { teamId: sister.teamId, userId, role: 'SENDER' });
  await leave();
  await invited();
  expect(await again()).toMatchObject({ code: 1012 });

  await sister.browser.call('DELETE', SSO);
  await leave();
  await invited();
  expect(await again()).toMatchObject({ team_id: owner.teamId });
});

const linkOf = (userId: string) => `/v1/web/team/members/${userId}/sign_on_link`;

it('is forgotten by an owner when the provider has given a person another one; their sessions from there end', async () => {
  const email = 'moved@lanka.example';
  const { browser } = await signOnAs({ sub: 'before', email });
  const { id } = (await browser.get('/v1/web/profile')).json();
  const member = async () =>
    (await owner.browser.get('/v1/web/team/members'))
      .json()
      .find((one: { email: string }) => one.email === email);
  expect(await member()).toMatchObject({ sign_on_link: true });
  expect((await signOnAs({ sub: 'after', email })).answer.json()).toMatchObject({ code: 1012 });

  const forgotten = await owner.browser.call('DELETE', linkOf(id));
  expect(forgotten.json()).toMatchObject({ user_id: id, role: 'SENDER', sign_on_link: false });
  expect((await browser.get('/v1/web/profile')).statusCode).toBe(401);
  expect((await newestMail(t, owner.person.email)).text).toContain(
    `${owner.person.email} had the sign-on link of ${email} forgotten`,
  );
  const { rows } = await t.services.pool.query(
    `select staff_email, subject, detail from audit_log where team_id = $1 and action = 'SIGN_ON_LINK_FORGOTTEN'`,
    [owner.teamId],
  );
  const { id: by } = (await owner.browser.get('/v1/web/profile')).json();
  expect(rows).toEqual([{ staff_email: 'customer', subject: id, detail: { by } }]);

  expect((await owner.browser.call('DELETE', linkOf(id))).json()).toMatchObject({ code: 1013 });
  expect((await signOnAs({ sub: 'after', email })).answer.json()).toMatchObject({ team_id: owner.teamId });
  expect((await signOnAs({ sub: 'before', email })).answer.json()).toMatchObject({ code: 1012 });
  expect(await member()).toMatchObject({ sign_on_link: true });
});

it('stays when another team of that provider has the person too, and none of another team is forgotten', async () => {
  const { person } = await makeOwner(t, { email: 'shared@lanka.example' });
  const { browser } = await signOnAs({ sub: 'shared', email: person.email });
  const { id: userId } = (await browser.get('/v1/web/profile')).json();
  const sister = await makeOwner(t);
  await sister.browser.call('PUT', SSO, { json: settings });
  expect((await sister.browser.call('DELETE', linkOf(userId))).json()).toMatchObject({ code: 1001 });
  await addMember(t.services.kysely, { teamId: sister.teamId, userId, role: 'SENDER' });
  for (const { browser: own } of [owner, sister]) {
    expect((await own.call('DELETE', linkOf(userId))).json()).toMatchObject({ code: 1013 });
    expect((await own.get('/v1/web/team/members')).json()).toContainEqual(
      expect.objectContaining({ user_id: userId, sign_on_link: false }),
    );
  }
  expect((await browser.get('/v1/web/profile')).statusCode).toBe(200);
});
