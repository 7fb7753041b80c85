// The command line without a server: each command starts the database, does its work and prints the result or
// the next step.
import { describe, expect, it } from 'vitest';
import { serviceFolder } from './process.ts';

const { godwit, fails } = serviceFolder({}, 'embedded');
const fresh = serviceFolder({}, 'embedded');

describe('godwit', () => {
  it('works on a database that no server has initialised yet', async () => {
    expect(await fresh.fails('team', 'verify', 'nobody@example.com')).toMatch(/Nobody has registered/);
  });

  it('migrates, once', async () => {
    const { applied } = (await godwit('migrate')) as { applied: string[] };
    expect(applied[0]).toMatch(/^0001_/);
    expect(await godwit('migrate')).toEqual({ applied: [] });
  });

  it('finds no error in a new database', async () => {
    const { findings } = (await godwit('doctor')) as { findings: { ok: boolean; name: string }[] };
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
  });

  it.each([
    ['an unknown person', ['team', 'verify', 'nobody@example.com'], /Nobody has registered/],
    ['no person', ['team', 'verify'], /Give the e-mail/],
    [
      'a second factor that does not exist',
      ['account', 'unlock', 'nobody@example.com'],
      /Nobody with a second factor/,
    ],
    ['an invalid sender id', ['sender', 'add', 'p', 'X'], /3 to 11/],
    ['an unknown project', ['sender', 'add', 'p', 'Lanka Shop'], /no project p/],
    ['a staff member without an address', ['staff', 'add', 'ops'], /Give the e-mail/],
    ['an unknown staff role', ['staff', 'add', 'ops@example.com', '--role=KING'], /SUPPORT, COMPLIANCE/],
    ['an unknown staff member', ['staff', 'remove', 'nobody@example.com'], /Nobody of staff/],
    ['an unknown link', ['links', 'drain', 'nothing', 'They', 'move'], /no link nothing/],
    ['a pause without a reason', ['links', 'pause', 'nothing'], /Give a reason/],
    ['an unknown team', ['team', 'pause', 'nobody@example.com', 'Spam'], /Nobody has registered/],
    ['an unknown option', ['doctor', '--loud'], /--loud/],
  ])('refuses %s with a sentence', async (_what, args, words) => {
    expect(await fails(...args)).toMatch(words);
  });

  it('adds and removes staff', async () => {
    expect(await godwit('staff', 'add', 'Ops@example.com', '--role=support')).toMatchObject({
      email: 'ops@example.com',
      role: 'SUPPORT',
      password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
      url: expect.stringMatching(/\/staff$/),
    });
    expect(await godwit('staff', 'remove', 'ops@example.com')).toMatchObject({ removed: true });
  });

  it('lists what there is', async () => {
    expect(await godwit('queue')).toEqual({ total: 0, rows: [] });
    expect(await godwit('links', 'list')).toEqual({ total: 0, links: [] });
    expect(await godwit('team', 'list')).toEqual({ total: 0, teams: [] });
  });

  it('prints its usage for an unknown subcommand', async () => {
    expect(await fails('fly')).toMatch(/ledger check/);
  });
});
