// What the usage limits form holds, and what of it the server is told.
import { dailyLimitRequest, LIMIT_INVALID, type Project } from '@godwit/contract/projects';
import type { LimitForm } from '../../api/projects.ts';
import { said } from '../../text/sentences.ts';

/** `limit` as typed, in major units; `warnPercent` from 0 to 100. What is switched off keeps its value, for switching on again. */
export type LimitValues = { limitOn: boolean; limit: string; warnOn: boolean; warnPercent: number };

/** Where the slider stands before it is moved. */
const USUAL_WARN_PERCENT = 80;

type Saved = Pick<Project, 'daily_limit' | 'daily_warn_pct'>;

/** The form as the project has it. */
export function toLimitValues({ daily_limit, daily_warn_pct }: Saved): LimitValues {
  return {
    limitOn: daily_limit !== null,
    limit: daily_limit === null ? '' : String(daily_limit),
    warnOn: daily_warn_pct !== null,
    warnPercent: daily_warn_pct === null ? USUAL_WARN_PERCENT : Math.round(daily_warn_pct * 100),
  };
}

/** The amount as the server takes it: `5,000.50` is `5000.50`. */
export const plainAmount = (typed: string): string => typed.replaceAll(/[\s,]/g, '');

/** Why the limit typed cannot be one; null for a good one, or none. */
export function limitProblem({ limitOn, limit }: Pick<LimitValues, 'limitOn' | 'limit'>): string | null {
  if (!limitOn) return null;
  const daily_limit = plainAmount(limit);
  const isGood = daily_limit !== '' && dailyLimitRequest.safeParse({ daily_limit }).success;
  return isGood ? null : said(LIMIT_INVALID);
}

/** The change from what is saved to what the form holds; null where there is none. A warning goes with its limit. */
export function toLimitForm(values: LimitValues, saved: Saved): LimitForm | null {
  if (!values.limitOn) return saved.daily_limit === null ? null : { clear_daily_limit: true };
  const limit = plainAmount(values.limit);
  const limitChanged = saved.daily_limit === null || Number(limit) !== saved.daily_limit;
  const before = toLimitValues(saved);
  const warnChanged =
    values.warnOn !== before.warnOn || (values.warnOn && values.warnPercent !== before.warnPercent);
  if (!limitChanged && !warnChanged) return null;
  return {
    ...(limitChanged && { daily_limit: limit }),
    ...(warnChanged && values.warnOn && { daily_warn_pct: String(values.warnPercent / 100) }),
    ...(warnChanged && !values.warnOn && { clear_daily_warn: true as const }),
  };
}
