import { describe, expect, it } from 'vitest';
import { type NameAnswer, startNameServer } from '../../test/nameServer.ts';
import { type NamesOptions, openNames } from './names.ts';

/** Names known to a name server on this machine. */
async function namesOf(answerFor: (name: string) => NameAnswer, options: NamesOptions = {}) {
  const server = await startNameServer(answerFor);
  return { server, names: openNames({ servers: [server.address], ...options }) };
}

describe('names', () => {
  it('resolve to all their addresses, with one query per time to live', async () => {
    let nowMs = 1_000_000;
    const { server, names } = await namesOf(() => ['203.0.113.1', '203.0.113.2'], { now: () => nowMs });
    const addresses = [
      { address: '203.0.113.1', family: 4 },
      { address: '203.0.113.2', family: 4 },
    ];
    // At once, again, and in other spellings.
    expect(await Promise.all([names.resolve('a.example'), names.resolve('A.example.')])).toEqual([
      addresses,
      addresses,
    ]);
    nowMs += 29_999;
    expect(await names.resolve('a.example')).toEqual(addresses);
    expect(server.asked).toEqual(['a.example']);
    nowMs += 1;
    await names.resolve('a.example');
    expect(server.asked).toHaveLength(2);
  });

  it('that are missing are not queried again at once', async () => {
    let nowMs = 1_000_000;
    const { server, names } = await namesOf(() => 'missing', { now: () => nowMs });
    for (let i = 0; i < 3; i++)
      await expect(names.resolve('a.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(server.asked).toHaveLength(1);
    nowMs += 10_000;
    await expect(names.resolve('a.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(server.asked).toHaveLength(2);
  });

  it('with only other records have no address', async () => {
    const { names } = await namesOf(() => []);
    await expect(names.resolve('a.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('whose servers are silent delay no other, and time out', async () => {
    const { server, names } = await namesOf((name) => (name.startsWith('dead') ? 'silent' : ['203.0.113.1']));
    let ended = 0;
    const dead = Array.from({ length: 100 }, (_, i) =>
      names
        .resolve(`dead${i}.example`)
        .catch(({ code }) => code)
        .finally(() => ended++),
    );
    await Promise.all(Array.from({ length: 20 }, (_, i) => names.resolve(`good${i}.example`)));
    expect(ended).toBe(0);
    expect(await Promise.all(dead)).toEqual(Array(100).fill('EAI_AGAIN'));
    const asked = server.asked.length;
    await expect(names.resolve('dead1.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(server.asked).toHaveLength(asked);
  });

  it('are remembered up to a limit, the oldest forgotten first', async () => {
    const { server, names } = await namesOf(() => ['203.0.113.1'], { most: 2 });
    for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await names.resolve(`${name}.example`);
    expect(server.asked).toEqual(['a.example', 'b.example', 'c.example', 'a.example']);
  });

  it('of this machine are not queried', async () => {
    const { server, names } = await namesOf(() => ['203.0.113.1'], {
      hosts: '# ours\n10.0.0.5\thooks Hooks.Example # and more\n::2 hooks\n',
    });
    expect(await names.resolve('localhost')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(await names.resolve('hooks')).toEqual([
      { address: '10.0.0.5', family: 4 },
      { address: '::2', family: 6 },
    ]);
    expect(await names.resolve('hooks.example')).toEqual([{ address: '10.0.0.5', family: 4 }]);
    expect(server.asked).toEqual([]);
  });
});
