import { expect, it, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { send } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { newId } from '../../ids.ts';
import { CALLBACK_QUEUE, type ClaimedCallback } from '../queries.ts';
import { openPicker } from './pick.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);
const { id: modelId } = await send(t, sender, {
  to: '+94771230001',
  status_callback: 'http://model.example/',
});

/** Makes `count` team ids, in order. */
const teamIds = (count: number) => Array.from({ length: count }, () => newId()).sort();

/** Adds calls of a team to hosts, one message each. */
async function addCalls(teamId: string, hosts: readonly string[], { isDue = true } = {}): Promise<string[]> {
  const ids = hosts.map(() => newId());
  await pool.query(
    `insert into messages select (jsonb_populate_record(m, jsonb_build_object('team_id', $2::uuid, 'id', new.id))).*
      from messages m cross join unnest($3::uuid[]) as new (id) where m.id = $1`,
    [modelId, teamId, ids],
  );
  await pool.query(
    `insert into callback_outbox (team_id, message_id, host, statuses, sequence, due_at)
      select $1, id, host, '{SENT}', 1, now() + case when $4 then interval '0' else interval '1 hour' end
      from unnest($2::uuid[], $3::text[]) as new (id, host)`,
    [teamId, ids, hosts, isDue],
  );
  return ids;
}

const start = (options = {}) =>
  openPicker(t.services, { queue: CALLBACK_QUEUE, leaseMs: 60_000, ...options });
const teamsOf = (calls: readonly ClaimedCallback[]) => new Set(calls.map(({ teamId }) => teamId));

it('a newer team is called in the next round, however many slow calls older teams have', async () => {
  await pool.query('truncate callback_outbox');
  const [older, newer] = teamIds(2) as [string, string];
  await addCalls(older, Array(300).fill('slow.example'));
  const picker = start();
  const { claimed: inFlight } = await picker.pick([]);
  expect((await picker.pick(inFlight)).claimed).toEqual([]);
  const [elsewhere] = await addCalls(newer, ['fast.example']);
  const [same] = await addCalls(newer, ['slow.example']);
  const { claimed } = await picker.pick(inFlight);
  expect(claimed.map(({ messageId }) => messageId).sort()).toEqual([elsewhere, same]);
});

it('a free slot of a full host goes to its teams in turn', async () => {
  await pool.query('truncate callback_outbox');
  const teams = teamIds(12);
  for (const team of teams) await addCalls(team, Array(5).fill('shared.example'));
  const picker = start();
  const { claimed: inFlight } = await picker.pick([]);
  expect(inFlight).toHaveLength(10);
  const called = teamsOf(inFlight);
  for (let i = 0; i < 4; i++) {
    inFlight.shift();
    const { claimed } = await picker.pick(inFlight);
    inFlight.push(...claimed);
    for (const team of teamsOf(claimed)) called.add(team);
  }
  expect(called).toEqual(new Set(teams));
});

it('all teams and all hosts of a team are scanned within a few rounds, however many there are', async () => {
  await pool.query('truncate callback_outbox');
  const teams = teamIds(7);
  const hosts = Array.from({ length: 11 }, (_, i) => `h${String(i).padStart(2, '0')}.example`);
  for (const team of teams) await addCalls(team, hosts, { isDue: team === teams[6] });
  await addCalls(teams[2]!, ['z.example']);
  const picker = start({ window: { teams: 3, hosts: 5 } });
  const claimed: ClaimedCallback[] = [];
  // Three windows of teams make one cycle, and three of hosts in each.
  for (let round = 0; round < 9; round++) claimed.push(...(await picker.pick(claimed)).claimed);
  expect(claimed.filter(({ teamId }) => teamId === teams[6])).toHaveLength(11);
  expect(claimed.filter(({ teamId }) => teamId === teams[2])).toHaveLength(1);
  const waits: number[] = [];
  for (let round = 0; round < 6; round++) waits.push((await picker.pick(claimed)).waitMs);
  expect(waits.filter((waitMs) => waitMs > 0)).toHaveLength(2);
});

it('a receiver whose calls cannot be claimed is skipped for a minute and stops no other', async () => {
  await pool.query('truncate callback_outbox');
  const teams = teamIds(3);
  for (const team of teams) await addCalls(team, ['h.example']);
  // One more attempt than a smallint can hold.
  await pool.query('update callback_outbox set attempts = 32767 where team_id = $1', [teams[1]]);
  let nowMs = 1_000_000;
  const said = vi.spyOn(t.services.log, 'error');
  const picker = start({ now: () => nowMs });
  const claimed: ClaimedCallback[] = [];
  // A row stays locked for an instant after the statement that failed with it.
  await waitFor(async () => {
    claimed.push(...(await picker.pick([])).claimed);
    return claimed.length === 2 && said.mock.calls.length === 1;
  });
  expect(teamsOf(claimed)).toEqual(new Set([teams[0], teams[2]]));
  await pool.query('update callback_outbox set attempts = 0 where team_id = $1', [teams[1]]);
  expect((await picker.pick([])).claimed).toEqual([]);
  nowMs += 60_000;
  expect(teamsOf((await picker.pick([])).claimed)).toEqual(new Set([teams[1]]));
});

it('a call whose message is gone is dropped', async () => {
  await pool.query('truncate callback_outbox');
  const [team] = teamIds(1) as [string];
  const [gone, kept] = await addCalls(team, ['h.example', 'h.example']);
  await pool.query('delete from messages where id = $1', [gone]);
  const { claimed } = await start().pick([]);
  expect(claimed.map(({ messageId }) => messageId)).toEqual([kept]);
  const { rows } = await pool.query('select message_id from callback_outbox');
  expect(rows).toEqual([{ message_id: kept }]);
});
