// Figures that follow from the counts of a campaign.

import type { Team } from '@godwit/contract/accounts/accounts';
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { SKIP_REASONS, type SkipReason } from '@godwit/contract/campaigns/rules';
import { formatUnit } from '../../format.ts';
import { shareOf, timeOf } from '../home/summary.ts';

/**
 * The number of recipients without a message: those skipped, and those cancelled before theirs was created.
 */
export const unsentCount = ({ counts: { skipped, skipped_by } }: Campaign): number =>
  skipped + (skipped_by.cancelled ?? 0);

/**
 * The steps of a campaign's messages, each with its count and its share of the messages. Recipients without a
 * message are not counted.
 */
export function progressSteps(campaign: Campaign) {
  const { recipients, sent, delivered } = campaign.counts;
  const queued = recipients - unsentCount(campaign);
  const steps = [
    { label: 'status.ACCEPTED', count: queued },
    { label: 'status.SENT', count: sent + delivered },
    { label: 'status.DELIVERED', count: delivered },
  ] as const;
  return steps.map((step) => ({ ...step, share: queued && step.count / queued }));
}

/** The number of skipped recipients by reason, most frequent first. */
export function skipCounts(
  counts: Partial<Record<SkipReason, number>>,
): { reason: SkipReason; count: number }[] {
  const reasons = Object.keys(SKIP_REASONS) as SkipReason[];
  return reasons
    .map((reason) => ({ reason, count: counts[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/**
 * Returns the symbol of a campaign's currency. A campaign keeps the currency it was charged in, even if the
 * team's currency changes.
 */
export const symbolOf = ({ currency }: Campaign, region: Team['region']): string =>
  currency === region.currency ? region.currency_symbol : currency;

/** Writes a duration in words: `3.2 seconds`. */
export function formatDuration(seconds: number): string {
  const { time, unit } = timeOf(seconds);
  return formatUnit(time, unit, 1);
}

/** Returns a share as `shareOf` rounds it, which neither none nor all needs. */
export function wholeShareOf(part: number, whole: number): number {
  if (part === 0) return 0;
  return part === whole ? 1 : shareOf(part, whole);
}
