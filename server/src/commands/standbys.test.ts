// Standbys, as doctor and a start report them. server/test/failover.test.ts has real ones.
import { expect, it } from 'vitest';
import type { Runtime } from '../runtime.ts';
import { checkStandbys, warnOfStandbys } from './standbys.ts';

const DATABASE_URL = 'postgresql://one,two/sms';

/** A process whose primary has this setting and so many standbys connected. */
function runtimeWith(names: string, count: number, refused: string[] = []) {
  const pool = { query: async () => ({ rows: [{ names, commit: 'on', count }] }) };
  const warnings: string[] = [];
  const runtime = {
    pool,
    pools: { urgent: { pool } },
    settings: { databaseUrl: DATABASE_URL, databaseSessionUrl: null },
    servers: { refused: () => refused },
    log: { warn: (_: object, line: string) => void warnings.push(line) },
  } as unknown as Runtime;
  return { runtime, warnings };
}

it.each([
  ['ANY 1 (two)', 1, true, /^1 connected; commits wait for one$/],
  ['ANY 1 (two)', 0, false, /^no standby is connected, so every commit waits: start one/],
  ['', 1, false, /^1 connected; a failover can lose messages/],
])('reports synchronous_standby_names "%s" with %i connected', async (names, count, isOk, says) => {
  const { runtime, warnings } = runtimeWith(names, count);
  expect(await checkStandbys(runtime)).toEqual({ ok: isOk, says: expect.stringMatching(says) });
  await warnOfStandbys(runtime);
  expect(warnings).toHaveLength(isOk ? 0 : 1);
});

it('says of a refused server that it is an old primary or of another cluster', async () => {
  const { runtime } = runtimeWith('ANY 1 (two)', 1, ['one:5432']);
  const says = expect.stringMatching(
    /^one:5432: not used.* old primary.* another cluster, correct DATABASE_URL$/,
  );
  expect(await checkStandbys(runtime)).toEqual({ ok: false, says });
});
