// A check of a code does the same work whether the verification exists or not. Counted, because times depend
// on the machine: `npm run bench -- codes` measures them.
import { expect, it, vi } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';

const t = await testApp();
const { pool, secrets } = t.services;
const [sender, stranger] = [await makeSender(t), await makeSender(t)];
const CHECKS = 4;
const WRONG = '000000';

async function call(path: string, payload: object, { authorization }: typeof sender) {
  const headers = { authorization: authorization.TEST };
  return (await t.app.inject({ method: 'POST', url: `/v1/verifications${path}`, headers, payload })).json();
}
const start = async (of: typeof sender, to: string): Promise<string> =>
  (await call('', { to, from: 'SANDBOX' }, of)).id;
/** How many transactions that write have begun in the database. */
const writes = async (): Promise<bigint> =>
  (await pool.query('select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next')).rows[0].next;

/** Names of work on verifications. The look-up of the key is left out: it is cached for a second. */
const ofVerifications = (names: readonly unknown[]) => names.map(String).filter((name) => /verif/.test(name));

/** The work of some wrong checks, and their last answer. */
async function workOf(path: string, payload: object) {
  const before = await writes();
  const queries = vi.spyOn(pool, 'query');
  const hashes = vi.spyOn(secrets, 'hmacs');
  let answer: object = {};
  for (let i = 0; i < CHECKS; i++) answer = await call(path, payload, sender);
  const statements = queries.mock.calls.map(([query]) => (query as { name?: string }).name);
  const hashed = hashes.mock.calls.map(([purpose, data]) => `${purpose}, ${data.length} octets`);
  for (const spy of [queries, hashes]) spy.mockRestore();
  const work = { statements: ofVerifications(statements), hashes: ofVerifications(hashed) };
  return { work, answer, writes: (await writes()) - before };
}

it('of an unknown id, or of another team, as of a wrong code: statements, hashes and writes', async () => {
  const [mine, theirs] = [await start(sender, '+94771234567'), await start(stranger, '+94771234568')];
  const wrong = await workOf(`/${mine}/check`, { code: WRONG });
  expect(wrong.answer).toMatchObject({ valid: false, checks_left: 5 - CHECKS });
  expect(wrong.work.statements).toHaveLength(2 * CHECKS);
  expect(wrong.work.hashes).toHaveLength(CHECKS);
  for (const id of [theirs, '019aa0b4-6f00-7c3e-9d52-0c1e5a3f9c21']) {
    const unknown = await workOf(`/${id}/check`, { code: WRONG });
    expect(unknown.answer).toMatchObject({ code: 1001 });
    expect(unknown.work).toEqual(wrong.work);
    // A job of the service may write at the same moment.
    expect(Number(unknown.writes)).toBeGreaterThanOrEqual(CHECKS);
  }
});

it('of a number without a verification, as of a wrong code', async () => {
  const to = '+94771234569';
  await start(sender, to);
  const wrong = await workOf('/check', { to, code: WRONG });
  expect(wrong.answer).toMatchObject({ valid: false, checks_left: 5 - CHECKS });
  // The profiles of the project, the last verification of the number, and the check.
  expect(wrong.work.statements).toHaveLength(3 * CHECKS);
  const unknown = await workOf('/check', { to: '+94771234570', code: WRONG });
  expect(unknown.answer).toMatchObject({ code: 1001 });
  expect(unknown.work).toEqual(wrong.work);
  expect(Number(unknown.writes)).toBeGreaterThanOrEqual(CHECKS);
});
