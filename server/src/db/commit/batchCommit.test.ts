import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batchCommit, isDatabaseAway, isOutcomeUnknown } from './batchCommit.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

it('fails the bad items alone, whatever their neighbours, and commits each good one once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), async (areGood) => {
      const committed: number[] = [];
      const outcomes = await batchCommit([...areGood.keys()], async (items) => {
        if (items.some((item) => !areGood[item])) throw failure('22021');
        committed.push(...items);
        return items.map((item) => item * 2);
      });
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(areGood);
      for (const [item, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') expect(outcome.value).toBe(item * 2);
      }
      expect(committed).toEqual([...areGood.keys()].filter((item) => areGood[item]));
    }),
  );
});

it('tries a batch that lost a deadlock again whole', async () => {
  const sizes: number[] = [];
  const outcomes = await batchCommit([1, 2, 3], async (items) => {
    sizes.push(items.length);
    if (sizes.length === 1) throw failure('40P01');
    return items;
  });
  expect(outcomes).toEqual([1, 2, 3].map((value) => ({ status: 'fulfilled', value })));
  expect(sizes).toEqual([3, 3]);
});

it('costs one bad item of 500 no more than 20 transactions', async () => {
  let transactions = 0;
  await batchCommit([...Array(500).keys()], async (items) => {
    transactions++;
    if (items.includes(217)) throw failure('23514');
    return items;
  });
  expect(transactions).toBeLessThanOrEqual(20);
});

it('tries nothing again while the database is away', async () => {
  let attempts = 0;
  const away = failure('57P01');
  const outcomes = await batchCommit([1, 2], async () => {
    attempts++;
    throw away;
  });
  expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: away })));
  expect(attempts).toBe(1);
});

it.each([
  ['57P01', true],
  ['53300', true],
  ['53100', true],
  ['08006', true],
  ['ECONNREFUSED', true],
  ['EHOSTUNREACH', true],
  ['ENETUNREACH', true],
  ['EHOSTDOWN', true],
  ['ENETDOWN', true],
  ['ECONNABORTED', true],
  ['40P01', false],
  ['22021', false],
  ['23505', false],
])('tells by %s whether the database is away: %s', (code, isAway) => {
  expect(isDatabaseAway(failure(code))).toBe(isAway);
});

it.each([
  ['connect', 'ECONNREFUSED', false],
  ['read', 'ECONNRESET', true],
  ['connect', 'ECONNRESET', false],
  ['read', 'EHOSTUNREACH', true],
  ['read', 'ENETUNREACH', true],
  ['connect', 'EHOSTUNREACH', false],
  [undefined, '57P01', true],
  [undefined, '53100', false],
  [undefined, '40P01', false],
])('tells by a failed %s and %s whether a commit may have gone through: %s', (syscall, code, isUnknown) => {
  expect(isOutcomeUnknown(Object.assign(failure(code), { syscall }))).toBe(isUnknown);
});

it.each([
  ['server conn crashed?', true],
  ['server closed the connection unexpectedly', true],
  ['query_wait_timeout', false],
  ['server login has been failing, try again later (server_login_retry)', false],
  ['pgbouncer cannot connect to server', false],
  ['no more connections allowed (max_client_conn)', false],
])('tells by "%s" of PgBouncer whether a commit may have gone through: %s', (message, isUnknown) => {
  const error = Object.assign(new Error(message), { code: '08P01' });
  expect([isDatabaseAway(error), isOutcomeUnknown(error)]).toEqual([true, isUnknown]);
});

it('knows that nothing was begun if no connection was made, whatever the reason', () => {
  const error = new Error('db1:5432 did not let us in: Connection terminated unexpectedly');
  expect(isOutcomeUnknown(Object.assign(error, { code: '08001' }))).toBe(false);
});

it('does not take a missing file for a missing database', () => {
  expect(isDatabaseAway(Object.assign(failure('ENOENT'), { syscall: 'open' }))).toBe(false);
  expect(isDatabaseAway(Object.assign(failure('ENOENT'), { syscall: 'connect' }))).toBe(true);
});
