// Transactions that move messages of several teams at once, interleaved. Any lock order but the agreed one
// would deadlock.
import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender, send } from '../../../test/carriers.ts';
import { asAnother, waitFor } from '../../../test/database.ts';
import { deleteRows } from '../../carriers/sending/queueQueries.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { transaction } from '../../db/transaction.ts';
import { cancelWaiting } from '../state/cancel.ts';
import { applyTransitions } from '../state/transitions.ts';

const t = await testApp();
const { pool } = t.services;

const teams = [await makeLiveSender(t), await makeLiveSender(t)].sort((a, b) =>
  a.teamId < b.teamId ? -1 : 1,
);
const [low, high] = [teams[0]!, teams[1]!];
let sent = 0;
const message = async (sender: typeof low) => {
  const { id } = await send(t, sender, { to: `+9477${String(++sent).padStart(7, '0')}` }, 'LIVE');
  return { teamId: sender.teamId, id };
};

/**
 * Runs `first` and, right after its statement of this name, `second` until it waits for a lock or is done.
 */
async function interleaved(
  first: (client: ClientBase) => Promise<unknown>,
  statement: string,
  second: (client: ClientBase) => Promise<unknown>,
): Promise<void> {
  let other: Promise<unknown> | undefined;
  let isDone = false;
  await transaction(pool, async (client) => {
    const query = client.query.bind(client) as (asked: { name?: string; text?: string }) => Promise<unknown>;
    const concurrent = async (asked: { name?: string; text?: string }) => {
      const result = await query(asked);
      if (asked.name === statement && !other) {
        other = asAnother(() => transaction(pool, second)).finally(() => {
          isDone = true;
        });
        other.catch(() => {});
        await waitFor(async () => isDone || (await someoneWaits(query)), {
          what: 'the other to wait or end',
        });
      }
      return result;
    };
    await first({ query: concurrent } as unknown as ClientBase);
  });
  expect(other, `there was a statement ${statement}`).toBeDefined();
  await other;
}

const WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

async function someoneWaits(
  query: (asked: { name?: string; text: string }) => Promise<unknown>,
): Promise<boolean> {
  const { rows } = (await query({ text: WAITS })) as { rows: unknown[] };
  return rows.length > 0;
}

it('locks balances once, whatever messages fail for', async () => {
  const [a, b, c, d] = [await message(low), await message(high), await message(low), await message(high)];
  await interleaved(
    (client) =>
      applyTransitions(client, {
        failed: [
          { ...b, code: 'EXPIRED' },
          { ...a, code: 'BLOCKED' },
        ],
      }),
    'post-entries',
    (client) =>
      applyTransitions(client, { failed: [c, d].map((key) => ({ ...key, code: 'CANCELLED' as const })) }),
  );
  expect(await ledgerDifferences(pool)).toEqual([]);
});

it('locks messages by id, whatever their outcomes', async () => {
  const [a, b] = [await message(low), await message(high)];
  await interleaved(
    (client) => applyTransitions(client, { submitting: [b], failed: [{ ...a, code: 'EXPIRED' }] }),
    'transition-to-submitting',
    (client) => applyTransitions(client, { queued: [b, a] }),
  );
  expect(await ledgerDifferences(pool)).toEqual([]);
});

it('leaves messages that a link has taken alone while the rest of a campaign is cancelled', async () => {
  const [waiting, taken] = [await message(low), await message(low)];
  await pool.query(
    `update send_queue set attempts = 1, lease_until = now() + interval '1 hour' where message_id = $1`,
    [taken.id],
  );
  await transaction(pool, async (client) => {
    expect(await cancelWaiting(client, [waiting, taken])).toEqual({
      cancelled: [waiting.id],
      passedOver: false,
    });
    const answered = () =>
      transaction(pool, async (other) => {
        // Without this, a wrong order would wait until the test ends.
        await other.query(`set local lock_timeout = '3s'`);
        await deleteRows(other, [taken]);
        return applyTransitions(other, { submitting: [taken], sent: [taken] });
      });
    expect(new Set(await asAnother(answered))).toEqual(new Set([taken.id]));
  });
  expect(await ledgerDifferences(pool)).toEqual([]);
});
