// The result of a campaign: its curve of deliveries, the reasons of its failures, and the reactions to it.
import type { CampaignResult } from '@godwit/contract/campaigns/campaigns';
import { CURVE_POINTS, type FailureReason } from '@godwit/contract/campaigns/rules';
import type { Pool } from 'pg';
import { failureOf } from '../../explainFailure.ts';
import type { CampaignRow } from '../queries.ts';
import { type FailureKind, type ResultRow, selectFailures, selectResult } from './queries.ts';

/** Reads the result of a campaign. Stops, and throws, when `signal` aborts. */
export async function readResult(
  pool: Pool,
  campaign: CampaignRow,
  signal: AbortSignal,
): Promise<CampaignResult> {
  const row = await selectResult(pool, campaign, signal);
  return {
    deliveries: curveOf(row),
    failures: byReason(row.failures),
    replies: row.replies,
    opt_outs: row.optOuts,
    median_seconds: row.medianSeconds,
  };
}

/** The sum of deliveries at the end of each step, up to the last step with a delivery. */
function curveOf({ stepSeconds, steps, delivered }: ResultRow): CampaignResult['deliveries'] {
  const points: number[] = [];
  let sum = 0;
  const last = Math.max(-1, ...Object.keys(steps).map(Number));
  for (let step = 0; step <= Math.min(last, CURVE_POINTS - 1); step++) {
    sum += steps[step] ?? 0;
    points.push(sum);
  }
  return { step_seconds: stepSeconds, points, later: delivered - sum };
}

const reasonOf = ({ failure, carrierError }: FailureKind): FailureReason =>
  failureOf({ failure, carrierError })?.reason ?? failure;

function byReason(kinds: readonly FailureKind[]): CampaignResult['failures'] {
  const counts = new Map<FailureReason, number>();
  for (const kind of kinds) {
    const reason = reasonOf(kind);
    counts.set(reason, (counts.get(reason) ?? 0) + kind.count);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/** The kinds of failure with this reason in a campaign, and how many of its messages have them. */
export async function kindsOf(
  pool: Pool,
  campaign: CampaignRow,
  reason: FailureReason,
): Promise<{ kinds: string[]; count: number }> {
  const found = (await selectFailures(pool, campaign)).filter((kind) => reasonOf(kind) === reason);
  return { kinds: found.map(({ kind }) => kind), count: found.reduce((sum, { count }) => sum + count, 0) };
}
