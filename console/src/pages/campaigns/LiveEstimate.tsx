// What a campaign comes to while it is written, counted by the server a moment after the last change.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import type { Mode } from '@godwit/contract/messages/statuses';
import { indexPrices, priceFor } from '@godwit/contract/payments/priceByPrefix';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CampaignForm, previewCampaign } from '../../api/campaigns.ts';
import { pricesQuery } from '../../api/messages.ts';
import { SummaryLine, SummaryTotal } from '../../components/message/SummaryCard.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';

const SETTLED_AFTER_MS = 600;
/**
 * The server reads every contact to count. Larger groups are counted by the review alone; until then their
 * price is that of the own country.
 */
const COUNTED_UP_TO = 20_000;
const DIAL_CODES: Record<RegionCode, string> = { LK: '94', AU: '61' };

type Props = {
  /** Null while a field that decides the figures is missing or wrong. */
  form: CampaignForm | null;
  /** The campaign that this is a change of. */
  editing: string | null;
  contacts: number;
  segments: number;
  mode: Mode;
  /** The review counts, or has counted. */
  paused: boolean;
};

type Figures = { messages: number; cost: number; isExact: boolean };

export function LiveEstimate({ form, editing, contacts, segments, mode, paused }: Props) {
  const t = useText();
  const { region } = useTeam();
  const isLarge = contacts > COUNTED_UP_TO;
  const exact = useCounted(isLarge ? null : form, editing, paused);
  const about = useAbout(isLarge && form !== null, { contacts, segments });
  const figures: Figures | undefined = form ? (isLarge ? about : exact) : undefined;
  const words = (figure: string) => (figures?.isExact ? figure : t('campaign.about', { figure }));
  return (
    <>
      <SummaryLine
        label={t('field.messages')}
        value={figures ? words(formatCount(figures.messages)) : t('field.none')}
      />
      <SummaryTotal
        label={t(mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}
        value={figures ? words(formatPrice(figures.cost, region.currency_symbol)) : t('field.none')}
      />
    </>
  );
}

/** The server's figures of the last form that was left alone for a moment. */
function useCounted(form: CampaignForm | null, editing: string | null, paused: boolean): Figures | undefined {
  // As a text: an equal form that was put together again is the same one.
  const [settled] = useDebouncedValue(form && JSON.stringify(form), SETTLED_AFTER_MS);
  const { data } = useQuery({
    queryKey: ['campaignEstimate', editing, settled],
    queryFn: ({ signal }) => previewCampaign(JSON.parse(settled ?? '') as CampaignForm, signal, editing),
    enabled: form !== null && settled !== null && !paused,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data && { messages: data.message_count, cost: data.cost, isExact: true };
}

function useAbout(
  enabled: boolean,
  { contacts, segments }: Pick<Props, 'contacts' | 'segments'>,
): Figures | undefined {
  const { region } = useTeam();
  const { data } = useQuery({ ...pricesQuery, enabled });
  const price = data && priceFor(DIAL_CODES[region.id], indexPrices(data))?.price;
  return price === undefined
    ? undefined
    : { messages: contacts, cost: contacts * segments * price, isExact: false };
}
