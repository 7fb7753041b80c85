// What the counts of a campaign say.

import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { SKIP_REASONS, type SkipReason } from '@godwit/contract/campaigns/rules';

/** The id of the part of the page that lists recipients, to which the figures lead. */
export const RECIPIENTS = 'recipients';

/** How many a campaign did not reach. */
export const unreachedOf = ({ counts: { failed, cancelled, skipped } }: Campaign): number =>
  failed + cancelled + skipped;

/**
 * How many got no message at all: those skipped, and those whose message was cancelled before there was one.
 */
export const unsentOf = ({ counts: { skipped, skipped_by } }: Campaign): number =>
  skipped + (skipped_by.cancelled ?? 0);

/** The way of its messages, and how many came so far: those that were not sent at all never began it. */
export function stationsOf(campaign: Campaign) {
  const { recipients, sent, delivered } = campaign.counts;
  const queued = recipients - unsentOf(campaign);
  const stations = [
    { words: 'status.queued', count: queued },
    { words: 'status.sent', count: sent + delivered },
    { words: 'status.delivered', count: delivered },
  ] as const;
  return stations.map((station) => ({ ...station, share: queued && station.count / queued }));
}

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
