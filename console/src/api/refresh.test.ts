// @vitest-environment jsdom
// Throttled reloading.
import type { Team } from '@godwit/contract/accounts/accounts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { teamsQuery } from './accounts.ts';
import { createCoalescer, createRefresher } from './refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('repeated triggers', () => {
  it('run at once, then at most once a second', async () => {
    const run = vi.fn(async () => {});
    const { trigger } = createCoalescer(run);
    for (let tenth = 0; tenth < 35; tenth += 1) {
      trigger();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(run).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(5);
  });

  it('wait for a slow run', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const run = vi.fn(() => promise);
    const { trigger } = createCoalescer(run);
    trigger();
    trigger();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('continue after a failed run, but not after a stop', async () => {
    const run = vi.fn(async () => Promise.reject(new Error('no answer')));
    const { trigger, stop } = createCoalescer(run);
    trigger();
    trigger();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(2);
    trigger();
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('an event', () => {
  const KEYS = [
    ['messages', { pageNum: 0 }],
    ['stats', 'overview', {}],
    ['message', 'm1', 'p1'],
    ['message', 'm2', 'p1'],
    ['hasMessages', 'p1', 'TEST'],
    ['hasMessages', 'p1', 'LIVE'],
    ['campaigns', 'p1', 'TEST'],
    ['campaign', 'c1', 'p1'],
    ['projects'],
    ['profile'],
    ['verifications'],
    ['senderRequests', 'p1'],
    ['project', 'p1'],
  ];
  /** The queries of messages and campaigns. The query that already found messages stays fresh. */
  const ALL = KEYS.slice(0, 8).filter((key) => key !== KEYS[4]);
  const DECIDED = KEYS.slice(9);

  /**
   * A cache in which all queries are fresh and only TEST has messages. `stale` returns the invalidated
   * queries.
   */
  function setUp() {
    const client = new QueryClient();
    for (const key of KEYS) client.setQueryData(key, key[2] !== 'LIVE');
    const { handle } = createRefresher(client);
    const stale = () => KEYS.filter((key) => client.getQueryState(key)?.isInvalidated);
    return { client, handle, stale };
  }

  it('about a message reloads lists, figures and that message', () => {
    const { handle, stale } = setUp();
    handle({ name: 'message', data: { id: 'm2', status: 'SENT' } });
    expect(stale()).toEqual([KEYS[0], KEYS[1], KEYS[3], KEYS[5], KEYS[6], KEYS[7]]);
  });

  it('about many messages reloads all messages', () => {
    const { handle, stale } = setUp();
    handle({ name: 'refresh', data: {} });
    expect(stale()).toEqual(ALL);
  });

  it('about a campaign reloads campaigns, lists and figures, but no single message', () => {
    const { handle, stale } = setUp();
    handle({ name: 'campaign', data: { id: 'c1' } });
    expect(stale()).toEqual([KEYS[0], KEYS[1], KEYS[5], KEYS[6], KEYS[7]]);
  });

  it('about a decision reloads the person, the requests and the projects', () => {
    const { handle, stale } = setUp();
    handle({ name: 'decision', data: {} });
    expect(stale()).toEqual(DECIDED);
  });

  it('that the connection is ready reloads all of them', () => {
    const { handle, stale } = setUp();
    handle({ name: 'ready', data: {} });
    expect(stale()).toEqual([...ALL, ...DECIDED]);
  });

  it('about the balance updates it without a call', () => {
    const { client, handle, stale } = setUp();
    const team = (id: string) => ({ id, balance: 100, display_balance: '100.00' }) as Team;
    localStorage.setItem('team', JSON.stringify(team('t2')));
    client.setQueryData(teamsQuery.queryKey, [team('t1'), team('t2')]);
    handle({ name: 'balance', data: { balance: 98.4, display_balance: '98.40' } });
    expect(client.getQueryData(teamsQuery.queryKey)).toEqual([
      team('t1'),
      { ...team('t2'), balance: 98.4, display_balance: '98.40' },
    ]);
    expect(stale()).toEqual([]);
  });
});
