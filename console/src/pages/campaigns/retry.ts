// Whom a campaign that is sent again goes to, and whom it leaves out.
import type { Campaign, CampaignResult } from '@godwit/contract/campaigns/campaigns';
import { type LeftOut, leftOutOf } from '@godwit/contract/campaigns/leftOut';
import type { FailureReason, SkipReason } from '@godwit/contract/campaigns/rules';

/** A campaign with the reasons of its failures. */
export type Retried = Campaign & Pick<CampaignResult, 'failures'>;

/** The recipients to send to again by outcome, their sum, and those that are left out by reason. */
export type Retry = Record<'count' | 'failed' | 'cancelled' | 'skipped', number> & {
  leftOut: Record<LeftOut, number>;
};

/** `toLandlines`: whether it is also sent again to numbers that are certainly not mobile. */
export function retryFor(
  { counts, failures }: Pick<Retried, 'counts' | 'failures'>,
  toLandlines: boolean,
): Retry {
  const leftOut = { unreachable: 0, uncertain: 0 };
  /** Counts those that are left out, and returns the number of the others. */
  const sendable = (outcomes: readonly { reason: SkipReason | FailureReason; count: number }[]) => {
    let sum = 0;
    for (const { reason, count } of outcomes) {
      const why = leftOutOf(reason, toLandlines);
      if (why) leftOut[why] += count;
      else sum += count;
    }
    return sum;
  };
  const { cancelled, skipped_by: skippedBy } = counts;
  const failed = sendable(failures);
  // `cancelled` has these recipients already.
  const skips = Object.entries({ ...skippedBy, cancelled: 0 });
  const skipped = sendable(skips.map(([reason, count]) => ({ reason: reason as SkipReason, count })));
  return { count: failed + cancelled + skipped, failed, cancelled, skipped, leftOut };
}
