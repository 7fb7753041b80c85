// The mail that a balance is low: at the amount that the team has set, once until the balance was above it
// again.
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../test/factories.ts';

const t = await testApp();

it('comes once when the balance comes below what is set, and again after it was above', async () => {
  const { browser, person, teamId, project, authorization } = await makeSender(t);
  await verifyTeam(t, teamId);
  await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
  const set = async (amount: string) =>
    (await browser.call('POST', '/v1/web/billing/low_balance', { json: { amount } })).json();
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: authorization.LIVE },
      payload: { to: '+94771234567', from: 'AShop', body: 'Hello' },
    });
  const mails = async () => {
    const { rows } = await t.services.pool.query(
      "select text_body from mails where recipient = $1 and subject = 'Your balance is low' order by id",
      [person.email],
    );
    return rows.map(({ text_body }) => text_body as string);
  };
  await credit(t, teamId, '10');
  expect(await set('9.50')).toMatchObject({ balance: 10, low_balance: 9.5 });
  await send();
  expect(await mails()).toMatchObject([
    expect.stringContaining('9.20 LKR, below your warning level of 9.50 LKR'),
  ]);
  await Promise.all([send(), send(), send()]);
  expect(await mails()).toHaveLength(1);
  await credit(t, teamId, '5');
  await Promise.all([send(), send()]);
  expect(await mails()).toHaveLength(1);
  await send();
  expect(await mails()).toHaveLength(2);
  // A project gets each notice once, and none if it set no amount.
  await set('100');
  await send();
  expect(await set('')).toMatchObject({ low_balance: null });
  await send();
  expect(await mails()).toHaveLength(2);
  for (const amount of ['0', '-1', '1e3', 'x', '1.005'])
    expect(await set(amount)).toMatchObject({ code: 1002, fields: { amount: 'Amount is invalid' } });
});
