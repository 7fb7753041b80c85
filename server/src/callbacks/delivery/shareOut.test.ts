import { describe, expect, it } from 'vitest';
import type { Receiver } from '../../db/callQueue.ts';
import { openShareOut, type Share, type ShareOut } from './shareOut.ts';

const receiver = (teamId: string, host: string): Receiver => ({ teamId, host });
const many = (count: number, make: (i: number) => Receiver) =>
  Array.from({ length: count }, (_, i) => make(i));
/** The calls that start when each share is used up. */
const callsOf = (shares: readonly Share[]): Receiver[] =>
  shares.flatMap(({ teamId, host, capacity }) => many(capacity, () => receiver(teamId, host)));
const ofTeam = (calls: readonly Receiver[], team: string) =>
  calls.filter(({ teamId }) => teamId === team).length;

/** Frees one slot at a time, oldest first, and assigns it; returns the receivers that got one, in order. */
function oneByOne(
  shareOut: ShareOut,
  waiting: readonly Receiver[],
  inFlight: Receiver[],
  times: number,
): Receiver[] {
  const got: Receiver[] = [];
  for (let i = 0; i < times; i++) {
    inFlight.shift();
    const calls = callsOf(shareOut(waiting, inFlight));
    inFlight.push(...calls);
    got.push(...calls);
  }
  return got;
}

describe('calls of a process', () => {
  it('are ten to a host in both modes together, and TEST leaves some to LIVE', () => {
    const shareOut = openShareOut();
    const [test, live] = [receiver('a', 'TEST h'), receiver('a', 'h')];
    const calls = callsOf(shareOut([test], []));
    expect(calls).toHaveLength(8);
    calls.push(...callsOf(shareOut([test, live], calls)));
    expect(calls.slice(8)).toEqual([live]);
    calls.push(...callsOf(shareOut([receiver('b', 'h')], calls)));
    expect(calls).toHaveLength(10);
    expect(shareOut([receiver('c', 'TEST h')], calls)).toEqual([]);
  });

  it('are at most ten to a host, two of them for teams other than the first', () => {
    const shareOut = openShareOut();
    const calls = callsOf(shareOut([receiver('a', 'h')], []));
    expect(calls).toHaveLength(8);
    calls.push(...callsOf(shareOut([receiver('a', 'h'), receiver('b', 'h')], calls)));
    expect([ofTeam(calls, 'a'), ofTeam(calls, 'b')]).toEqual([8, 1]);
    calls.push(
      ...callsOf(
        shareOut(
          ['a', 'b', 'c', 'd'].map((team) => receiver(team, 'h')),
          calls,
        ),
      ),
    );
    expect(calls).toHaveLength(10);
  });

  it('are at most fifty of a team', () => {
    const hosts = many(300, (i) => receiver('a', `h${i}`));
    expect(callsOf(openShareOut()(hosts, []))).toHaveLength(50);
  });

  it('of a team leave ten to receivers that have none, in both modes', () => {
    const shareOut = openShareOut();
    const slow = many(9, (i) => receiver('a', `TEST h${i} e${i}`));
    const calls = callsOf(shareOut(slow, []));
    expect(calls).toHaveLength(40);
    const quick = receiver('a', 'h e');
    calls.push(...callsOf(shareOut([...slow, quick], calls)));
    expect(calls.slice(40)).toEqual([quick]);
  });

  it('are 500, the last hundred for teams that have none', () => {
    const shareOut = openShareOut();
    const waiting = many(2_000, (i) => receiver(`team${i % 20}`, `h${i}`));
    const calls = callsOf(shareOut(waiting, []));
    expect(calls).toHaveLength(400);
    expect(
      new Set(many(20, (i) => receiver(`team${i}`, '')).map(({ teamId }) => ofTeam(calls, teamId))),
    ).toEqual(new Set([20]));
    const others = many(200, (i) => receiver(`new${i}`, `n${i}`));
    calls.push(...callsOf(shareOut([...waiting, ...others], calls)));
    expect(calls).toHaveLength(500);
    expect(ofTeam(calls, 'team0')).toBe(20);
  });

  it('to a full host go to its receivers in turn, whatever else their teams call', () => {
    const shareOut = openShareOut();
    // Receivers of b always find capacity at other hosts, and must not lose their turn here for it.
    const waiting = ['a', 'b', 'c', 'd', 'e', 'f'].map((team) => receiver(team, 'h'));
    const elsewhere = receiver('b', 'fast');
    const inFlight = callsOf(shareOut(waiting, []));
    const got: string[] = [];
    for (let i = 0; i < 12; i++) {
      inFlight.shift();
      for (const call of callsOf(shareOut([elsewhere, ...waiting], inFlight))) {
        if (call.host !== 'h') continue;
        got.push(call.teamId);
        inFlight.push(call);
      }
    }
    expect(new Set(got)).toEqual(new Set(['a', 'b', 'c', 'd', 'e', 'f']));
  });

  it('go to teams in turn if the process is full, however many receivers one team has', () => {
    const shareOut = openShareOut();
    const teams = many(12, (i) => receiver(`team${i}`, ''));
    const waiting = teams.flatMap(({ teamId }) => many(500, (i) => receiver(teamId, `${teamId}-${i}`)));
    const inFlight = callsOf(shareOut(waiting, []));
    waiting.push(receiver('small', 'one'));
    const got = oneByOne(shareOut, waiting, inFlight, 60);
    expect(ofTeam(got.slice(0, 13), 'small')).toBeGreaterThan(0);
    expect(ofTeam(got, 'small')).toBeGreaterThanOrEqual(4);
  });

  it('of one team go to its hosts in turn', () => {
    const shareOut = openShareOut();
    const waiting = many(100, (i) => receiver('a', `h${i}`));
    const inFlight = callsOf(shareOut(waiting, []));
    const first = inFlight.map(({ host }) => host);
    const got = oneByOne(shareOut, waiting, inFlight, 50).map(({ host }) => host);
    expect(new Set([...first, ...got]).size).toBe(100);
  });
});
