// The figures of a comparison of campaigns, and the address that names them.
import type { Team } from '@godwit/contract/accounts/accounts';
import type { Campaign, CampaignResult } from '@godwit/contract/campaigns/campaigns';
import { isId } from '@godwit/contract/common';
import { formatCount, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import type { TextId } from '../../text/catalogue.ts';
import type { Translate } from '../../text/useText.ts';
import { formatDuration, symbolOf, wholeShareOf } from './counts.ts';

export const LEAST_COMPARED = 2;
export const MOST_COMPARED = 5;

/** The address that compares these campaigns. */
export const compareAddress = (ids: readonly string[]): string =>
  `${paths.compareCampaigns}?ids=${ids.join()}`;

/** Returns the ids in an address, at most as many as can be compared. */
export function parseCompared(params: URLSearchParams): string[] {
  const ids = (params.get('ids') ?? '').split(',').filter(isId);
  return [...new Set(ids)].slice(0, MOST_COMPARED);
}

export type Compared = { campaign: Campaign; result: CampaignResult };

/** A figure: its words, and the number that its bar shows. Null if it is not known. */
type Figure = { text: string; value: number } | null;

/** `whole` is the number of a full bar, if that is not the largest figure. */
export type Metric = { id: string; label: TextId; figures: Figure[]; whole?: number };

/** Returns the rows of the comparison, each with a figure for every campaign. */
export function metricsOf(compared: readonly Compared[], region: Team['region'], t: Translate): Metric[] {
  const counted = (value: number): Figure => ({ text: formatCount(value), value });
  const share = (count: number, whole: number): Figure => {
    if (whole === 0) return null;
    const value = wholeShareOf(count, whole);
    return { text: t('compare.share', { count, share: value }), value };
  };
  const row = (id: string, label: TextId, figure: (one: Compared) => Figure): Metric => ({
    id,
    label,
    figures: compared.map(figure),
  });
  // The bars of all shares have one scale, so 33% is never longer than 67%.
  const shared = (...of: Parameters<typeof row>): Metric => ({ ...row(...of), whole: 1 });
  return [
    row('sent', 'compare.sent', ({ campaign }) => counted(campaign.messages)),
    shared('delivered', 'status.DELIVERED', ({ campaign: { counts, messages } }) =>
      share(counts.delivered, messages),
    ),
    shared('failed', 'status.FAILED', ({ campaign: { counts, messages } }) => share(counts.failed, messages)),
    shared('replies', 'campaign.replies', ({ campaign, result }) =>
      share(result.replies, campaign.counts.delivered),
    ),
    shared('optOuts', 'nav.optOuts', ({ campaign, result }) =>
      share(result.opt_outs, campaign.counts.delivered),
    ),
    row('cost', 'compare.costEach', ({ campaign }) => {
      const { cost, counts } = campaign;
      if (counts.delivered === 0) return null;
      const value = cost / counts.delivered;
      return { text: formatPrice(value, symbolOf(campaign, region)), value };
    }),
    row('time', 'compare.median', ({ result }) =>
      result.median_seconds == null
        ? null
        : { text: formatDuration(result.median_seconds), value: result.median_seconds },
    ),
  ];
}

/** Returns the width of each bar in percent. */
export function barsOf({ figures, whole }: Pick<Metric, 'figures' | 'whole'>): number[] {
  const most = whole ?? Math.max(0, ...figures.map((figure) => figure?.value ?? 0));
  return figures.map((figure) => (most === 0 ? 0 : ((figure?.value ?? 0) / most) * 100));
}
