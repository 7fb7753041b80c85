// References of long messages, and which parts count as taken.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { type LinkConfig, simulatorLinks } from '../links/config.ts';
import { openProgress } from './partProgress.ts';

const { pool } = await testDatabase();
const [udh] = simulatorLinks(1, ['LIVE']) as [LinkConfig];
const links: LinkConfig[] = [
  udh,
  { ...udh, id: 'same-split' },
  { ...udh, id: 'sar', long_messages: 'sar' },
  { ...udh, id: 'latin', charset: 'latin1' },
];
const configOf = (id: string) => links.find((link) => link.id === id);
const progress = openProgress(pool, configOf);

async function queue(count: number, recipient: string) {
  const messages = Array.from({ length: count }, () => ({ id: randomUUID(), recipient }));
  await pool.query(
    `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at)
      select id, gen_random_uuid(), 'none', 0, now(), now() + interval '1 day' from unnest($1::uuid[]) as id`,
    [messages.map(({ id }) => id)],
  );
  return messages;
}

async function referencesOf(messages: { id: string; recipient: string }[], read = progress) {
  const named = messages.map((message) => ({ ...message, sender: 'Shop' }));
  return (await Promise.all(named.map((message) => read(message, udh, 2)))).map(({ reference }) => reference);
}

it('draws 256 references of 8 bits for 256 long messages to one number among others', async () => {
  const [mine, others] = [await queue(256, '+94771234567'), await queue(256, '+94771234568')];
  const references: number[] = [];
  for (let at = 0; at < 256; at += 64) {
    const [some] = await Promise.all([
      referencesOf(mine.slice(at, at + 64)),
      referencesOf(others.slice(at, at + 64)),
    ]);
    references.push(...some);
  }
  expect(new Set(references.map((reference) => reference & 0xff)).size).toBe(256);
});

it('counts in two processes at once, across a restart, and in 16 bits', async () => {
  await pool.query('insert into concat_references (slot, last) values ($1, 65530)', [94772222222 % 65_536]);
  const processes = [openProgress(pool, configOf), openProgress(pool, configOf)];
  const messages = await queue(600, '+94772222222');
  const references = await Promise.all(
    processes.map((read, half) => referencesOf(messages.slice(half * 300, half * 300 + 300), read)),
  );
  const all = references.flat();
  expect(new Set(all).size).toBe(600);
  expect(Math.max(...all)).toBeLessThan(65_536);
  const { rows } = await pool.query('select last from concat_references where slot = $1', [
    94772222222 % 65_536,
  ]);
  expect(rows).toEqual([{ last: 65_530 + 600 - 65_536 }]);
  // Sent again, by either process: the same reference.
  expect(await referencesOf(messages.slice(0, 10), openProgress(pool, configOf))).toEqual(all.slice(0, 10));
});

it('counts parts as taken if the link splits texts like the one that sent them, into as many, with its sender', async () => {
  const [message] = await queue(1, '+94773333333');
  const refs: [string, number, number, string][] = [
    [udh.id, 1, 3, 'Shop'],
    ['same-split', 2, 3, ''],
    [udh.id, 3, 3, 'Unverified'],
    ['sar', 3, 3, 'Shop'],
    ['no longer configured', 3, 3, 'Shop'],
    ['latin', 4, 4, 'Shop'],
  ];
  for (const [link, part, parts, sender] of refs) {
    await pool.query(
      `insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts, sender)
        values ($1, gen_random_uuid()::text, gen_random_uuid(), $2, $3, $4, $5)`,
      [link, message!.id, part, parts, sender],
    );
  }
  const named = { ...message!, sender: 'Shop' };
  const takenFor = async (id: string, parts: number) =>
    [...(await progress(named, links.find((link) => link.id === id)!, parts)).taken].sort();
  expect(await takenFor(udh.id, 3)).toEqual([1, 2]);
  expect(await takenFor('same-split', 3)).toEqual([1, 2]);
  expect(await takenFor('sar', 3)).toEqual([3]);
  expect(await takenFor('latin', 4)).toEqual([4]);
  expect(await takenFor('latin', 3)).toEqual([]);
});
