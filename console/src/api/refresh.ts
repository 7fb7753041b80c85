// Reloads queries after live events, at most once a second.
import type { Team } from '@godwit/contract/accounts/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { storedTeamId } from '../session/storage.ts';
import { profileQuery, teamsQuery } from './accounts.ts';
import type { LiveEvent } from './live.ts';

const EVERY_MS = 1000;
/**
 * The queries that a decision of staff changes: the team's verification, its requests, and its projects'
 * sender IDs.
 */
const DECISION_KEYS = [profileQuery.queryKey, ['verifications'], ['senderRequests'], ['project']];

/**
 * Makes a function that triggers `run`: at once, or, if the last run is unfinished or began less than
 * `everyMs` ago, once afterwards. Triggers during a slow run therefore cause only one more run.
 */
export function createCoalescer(run: () => Promise<unknown>, everyMs = EVERY_MS) {
  let busy = false;
  let pending = false;
  let stopped = false;

  function trigger(): void {
    if (stopped) return;
    if (busy) {
      pending = true;
      return;
    }
    busy = true;
    const gap = new Promise((resolve) => setTimeout(resolve, everyMs));
    void Promise.allSettled([run(), gap]).then(() => {
      busy = false;
      if (!pending) return;
      pending = false;
      trigger();
    });
  }
  const stop = () => {
    stopped = true;
  };
  return { trigger, stop };
}

/** Handles the events of one connection by reloading the queries on screen. */
export function createRefresher(client: QueryClient) {
  const changed = new Set<string>();
  let all = false;

  const invalidate = (queryKey: readonly unknown[]) => client.invalidateQueries({ queryKey });
  const { trigger, stop } = createCoalescer(() => {
    const details = all ? [['message']] : [...changed].map((id) => ['message', id]);
    changed.clear();
    all = false;
    return Promise.all([
      invalidate(['messages']),
      invalidate(['conversations']),
      invalidate(['stats']),
      invalidate(['campaigns']),
      invalidate(['campaign']),
      ...details.map(invalidate),
      client.invalidateQueries({ queryKey: ['hasMessages'], predicate: ({ state }) => state.data !== true }),
    ]);
  });

  function handle({ name, data }: LiveEvent): void {
    if (name === 'balance') {
      client.setQueryData(teamsQuery.queryKey, (teams) => teams && withBalance(teams, data));
      return;
    }
    if (name === 'decision') {
      for (const key of DECISION_KEYS) void invalidate(key);
      return;
    }
    if (name === 'message') changed.add(data.id);
    else if (name !== 'campaign') all = true;
    // Any data may have changed before the stream was ready, including the balance and decisions of staff.
    if (name === 'ready') for (const key of [teamsQuery.queryKey, ...DECISION_KEYS]) void invalidate(key);
    trigger();
  }
  return { handle, stop };
}

/** Replaces the balance of the team that the stream belongs to. */
function withBalance(teams: Team[], balance: Pick<Team, 'balance' | 'display_balance'>): Team[] {
  const current = teams.find(({ id }) => id === storedTeamId()) ?? teams[0];
  return teams.map((team) => (team === current ? { ...team, ...balance } : team));
}
