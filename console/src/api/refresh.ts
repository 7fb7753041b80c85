// Maps live events to reloads, batched to at most one per second.
import type { Team } from '@godwit/contract/accounts/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { storedTeamId } from '../session/storage.ts';
import { profileQuery, teamsQuery } from './accounts.ts';
import type { LiveEvent } from './live.ts';

const EVERY_MS = 1000;
/**
 * The queries that change by a decision of staff: whether the team is verified, its requests, and its
 * projects' sender ids.
 */
const DECIDED = [profileQuery.queryKey, ['verifications'], ['senderRequests'], ['project']];

/**
 * Makes a function that asks for `run`: at once, or, if the last run has not ended or began less than
 * `everyMs` ago, once after that for everyone who asked in between. So it waits for a slow answer instead of
 * asking for it again and again.
 */
export function createCoalescer(run: () => Promise<unknown>, everyMs = EVERY_MS) {
  let busy = false;
  let asked = false;
  let stopped = false;

  function ask(): void {
    if (stopped) return;
    if (busy) {
      asked = true;
      return;
    }
    busy = true;
    const gap = new Promise((resolve) => setTimeout(resolve, everyMs));
    void Promise.allSettled([run(), gap]).then(() => {
      busy = false;
      if (!asked) return;
      asked = false;
      ask();
    });
  }
  const stop = () => {
    stopped = true;
  };
  return { ask, stop };
}

/** Takes the events of one connection and has what is on screen read again. */
export function createRefresher(client: QueryClient) {
  const changed = new Set<string>();
  let all = false;

  const again = (queryKey: readonly unknown[]) => client.invalidateQueries({ queryKey });
  const { ask, stop } = createCoalescer(() => {
    const details = all ? [['message']] : [...changed].map((id) => ['message', id]);
    changed.clear();
    all = false;
    return Promise.all([
      again(['messages']),
      again(['conversations']),
      again(['stats']),
      again(['campaigns']),
      again(['campaign']),
      ...details.map(again),
      client.invalidateQueries({ queryKey: ['hasMessages'], predicate: ({ state }) => state.data !== true }),
    ]);
  });

  function take({ name, data }: LiveEvent): void {
    if (name === 'balance') {
      client.setQueryData(teamsQuery.queryKey, (teams) => teams && withBalance(teams, data));
      return;
    }
    if (name === 'decision') {
      for (const key of DECIDED) void again(key);
      return;
    }
    if (name === 'message') changed.add(data.id);
    else if (name !== 'campaign') all = true;
    // Before it was ready anything may have happened, to the balance and by staff too.
    if (name === 'ready') for (const key of [teamsQuery.queryKey, ...DECIDED]) void again(key);
    ask();
  }
  return { take, stop };
}

/** The teams, with another balance of the one that the stream is for. */
function withBalance(teams: Team[], balance: Pick<Team, 'balance' | 'display_balance'>): Team[] {
  const current = teams.find(({ id }) => id === storedTeamId()) ?? teams[0];
  return teams.map((team) => (team === current ? { ...team, ...balance } : team));
}
