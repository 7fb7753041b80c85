// The rules by which a server is taken, refused or left. server/test/failover.test.ts has real servers.
import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../settingValues.ts';
import { type Target, targetsOf } from './address.ts';
import { openFence } from './fence.ts';
import { splitHosts } from './hosts.ts';
import type { Identity } from './identity.ts';

const primary = (timeline: number | null, other: Partial<Identity> = {}): Identity => ({
  isWritable: true,
  isStandby: false,
  system: 'one',
  timeline,
  started: '1',
  ...other,
});

describe('a DATABASE_URL', () => {
  it('may name several hosts, which share all else', () => {
    expect(splitHosts('postgresql://ann:a,b@one:5433,[::1],three/sms?sslmode=disable')).toEqual([
      'postgresql://ann:a,b@one:5433/sms?sslmode=disable',
      'postgresql://ann:a,b@[::1]/sms?sslmode=disable',
      'postgresql://ann:a,b@three/sms?sslmode=disable',
    ]);
    expect(targetsOf('postgres://one:5433,[::1]/sms').map(({ name }) => name)).toEqual([
      'one:5433',
      '::1:5432',
    ]);
    const socket = 'postgresql://ann@localhost/sms?host=/run/a,b';
    expect(splitHosts(socket)).toEqual([socket]);
  });

  it.each(['postgresql://one,/sms', 'postgresql://,one/sms', 'postgresql://one:x,two/sms', 'one,two'])(
    'is refused as %s',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow(
        /must be an address such as .* commas between several hosts/,
      );
    },
  );
});

describe('the memory of a process', () => {
  const known = new Map<string, Target>();
  function at(name: string): Target {
    const target = known.get(name) ?? { url: '', host: name, port: 5432, name };
    known.set(name, target);
    return target;
  }

  function withConnections(...connections: [server: string, timeline: number, started?: string][]) {
    const lines: string[] = [];
    const log = (_: object, line: string) => void lines.push(line);
    const fence = openFence({ error: log, warn: log, info: log } as never);
    const dropped: string[] = [];
    for (const [name, timeline, started = '1'] of connections)
      fence.members.join({ target: at(name), timeline, started, drop: () => dropped.push(name) });
    return { fence, dropped, lines };
  }

  it('drops connections to the old primary once it meets a newer one', () => {
    const { fence, dropped, lines } = withConnections(['a', 1], ['b', 2]);
    fence.admit(primary(1), at('a'));
    expect(dropped).toEqual([]);
    fence.admit(primary(2), at('b'));
    expect([dropped, lines]).toEqual([['a'], ['The database failed over to another server']]);
  });

  it('refuses an older timeline and another cluster, and says so once', () => {
    const { fence, lines } = withConnections();
    fence.admit(primary(2), at('b'));
    for (let i = 0; i < 3; i++) {
      expect(() => fence.admit(primary(1), at('a'))).toThrow(
        /a is not used: it is an old primary on timeline 1/,
      );
      expect(() => fence.admit(primary(9, { system: 'other' }), at('c'))).toThrow(
        /c is not used: it belongs to another/,
      );
    }
    expect([lines.length, fence.refused()]).toEqual([2, ['a', 'c']]);
  });

  it('refuses a server no longer once it follows, or takes writes on a newer timeline', () => {
    const { fence, dropped } = withConnections(['a', 1]);
    fence.admit(primary(2), at('b'));
    for (const name of ['a', 'c']) expect(() => fence.admit(primary(1), at(name))).toThrow();
    fence.noteStandby(at('a'));
    fence.admit(primary(2), at('c'));
    expect([fence.refused(), dropped]).toEqual([[], ['a']]);
  });

  it('drops connections to a machine that another one has replaced, on the same timeline', () => {
    const { fence, dropped } = withConnections(['a', 1, '1'], ['b', 1, '5']);
    fence.admit(primary(1, { started: '1' }), at('a'));
    expect(dropped).toEqual([]);
    fence.admit(primary(1, { started: '2' }), at('a'));
    expect(dropped).toEqual(['a']);
  });

  it('drops connections of a PgBouncer that leads back to an old primary', () => {
    const { fence, dropped } = withConnections(['pooler', 2], ['b', 2]);
    fence.admit(primary(2), at('pooler'));
    expect(() => fence.admit(primary(1), at('pooler'))).toThrow(/old primary/);
    expect(dropped).toEqual(['pooler']);
  });

  it('says of another cluster what may have made it one', () => {
    const { fence } = withConnections();
    fence.admit(primary(2), at('a'));
    expect(() => fence.admit(primary(1, { system: 'other' }), at('a'))).toThrow(
      /restart all processes of Godwit if you restored a backup or ran pg_upgrade/,
    );
  });

  it('takes a server that does not tell, and keeps what it remembers', () => {
    const { fence } = withConnections();
    fence.admit(primary(2), at('b'));
    fence.admit(primary(null, { system: null, started: null }), at('b'));
    expect(() => fence.admit(primary(1), at('a'))).toThrow(/old primary/);
  });
});
