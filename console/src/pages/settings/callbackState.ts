// What the log of callbacks shows, as its address carries it, and what the server is asked for.
import { addDays } from '@godwit/contract/ranges';
import { MODES, type Mode } from '@godwit/contract/statuses';
import { startOfDay } from '@godwit/contract/timezones';
import type { AttemptsFilter } from '../../api/projects.ts';
import { oneOf, parseSearch, toPageQuery } from '../../components/useAddress.ts';
import { datesOf, parseDays, todayIn } from '../../days.ts';

/** Longest search the server takes, in characters. */
export const MAX_SEARCH = 64;

/** The statuses that servers are told, and what came of it. */
export const TOLD = ['SENT', 'DELIVERED', 'FAILED'] as const;
export const OUTCOMES = ['TAKEN', 'FAILED'] as const;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export const parseCallbackState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  days: parseDays(params),
  status: oneOf(TOLD, params.get('status')),
  outcome: oneOf(OUTCOMES, params.get('outcome')),
  ...parseSearch(params, MAX_SEARCH),
});
export type CallbackState = ReturnType<typeof parseCallbackState>;

/** Days are those of the project's time zone. */
export function toAttemptsFilter(state: CallbackState, mode: Mode, timezone: string): AttemptsFilter {
  const { from, to } = datesOf(state.days, todayIn(timezone));
  return {
    mode,
    from: startOfDay(from, timezone).toISOString(),
    to: startOfDay(addDays(to, 1), timezone).toISOString(),
    status: state.status ?? undefined,
    outcome: state.outcome ?? undefined,
    q: state.q.trim() || undefined,
    ...toPageQuery(state),
  };
}

/** Whether anything but the days narrows the list. */
export const isFiltered = ({ status, outcome, q }: CallbackState): boolean =>
  status !== null || outcome !== null || q.trim() !== '';
