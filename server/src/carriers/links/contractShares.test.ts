// How processes share a link's contract: a property test of the leases, and a link whose share grows, shrinks
// and ends.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase, waitFor } from '../../../test/database.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { simulatorLinks } from './config.ts';
import { deleteShares, renewShares } from './queries.ts';
import { openSmppLink } from './smppLink.ts';

const { pool } = await testDatabase();
const carrier = await startHeldCarrier();
const CONTRACT = { sessions: 3, throughput: 100 };

/**
 * A process that takes the share granted to it. Like a real one, it reports a lower holding only after it has
 * lowered it.
 */
function openProcess(id: string, contract = CONTRACT) {
  const processId = randomUUID();
  let round = 0;
  let held = { sessions: 0, throughput: 0 };
  return {
    held: () => held,
    async renew({ wants = true, works = true, leaseMs = 60_000, late = false } = {}) {
      const share = {
        id,
        ...contract,
        held_sessions: held.sessions,
        held_throughput: held.throughput,
        works,
        wants,
      };
      if (!late) round++;
      const granted = (await renewShares(pool, { processId, round, leaseMs, shares: [share] })).get(id)!;
      held = { sessions: granted.sessions, throughput: granted.throughput };
      return granted;
    },
    async leave() {
      held = { sessions: 0, throughput: 0 };
      await deleteShares(pool, processId, [id]);
    },
    /** Holds nothing and its lease has ended, as some time after a kill. */
    async die() {
      held = { sessions: 0, throughput: 0 };
      await pool.query('update link_shares set lease_until = clock_timestamp() where process_id = $1', [
        processId,
      ]);
    },
  };
}

describe('contract shares of a link', () => {
  it('never exceed the contract in total, and reach it, whatever the processes do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ sessions: fc.integer({ min: 1, max: 5 }), throughput: fc.integer({ min: 1, max: 90 }) }),
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom('renew', 'renew', 'renew', 'leave', 'die')), {
          maxLength: 12,
        }),
        async (contract, steps) => {
          const id = randomUUID();
          const processes = [0, 1, 2, 3].map(() => openProcess(id, contract));
          const sum = () =>
            processes.reduce(
              (all, one) => ({
                sessions: all.sessions + one.held().sessions,
                throughput: all.throughput + one.held().throughput,
              }),
              { sessions: 0, throughput: 0 },
            );
          for (const [which, what] of steps) {
            await processes[which]![what as 'renew']();
            expect(sum().sessions).toBeLessThanOrEqual(contract.sessions);
            expect(sum().throughput).toBeLessThanOrEqual(contract.throughput + 1e-6);
          }
          // In these rounds late processes join, each lowers and reports its holding, and each takes the free
          // part.
          for (let round = 0; round < 5; round++) for (const one of processes) await one.renew();
          expect(sum().sessions).toBe(contract.sessions);
          expect(sum().throughput).toBeGreaterThan(contract.throughput - 0.01);
          for (const { held } of processes) {
            expect(held().sessions === 0).toBe(held().throughput === 0);
            if (held().throughput > 0)
              expect(held().throughput).toBeGreaterThanOrEqual(Math.min(10, contract.throughput) - 0.01);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('pass to others when a lease ends, and not earlier', async () => {
    const id = randomUUID();
    const [first, second] = [openProcess(id), openProcess(id)];
    expect(await first.renew()).toMatchObject({ ...CONTRACT, works_elsewhere: false, next_ms: null });
    expect(await second.renew()).toMatchObject({ sessions: 0, throughput: 0, works_elsewhere: true });
    // The first process already holds less but has not reported it.
    expect(await first.renew()).toMatchObject({ sessions: 2, throughput: 63.333 });
    expect(await second.renew()).toMatchObject({ sessions: 0, throughput: 0 });
    await first.renew();
    const { next_ms, ...share } = await second.renew();
    expect(share).toMatchObject({ sessions: 1, throughput: 36.666 });
    expect(next_ms).toBeGreaterThan(50_000);
    await first.die();
    expect(await second.renew()).toMatchObject({ ...CONTRACT, works_elsewhere: false });
  });

  it('go to processes that can use them, and a late renewal changes nothing', async () => {
    const id = randomUUID();
    const [first, second] = [openProcess(id), openProcess(id)];
    await first.renew();
    await second.renew();
    expect(await first.renew({ wants: false, works: false })).toMatchObject({ sessions: 0, throughput: 0 });
    await first.renew({ wants: false, works: false });
    expect(await second.renew()).toMatchObject(CONTRACT);
    await second.renew({ late: true });
    const { rows } = await pool.query(
      'select sessions, throughput from link_shares where link_id = $1 and wants',
      [id],
    );
    expect(rows).toEqual([CONTRACT]);
  });
});

describe('a link under contract', () => {
  it('needs a share for capacity, returns surplus sessions, and writes nothing after its lease', async () => {
    const given: number[] = [];
    const link = openSmppLink(
      { ...carrier.serve(simulatorLinks(1, ['LIVE'])[0]!), isContract: true, window: 2 },
      {
        log: pino({ level: 'silent' }),
        ...{ responseTimeoutMs: 30_000, checkedForMs: 500 },
        progress: async () => ({ reference: 7, taken: new Set<number>() }),
        mayStillSend: async () => true,
        onChange() {},
        onGivenBack: () => given.push(link.held().sessions),
        onDeliver: async () => 0,
        receiptUrl: () => '',
      },
    );
    onTestFinished(() => link.close(0, 0));
    const share = (sessions: number, untilMs = Infinity) =>
      link.setShare({ sessions, throughput: sessions * 1_000, untilMs, worksElsewhere: true });
    expect([link.held(), link.capacity(), link.bound()]).toEqual([{ sessions: 0, throughput: 0 }, 0, false]);
    expect(link.elsewhere()).toBe(true === link.worksElsewhere());
    share(2);
    await waitFor(() => link.metrics().boundSessions === 2, { what: 'bound' });
    expect(link.elsewhere()).toBe(false);
    const message = {
      id: 'a',
      teamId: 'a',
      sender: 'G',
      recipient: '+94770000001',
      body: 'Hi',
      contentClass: 'TRANSACTIONAL' as const,
      validForS: 60,
    };
    const events = { onTaken() {}, onLate() {} };
    const sent = [link.send(message, events), link.send(message, events)];
    const submits = await carrier.submitsTo(message.recipient, 2);
    // A session with a message in flight closes once the message is answered.
    share(1);
    await waitFor(() => link.held().throughput === 1_000);
    for (const submit of submits) submit.take();
    await Promise.all(sent);
    await waitFor(() => given.at(-1) === 1, { what: 'a session to be given back' });
    share(1, 0);
    expect([link.capacity(), link.bound()]).toEqual([0, false]);
    expect(await link.send(message, events)).toMatchObject({ kind: 'retry' });
    link.lapse();
    await waitFor(() => link.held().sessions === 0, { what: 'the connection to be cut' });
  });
});
