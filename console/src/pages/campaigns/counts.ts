// What the counts of a campaign say.
import { type Campaign, SKIP_REASONS, type SkipReason } from '@godwit/contract/campaigns';

/** How many a campaign did not reach. */
export const unreachedOf = ({ counts }: Campaign): number => counts.failed + counts.skipped;

/** The reasons for which recipients got nothing, the commonest first. */
export function skippedLines(
  by: Partial<Record<SkipReason, number>>,
): { reason: SkipReason; count: number }[] {
  const reasons = Object.keys(SKIP_REASONS) as SkipReason[];
  return reasons
    .map((reason) => ({ reason, count: by[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
