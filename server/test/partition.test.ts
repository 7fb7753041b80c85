// A network that separates the service from its primary, and a manager that fails over twice in a row.
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from './database.ts';
import { NUMBERS, numbersIn, startWriter } from './failoverWriter.ts';
import { openRelay } from './relay.ts';
import { openReplicas, type Replica } from './replicas.ts';

const urlOf = (user: string, ends: readonly { port: number }[]) =>
  `postgresql://${user}@${ends.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

async function openServers<Servers extends Replica[]>(count: number): Promise<Servers> {
  const replicas = await openReplicas(count);
  onTestFinished(() => {
    for (const replica of replicas) replica.remove();
  });
  return replicas as Servers;
}

it('leaves a primary that it cannot reach for a standby that applies late, and refuses it when the network is whole again', async () => {
  const [old, next] = await openServers<[Replica, Replica]>(2);
  await old.start();
  await old.run(NUMBERS);
  await next.start(old);
  await waitFor(() => next.run('select from numbers').then(() => true), { what: 'the table on the standby' });
  await next.set('recovery_min_apply_delay', '1h');
  await old.requireStandby();
  const relays = await Promise.all([old, next].map(({ port }) => openRelay(port)));
  onTestFinished(() => {
    for (const relay of relays) relay.close();
  });
  const [toOld] = relays;
  const writer = startWriter('cut', urlOf(old.config.user!, relays));
  await writer.progresses();
  expect(await numbersIn(next, writer)).toEqual([]);

  toOld!.hang();
  // It still takes writes of others, and its standby confirms them.
  await old.run(`insert into numbers values ('cut', -1)`);
  await next.promote();
  await writer.progresses();
  toOld!.goOn();
  await waitFor(() => writer.refused().length > 0, { what: 'the old primary to be refused' });
  expect(writer.refused()).toEqual([`127.0.0.1:${toOld!.port}`]);
  await writer.progresses();
  const confirmed = [...writer.confirmed];
  expect(await numbersIn(next, writer)).toEqual(expect.arrayContaining([-1, ...confirmed]));
  expect(writer.failures).toEqual([]);
});

it('follows two failovers in a row', async () => {
  const [first, second, third] = await openServers<[Replica, Replica, Replica]>(3);
  await first.start();
  await first.run(NUMBERS);
  await Promise.all([second.start(first), third.start(first)]);
  // The second one to be promoted has all that the first one has.
  await first.set('synchronous_standby_names', 'ANY 2 (*)');
  const writer = startWriter('two', urlOf(first.config.user!, [first, second, third]));
  await writer.progresses();

  await first.kill();
  await second.promote();
  await third.receiveFrom(second);
  await second.requireStandby();
  await second.kill();
  await third.promote();
  await writer.progresses();
  await Promise.all([first.start(), second.start()]);
  await waitFor(() => writer.refused().length === 2, { what: 'both old primaries to be refused' });
  await writer.progresses();
  const confirmed = [...writer.confirmed];
  expect(await numbersIn(third, writer)).toEqual(expect.arrayContaining(confirmed));
  expect(writer.failures).toEqual([]);
});
