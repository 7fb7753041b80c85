// Customers that race a balance to zero over HTTP, in two processes: none is refused for want of money that
// is there, and none is sent without.
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../test/factories.ts';
import { openTestProviders } from '../../test/payments.ts';
import { ledgerDifferences } from '../commands/ledger.ts';

const { settings, local, atPayhere, tellLocal } = await openTestProviders();
const t = await testApp(settings);
const other = await anotherApp(t);
const CLIENTS = 500;
/** Price of a segment, and the team's balance at first and later, in rupees. */
const [PRICE, FIRST, LATER] = [0.8, 1_600, 800];

/**
 * A client's answer: when it called and got the answer, numbered across the whole race, and the cost of its
 * message.
 */
type Attempt = { asked: number; answered: number; segments: number; code: number };

const urls = await Promise.all(
  [t, other].map(async ({ app }) => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }),
);

/** Each client sends until it is refused, messages of one to three segments. */
async function race(authorization: string, attempts: Attempt[], clock: () => number): Promise<void> {
  const client = async (number: number) => {
    for (let round = 0; ; round++) {
      const segments = 1 + ((number + round) % 3);
      const asked = clock();
      const answer = await fetch(`${urls[(number + round) % 2]}/v1/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ to: '+94771234567', from: 'AShop', body: 'a'.repeat(150 * segments) }),
      });
      const said = (await answer.json()) as { code?: number };
      attempts.push({ asked, answered: clock(), segments, code: said.code ?? answer.status });
      if (answer.status !== 201) return;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

/** Refusals that were wrong: the balance only falls, yet a later message of the same cost was accepted. */
const falseRefusals = (attempts: Attempt[]) =>
  attempts.filter(
    ({ code, answered, segments }) =>
      code === 4005 &&
      attempts.some((later) => later.code === 201 && later.asked > answered && later.segments >= segments),
  );

it('500 clients take a balance to zero, and go on when it is paid', async () => {
  const { teamId, browser, project, authorization } = await makeSender(t);
  await verifyTeam(t, teamId);
  await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
  await credit(t, teamId, String(FIRST));
  const { form } = await atPayhere({ browser }, String(LATER));
  let [now, racing] = [0, true];
  const clock = () => ++now;
  const seen: number[] = [];
  const watching = (async () => {
    while (racing) seen.push((await browser.get('/v1/web/billing')).json().balance as number);
  })();
  const [first, second]: Attempt[][] = [[], []];
  await race(authorization.LIVE, first!, clock);
  // The notice of a payment 50 times at once, in both processes.
  const told = Array.from({ length: 50 }, (_, i) => tellLocal(i % 2 ? t : other, local.notice(form)));
  expect(new Set((await Promise.all(told)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await race(authorization.LIVE, second!, clock);
  racing = false;
  await watching;

  const taken = (attempts: Attempt[]) =>
    attempts.reduce((sum, { code, segments }) => sum + (code === 201 ? segments : 0), 0);
  let left = 0;
  for (const [i, attempts] of [first!, second!].entries()) {
    left += [FIRST, LATER][i]! / PRICE - taken(attempts);
    expect(new Set(attempts.map(({ code }) => code))).toEqual(new Set([201, 4005]));
    expect(falseRefusals(attempts)).toEqual([]);
    const refused = attempts.filter(({ code }) => code === 4005);
    expect(refused).toHaveLength(CLIENTS);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(Math.min(...refused.map(({ segments }) => segments)));
  }
  const { rows } = await t.services.pool.query(
    'select count(*)::int as messages, sum(segments)::int as segments from messages where team_id = $1',
    [teamId],
  );
  const all = [...first!, ...second!];
  expect(rows).toEqual([{ messages: all.filter(({ code }) => code === 201).length, segments: taken(all) }]);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
  expect((await browser.get('/v1/web/billing')).json().balance).toBeCloseTo(left * PRICE, 6);
  expect(await ledgerDifferences(t.services.pool)).toEqual([]);
});
