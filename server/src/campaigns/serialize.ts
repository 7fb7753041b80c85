// Campaigns as API answers.

import type { Campaign, CampaignStatus } from '@godwit/contract/campaigns/campaigns';
import { leftOutOf } from '@godwit/contract/campaigns/leftOut';
import { SKIP_REASONS, type SkipReason } from '@godwit/contract/campaigns/rules';
import type { ShownStatus } from '@godwit/contract/messages/statuses';
import { zonedTime } from '@godwit/contract/timezones';
import { fromMicros } from '../money.ts';
import type { CampaignRow, GroupRow } from './queries.ts';

type Shown = Pick<CampaignRow, 'state' | 'isAhead' | 'isRetried' | 'recipients' | 'counts'>;

/** How far a campaign is, in one word. */
export function statusOf({
  state,
  isAhead,
  counts,
}: Omit<Shown, 'isRetried' | 'recipients'>): CampaignStatus {
  if (state === 'cancelled') return 'CANCELLED';
  if (isAhead) return 'SCHEDULED';
  const goesOn = state !== 'done' || counts.some(({ what, count }) => what === 'ACCEPTED' && count > 0);
  return goesOn ? 'SENDING' : 'SENT';
}

/** How many of its messages a screen shows with this status. */
export const countOf = ({ counts }: Pick<Shown, 'counts'>, status: ShownStatus): number =>
  counts.find(({ what }) => what === status)?.count ?? 0;

/**
 * Whether it can be sent again to those it did not reach: nothing more goes out, it has not been sent again
 * yet, and some may be reached. All failures count, because their reasons are not counted.
 */
export function canRetry(campaign: Shown): boolean {
  const status = statusOf(campaign);
  if (campaign.isRetried || (status !== 'SENT' && status !== 'CANCELLED')) return false;
  const { failed, cancelled, skipped_by: skippedBy, waiting } = countsOf(campaign);
  const skipped = (Object.keys(skippedBy) as SkipReason[]).some((reason) => leftOutOf(reason, true) === null);
  return (failed + cancelled > 0 || skipped) && waiting === 0;
}

/** Recipients by state: waiting + sent + delivered + failed + cancelled + skipped = recipients. */
function countsOf({ recipients, counts }: Pick<Shown, 'recipients' | 'counts'>): Campaign['counts'] {
  const of = (what: string) => counts.find((one) => one.what === what)?.count ?? 0;
  const reasons = Object.keys(SKIP_REASONS) as SkipReason[];
  const skippedBy = Object.fromEntries(
    reasons.filter((reason) => of(reason) > 0).map((reason) => [reason, of(reason)]),
  );
  const unsent = reasons.reduce((sum, reason) => sum + of(reason), 0);
  const [sent, delivered, failed, skipped] = [
    of('SENT'),
    of('DELIVERED'),
    of('FAILED'),
    unsent - of('cancelled'),
  ];
  const cancelled = of('CANCELLED') + of('cancelled');
  const waiting = recipients - sent - delivered - failed - cancelled - skipped;
  return { recipients, waiting, sent, delivered, failed, cancelled, skipped, skipped_by: skippedBy };
}

/**
 * A campaign as the console gets it. `groups` hold at least those it names that are still there, by their
 * ids.
 */
export function toCampaign(
  row: CampaignRow,
  groups: ReadonlyMap<string, GroupRow>,
  { timezone, currency }: { timezone: string; currency: string },
): Campaign {
  const messages = row.counts.filter(({ what }) => !Object.hasOwn(SKIP_REASONS, what));
  const sum = (of: (one: (typeof messages)[number]) => number) =>
    messages.reduce((all, one) => all + of(one), 0);
  return {
    id: row.id,
    project_id: row.projectId,
    mode: row.mode,
    name: row.name,
    content: row.content,
    from: row.sender,
    send_at: row.sendAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    schedule: scheduleOf(row.sendAt, timezone),
    estimate: row.estimate && estimateOf(row.estimate),
    status: statusOf(row),
    include_groups_detail: row.groupIds.flatMap((id) => groups.get(id) ?? []),
    messages: sum(({ count }) => count),
    segments: sum(({ segments }) => segments),
    cost: fromMicros(messages.reduce((all, { costMicros }) => all + BigInt(costMicros), 0n)),
    currency,
    counts: countsOf(row),
    to_landlines: row.toLandlines,
    retry_of: row.retryOf,
    can_retry: canRetry(row),
  };
}

const estimateOf = ({ messages, segments, costMicros }: NonNullable<CampaignRow['estimate']>) => ({
  messages,
  segments,
  cost: fromMicros(BigInt(costMicros)),
});

/** When it is sent in the project's time zone; null for at once. */
export function scheduleOf(sendAt: Date | null, timezone: string): Campaign['schedule'] {
  return sendAt && { send_at: sendAt.toISOString(), timezone, ...zonedTime(sendAt, timezone) };
}
