// The messages and cost of a campaign while the user types. The server counts shortly after the last change.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import type { Mode } from '@godwit/contract/messages/statuses';
import { indexPrices, priceFor } from '@godwit/contract/payments/priceByPrefix';
import { UNVERIFIED_SENDER, unverifiedIn } from '@godwit/contract/senders';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CampaignFields, previewCampaign } from '../../api/campaigns.ts';
import { pricesQuery } from '../../api/messages.ts';
import { SummaryLine, SummaryTotal } from '../../components/message/SummaryCard.tsx';
import { formatCount, formatCounts, formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';

const DEBOUNCE_MS = 600;
/**
 * The server reads every contact to count. Larger groups are counted only by the review. Until then the price
 * is an estimate for the team's own country.
 */
const MAX_COUNTED_CONTACTS = 20_000;
const DIAL_CODES: Record<RegionCode, string> = { LK: '94', AU: '61' };

type Props = {
  /** Null while a field that affects the figures is missing or invalid. */
  fields: CampaignFields | null;
  /** Id of the campaign that is edited; null for a new one. */
  editing: string | null;
  contacts: number;
  /** The segments of the text with its merge fields as they are written. */
  segments: number;
  /** The text is the same for all recipients. */
  same: boolean;
  mode: Mode;
  /** The review is counting or open. */
  paused: boolean;
};

type Figures = {
  messages: number;
  cost: number;
  segments: string | null;
  unverified: number;
  isExact: boolean;
};

export function LiveEstimate({ fields, editing, contacts, segments, same, mode, paused }: Props) {
  const t = useText();
  const { region } = useTeam();
  const isLarge = contacts > MAX_COUNTED_CONTACTS;
  const exact = useExactFigures(isLarge ? null : fields, editing, paused);
  const estimate = useEstimate(isLarge && fields !== null, { contacts, segments });
  const figures: Figures | undefined = fields ? (isLarge ? estimate : exact) : undefined;
  const format = (figure: string) => (figures?.isExact ? figure : t('campaign.about', { figure }));
  return (
    <>
      <SummaryLine
        label={t('field.segmentsEach')}
        value={same ? formatCount(segments) : (figures?.segments ?? t('compose.segmentsDiffer'))}
      />
      <SummaryLine
        label={t('field.messages')}
        value={figures ? format(formatCount(figures.messages)) : t('field.none')}
      />
      {figures && figures.unverified > 0 ? (
        <SummaryLine
          label={t('compose.unverified', { mode, name: UNVERIFIED_SENDER })}
          value={formatCount(figures.unverified)}
        />
      ) : null}
      <SummaryTotal
        label={t(mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}
        value={figures ? format(formatPrice(figures.cost, region.currency_symbol)) : t('field.none')}
      />
    </>
  );
}

/** The server's figures for the fields as they were at the last pause in typing. */
function useExactFigures(
  fields: CampaignFields | null,
  editing: string | null,
  paused: boolean,
): Figures | undefined {
  // The text compares equal across renders; the object does not.
  const [settled] = useDebouncedValue(fields && JSON.stringify(fields), DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: ['campaignEstimate', editing, settled],
    queryFn: ({ signal }) => previewCampaign(JSON.parse(settled ?? '') as CampaignFields, signal, editing),
    enabled: fields !== null && settled !== null && !paused,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data) return undefined;
  const { message_count: messages, cost, segments_each: each, unverified } = data;
  return {
    messages,
    cost,
    segments: messages > 0 ? formatCounts(each.least, each.most) : null,
    unverified: unverifiedIn(unverified),
    isExact: true,
  };
}

function useEstimate(
  enabled: boolean,
  { contacts, segments }: Pick<Props, 'contacts' | 'segments'>,
): Figures | undefined {
  const { region } = useTeam();
  const { data } = useQuery({ ...pricesQuery, enabled });
  const price = data && priceFor(DIAL_CODES[region.id], indexPrices(data))?.price;
  return price === undefined
    ? undefined
    : {
        messages: contacts,
        cost: contacts * segments * price,
        segments: null,
        unverified: 0,
        isExact: false,
      };
}
