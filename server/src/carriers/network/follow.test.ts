// Every process applies a new current version within a second, and unchanged links keep their sessions.
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import type { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { NO_INCOMING, SHORT } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { COMMAND_LINE } from '../../audit/record.ts';
import { openSignals, type Signals, signalWithin } from '../../db/signals.ts';
import { newId } from '../../ids.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { orThrow } from '../../refusal.ts';
import { createSecrets } from '../../secrets.ts';
import type { Network } from '../links/config.ts';
import { startCarriers } from '../start.ts';
import { startFollowing } from './follow.ts';
import { selectInUse } from './queries.ts';
import { findCurrent, importNetwork } from './versions.ts';

const t = await testApp();
const { pool, kysely, log, secrets } = t.services;

const bound = new Set<ServerConnection>();
const carrier = await listenSmpp({
  host: '127.0.0.1',
  port: 0,
  authenticate: () => 0,
  onSubmit: () => ({ status: 0, messageId: '1' }),
  onBound: (connection) => bound.add(connection),
  onUnbound: (connection) => bound.delete(connection),
  onError: () => {},
});
afterAll(() => carrier.close());
const boundAs = (id: string) => [...bound].filter(({ systemId }) => systemId === id);

const link = (id: string, more = {}) => ({
  ...{ id, host: '127.0.0.1', port: carrier.port, system_id: id, password: 'practice' },
  ...more,
});
const change = async (...links: ReturnType<typeof link>[]) =>
  orThrow(
    await importNetwork(t.services, COMMAND_LINE, {
      base: (await findCurrent(t.services))?.number ?? null,
      document: { links, routes: [], profiles: {} },
      reason: 'A test',
    }),
  );

/** A process that sends. `hears`: only signals wake it; otherwise none reaches it, and it looks by itself. */
async function startProcess({
  hears,
  key,
  refusesNote = () => false,
}: {
  hears: boolean;
  key?: string;
  refusesNote?: () => boolean;
}) {
  const signals = hears ? openSignals(t.services.pools.long.pool, log) : DEAF;
  if (hears) await firstSignal(signals);
  const sendingProfiles = openSendingProfiles(pool, signals);
  const processId = newId();
  await pool.query(
    `insert into processes (id, host, version, roles, started_at, accepted_rate, refused_rate)
      values ($1, $2, '1', '{send}', now(), 0, 0)`,
    [processId, processId],
  );
  const { countryRules } = t.services;
  const from = { ...NO_INCOMING, pool, signals, sendingProfiles, countryRules, secrets };
  const parts = { ...from, log, timings: SHORT, processId };
  const carriers = await startCarriers(parts, []);
  const used: (Network & { atMs: number })[] = [];
  const following = startFollowing({
    ...{ pool: refusing(pool, refusesNote), signals, log, processId, started: null },
    ...(hears && { everyMs: NEVER_MS }),
    secrets: key ? createSecrets(key) : secrets,
    async use(network) {
      await carriers.reload(network.links, network.rules);
      used.push({ ...network, atMs: performance.now() });
    },
  });
  const stop = async () => {
    await following.stop();
    await carriers.stop();
    await signals.close();
  };
  const version = async () => (await selectInUse(kysely)).find(({ host }) => host === processId);
  return { used, version, stop };
}
/** Signals are heard only once their connection listens. */
async function firstSignal(signals: Pick<Signals, 'on'>): Promise<void> {
  let isHeard = false;
  const off = signals.on('test', () => {
    isHeard = true;
  });
  await waitFor(async () => {
    await signalWithin(kysely, 'test');
    return isHeard;
  });
  off();
}
/** A pool that may refuse to note the version in use. */
function refusing(on: Pool, refuses: () => boolean): Pool {
  return new Proxy(on, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: { text: string }) => {
        if (query.text?.includes('network_version =') && refuses()) throw new Error('the database is away');
        return target.query(query);
      };
    },
  });
}
/** Longer than any test. */
const NEVER_MS = 3_600_000;
const DEAF = { send() {}, on: () => () => {}, close: async () => {} };
/** For the second that it takes on a quiet one. */
const ON_A_BUSY_MACHINE_MS = 5_000;

describe('a process', () => {
  it('applies a version by a signal, or without one, and keeps the sessions of unchanged links', async () => {
    const processes = [await startProcess({ hears: true }), await startProcess({ hears: false })];
    const first = await change(link('stays'), link('goes'));
    const uses = async (number: number) =>
      (await Promise.all(processes.map(({ version }) => version()))).every((one) => one?.version === number);
    await waitFor(() => uses(first));
    await waitFor(async () => boundAs('stays').length === 1 && boundAs('goes').length === 1);
    const kept = boundAs('stays');

    const next = await change(link('stays', { routes: [{ prefix: '94' }] }), link('comes'));
    const currentMs = performance.now();
    await waitFor(() => uses(next));
    await waitFor(async () => boundAs('goes').length === 0 && boundAs('comes').length === 1);
    expect(boundAs('stays')).toEqual(kept);
    expect(processes.map(({ used }) => used.length)).toEqual([2, 2]);
    for (const { used } of processes) expect(used[1]!.atMs - currentMs).toBeLessThan(ON_A_BUSY_MACHINE_MS);
    expect(processes[1]!.used[1]!.links.map(({ id }) => id)).toEqual(['stays', 'comes']);
    await Promise.all(processes.map(({ stop }) => stop()));
  });

  it('whose note fails once notes the version that it uses all the same', async () => {
    let fails = 0;
    const process = await startProcess({ hears: false, refusesNote: () => fails-- > 0 });
    const first = await change(link('noted'));
    await waitFor(async () => (await process.version())?.version === first);
    fails = 1;
    const next = await change(link('noted', { routes: [{ prefix: '94' }] }));
    await waitFor(async () => (await process.version())?.version === next, { timeoutMs: 30_000 });
    expect(fails).toBeLessThan(1);
    await process.stop();
  });

  it('that cannot use a version keeps its links, and staff see why', async () => {
    const process = await startProcess({ hears: false, key: 'another secret key of tests, 32 or more' });
    await change(link('sealed'));
    await waitFor(async () => (await process.version())?.trouble ?? null);
    expect(await process.version()).toMatchObject({
      version: null,
      trouble: expect.stringMatching(
        /^Version \d+ of the network cannot be used here\. .* another SECRET_KEY/,
      ),
    });
    expect(process.used).toEqual([]);
    expect(t.log.filter((line) => line.includes('the links stay as they are'))).toHaveLength(1);
    await process.stop();
  });
});
