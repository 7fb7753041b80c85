// A queue of calls to customers' URLs, as the picker needs it: a table with team_id, host and due_at.
import type { Pool } from 'pg';
import { type Fragment, prepared } from './sql.ts';

/** A receiver of calls: one host of one team. TEST and LIVE have separate ones (db/receivers.ts). */
export type Receiver = { teamId: string; host: string };

/**
 * The part of a queue to scan: the teams after `afterTeam`. `hostOf` names the host at which the scan
 * continues in a team that has many.
 */
export type Window = { afterTeam: string; hostOf: ReadonlyMap<string, string>; teams: number; hosts: number };

/** A team with waiting calls: the scanned hosts, in order, and those of them that have a due call. */
export type WaitingTeam = { teamId: string; hosts: string[]; due: string[] };

export type Queue<Call extends Receiver> = {
  /** The next teams with waiting calls, and their receivers. */
  waitingTeams(pool: Pool, window: Window): Promise<WaitingTeam[]>;
  /**
   * Claims due calls: of each receiver, as many as it has capacity for. No other worker claims them for
   * `leaseMs`; if this process dies, another one claims them then. A call whose subject is gone is deleted.
   */
  claim(
    pool: Pool,
    receivers: readonly (Receiver & { capacity: number })[],
    leaseMs: number,
  ): Promise<Call[]>;
};

/**
 * Opens the scan of a queue in `table`, as the statement `name`. It steps from team to team, and from host to
 * host, through the index. The cost depends on the number of receivers, not of calls, and the scan reads only
 * some hosts of a team that has very many.
 */
export function openWaitingTeams(name: string, table: Fragment): Queue<Receiver>['waitingTeams'] {
  const statement = prepared<Omit<WaitingTeam, 'due'> & { due: string[] | null }>(name)`
  with recursive team (team_id, place) as (
      (select team_id, 1 from ${table} where team_id > ${'afterTeam'} order by team_id limit 1)
      union all
      select next.team_id, team.place + 1 from team cross join lateral (
        select o.team_id from ${table} o where o.team_id > team.team_id order by o.team_id limit 1
      ) as next where team.place < ${'teams'}
    ), receiver (team_id, host, due_at, place) as (
      select team.team_id, first.host, first.due_at, 1
      from team left join unnest(${'resumedTeams'}::uuid[], ${'resumedHosts'}::text[]) as resumed (team_id, host) using (team_id)
      cross join lateral (
        select o.host, o.due_at from ${table} o
        where o.team_id = team.team_id and o.host >= coalesce(resumed.host, '') order by o.host, o.due_at limit 1
      ) as first
      union all
      select receiver.team_id, next.host, next.due_at, receiver.place + 1 from receiver cross join lateral (
        select o.host, o.due_at from ${table} o
        where o.team_id = receiver.team_id and o.host > receiver.host order by o.host, o.due_at limit 1
      ) as next where receiver.place < ${'hosts'}
    )
    select team.team_id as "teamId", array_remove(array_agg(host order by receiver.place), null) as hosts,
      array_remove(array_agg(host order by receiver.place) filter (where due_at <= now()), null) as due
    from team left join receiver using (team_id) group by 1 order by 1`;

  return async (pool, { afterTeam, hostOf, teams, hosts }) => {
    const { rows } = await statement.run(pool, {
      ...{ afterTeam, teams, hosts },
      ...{ resumedTeams: [...hostOf.keys()], resumedHosts: [...hostOf.values()] },
    });
    return rows.map(({ teamId, hosts, due }) => ({ teamId, hosts, due: due ?? [] }));
  };
}
