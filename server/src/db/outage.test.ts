// A database that is away: few attempts to connect, and one line in the log.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../../test/database.ts';
import { createLog } from '../log.ts';
import { isOutage, openGate, openOutage } from './outage.ts';
import { openPool } from './pool.ts';

const away = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

it('is tried ever less often, at least every 0.4 s, and by all again once it answers', () => {
  let at = 0;
  const enter = openGate(() => at);
  const tries: number[] = [];
  const tryOnce = (error: Error | null) => {
    const attempt = enter();
    if (attempt instanceof Error) return attempt;
    tries.push(at);
    attempt(error);
    return null;
  };
  // Forty attempts that began together are one failure.
  const together = Array.from({ length: 40 }, enter);
  for (const attempt of together) if (!(attempt instanceof Error)) attempt(away());
  for (; at < 5_000; at++) tryOnce(away());
  const pauses = tries.map((time, i) => time - (tries[i - 1] ?? 0));
  expect(pauses.slice(0, 6)).toEqual([25, 50, 100, 200, 400, 400]);
  expect(tries.length).toBeLessThan(17);
  expect(tryOnce(null)).toMatchObject({ code: '08001', message: 'connect ECONNREFUSED' });
  at += 400;
  expect([tryOnce(null), tryOnce(null), tryOnce(null)]).toEqual([null, null, null]);
});

it('lets another attempt through when one hangs, and takes a refused password for an answer', () => {
  let at = 0;
  const enter = openGate(() => at);
  const begin = () => {
    const attempt = enter();
    return attempt instanceof Error ? null : attempt;
  };
  begin()!(away());
  at = 25;
  expect([begin(), begin()]).toEqual([expect.any(Function), null]);
  at = 50;
  begin()!(Object.assign(new Error('password'), { code: '28P01' }));
  expect([begin(), begin()]).toEqual([expect.any(Function), expect.any(Function)]);
});

it('gets few connection attempts however many callers wait, over all pools', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const config = { connectionString: `postgresql://nobody@127.0.0.1:${port}/none` };
  const pools = [1, 2, 3].map(() => openPool(config, { max: 1, applicationName: 'test' }));
  const began = performance.now();
  let [asked, failed] = [0, 0];
  await waitFor(
    async () => {
      asked += 30;
      const answers = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) => pools[i % 3]!.query('select 1')),
      );
      failed += answers.filter(({ status }) => status === 'rejected').length;
      return performance.now() - began > 1_000;
    },
    { timeoutMs: 10_000 },
  );
  expect(failed).toBe(asked);
  const { reason } = (await Promise.allSettled([pools[0]!.query('select 1')]))[0] as PromiseRejectedResult;
  expect(isOutage(reason)).toBe(true);
  // Attempts come at 0, 25, 75, 175, 375, 775 ms and so on; the first ones come together.
  expect(connections).toBeLessThan(12);
  await Promise.all(pools.map((pool) => pool.end()));
});

it('has one line without a stack trace in the log, one a minute while it lasts, and one when it is over', () => {
  let at = 0;
  const outage = openOutage(() => at);
  const ends: object[] = [];
  const log = { info: (about: object) => void ends.push(about) };
  const said = [outage.isNews(log as never), outage.isNews(log as never)];
  at = 60_000;
  said.push(outage.isNews(log as never), outage.isNews(log as never));
  expect(said).toEqual([true, false, true, false]);
  outage.end();
  outage.end();
  expect(ends).toEqual([{ seconds: 60 }]);
  expect(outage.isNews(log as never)).toBe(true);
});

it('explains each error it causes in the log of the process', () => {
  const gone = () => Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  for (let i = 0; i < 20; i++) log.child({ loop: i }).error({ err: gone() }, 'background work failed');
  log.error({ err: new AggregateError([gone(), gone()], 'both') }, 'background work failed');
  log.warn({ err: away() }, 'the mail server is away');
  const [first, second, ...others] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    reason: 'the database system is shutting down',
    msg: expect.stringMatching(/^The database is away/),
  });
  expect(lines[0]).not.toContain('stack');
  expect([second!.msg, others]).toEqual(['the mail server is away', []]);
});
