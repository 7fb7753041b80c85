// Why recipients got nothing, in the order that is told.
import { SKIP_REASONS, type SkipReason } from '@godwit/contract/campaigns';

/** The reasons that anybody was skipped for, the commonest first. */
export function skippedLines(
  by: Partial<Record<SkipReason, number>>,
): { reason: SkipReason; count: number }[] {
  const reasons = Object.keys(SKIP_REASONS) as SkipReason[];
  return reasons
    .map((reason) => ({ reason, count: by[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
