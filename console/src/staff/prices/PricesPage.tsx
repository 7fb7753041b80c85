// The current or a scheduled price list of a region, at `/staff/prices`.
import type { StaffPrices } from '@godwit/contract/staff/operations';
import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { useAddress } from '../../components/list/useAddress.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant, formatPrice } from '../../format.ts';
import { isBeginning } from '../../priceListStart.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { type Column, Cut, DataTable } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { cancelPrices, openPrices, pricesQuery, REGIONS, regionOf } from '../api/prices.ts';
import { staffPaths } from '../paths.ts';
import { staffPrices } from '../pricesText.ts';
import { Search, StackLead, StaffPage, useMay } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

type Price = StaffPrices['rows'][number];

const parse = (params: URLSearchParams) => ({
  region: regionOf(params.get('region')),
  q: params.get('q') ?? '',
  at: params.get('at') ?? '',
});

function PricesPage() {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const { state, change } = useAddress(parse);
  const { region } = state;
  const prices = useQuery(pricesQuery(region, state.at || null));
  const currency = prices.data?.currency ?? '';
  const prefixOf = usePrefix();
  const [ask, question] = useReasonConfirm();
  const download = useDownload();
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff', 'prices'] });

  const list = {
    file: `prices-${region.toLowerCase()}.csv`,
    open: (signal: AbortSignal) => openPrices(region, signal),
  };
  const askCancel = (validFrom: string) =>
    ask({
      harmless: false,
      title: t('staff.prices.cancelTitle'),
      text: t('staff.prices.cancelText', { at: formatInstant(validFrom) }),
      action: t('staff.prices.cancel'),
      call: async () => {
        await cancelPrices(region, validFrom);
        if (state.at === validFrom) change({ at: '' });
        refresh();
        toastSuccess(t('staff.prices.cancelled'));
      },
      onLost: refresh,
    });

  const actions = (
    <>
      <DownloadButton download={download} source={list}>
        {t('action.export')}
      </DownloadButton>
      {may('prices') ? (
        <Button component={Link} to={`${staffPaths.pricesUpload}?region=${region}`}>
          {t('staff.prices.upload')}
        </Button>
      ) : null}
    </>
  );
  return (
    <StaffPage title={t('staff.nav.prices')} actions={actions}>
      <DownloadLine download={download} />
      <Filters>
        <SegmentedControl
          aria-label={t('field.region')}
          data={REGIONS.map((one) => ({ value: one, label: t(`region.${one}`) }))}
          value={region}
          onChange={(next) => change({ region: regionOf(next), at: '' })}
        />
        <Search hint={t('staff.prices.search')} state={state} change={change} />
      </Filters>
      {prices.data ? (
        <Upcoming
          upcoming={prices.data.upcoming}
          onShow={(at) => change({ at })}
          onCancel={may('prices') ? askCancel : null}
        />
      ) : null}
      {prices.data || !prices.isError ? (
        <Since prices={prices.data} isToCome={state.at !== ''} onNow={() => change({ at: '' })} />
      ) : null}
      <List
        label={t('staff.nav.prices')}
        found={{ ...prices, data: prices.data && { results: matching(prices.data, state.q) } }}
        columns={usePriceColumns(currency)}
        stackBelow="48em"
        stacked={(row) => (
          <>
            <StackLead end={formatPrice(row.price, currency)}>{row.name}</StackLead>
            <Text c="dimmed">{prefixOf(row)}</Text>
          </>
        )}
        rowKey={({ dial_prefix: prefix }) => prefix}
        empty={t('staff.list.noMatch')}
      />
      {question}
    </StaffPage>
  );
}

/** Compensates the padding of a subtle button at the start of a line on phones. */
const PLAIN_BUTTON = { base: -14, xs: 0 };

type SinceProps = { prices: StaffPrices | undefined; isToCome: boolean; onNow: () => void };

function Since({ prices, isToCome, onNow }: SinceProps) {
  const t = useText();
  const validityText = ({ valid_from: from }: StaffPrices) => {
    if (isBeginning(from)) return t('staff.prices.sinceBeginning');
    return t(isToCome ? 'staff.prices.from' : 'staff.prices.since', { at: formatInstant(from) });
  };
  return (
    <Group mih={32} mb={8} gap="4px 8px" c="dimmed">
      {prices
        ? `${t('staff.prices.rows', { count: prices.rows.length })}. ${validityText(prices)}`
        : '\u00a0'}
      {isToCome ? (
        <Button variant="subtle" size="xs" ml={PLAIN_BUTTON} onClick={onNow}>
          {t('staff.prices.backToNow')}
        </Button>
      ) : null}
    </Group>
  );
}

function matching({ rows }: StaffPrices, q: string): Price[] {
  const search = q.trim().toLowerCase();
  return rows.filter(
    ({ dial_prefix: prefix, name }) =>
      name.toLowerCase().includes(search) || (search !== '' && prefix.startsWith(search.replace(/^\+/, ''))),
  );
}

/** Formats a prefix. The empty one means everywhere else. */
function usePrefix(): (row: { dial_prefix: string }) => string {
  const t = useText();
  return ({ dial_prefix: prefix }) => (prefix === '' ? t('staff.prices.everywhere') : `+${prefix}`);
}

function usePriceColumns(currency: string): Column<Price>[] {
  const t = useText();
  const prefixOf = usePrefix();
  return [
    {
      id: 'name',
      head: t('field.name'),
      cell: ({ name }) => (
        <strong>
          <Cut title={name} />
        </strong>
      ),
      width: '50%',
    },
    {
      id: 'prefix',
      head: t('staff.prices.prefix'),
      cell: prefixOf,
      muted: true,
      width: '25%',
    },
    {
      id: 'price',
      head: t('staff.prices.price'),
      cell: ({ price }) => formatPrice(price, currency),
      align: 'right',
      width: '25%',
    },
  ];
}

type UpcomingProps = {
  upcoming: StaffPrices['upcoming'];
  onShow: (validFrom: string) => void;
  /** Cancels a list. Null if the role does not allow it. */
  onCancel: ((validFrom: string) => void) | null;
};

/** The scheduled price lists of a region. */
function Upcoming({ upcoming, onShow, onCancel }: UpcomingProps) {
  const t = useText();
  if (upcoming.length === 0) return null;
  return (
    <Box mb={24}>
      <Section title={t('staff.prices.upcoming')}>
        <DataTable
          label={t('staff.prices.upcoming')}
          rows={upcoming}
          rowKey={({ valid_from }) => valid_from}
          stacked={({ valid_from: validFrom, rows }) => {
            const at = formatInstant(validFrom);
            return (
              <Group justify="space-between" gap="8px 24px">
                <Group gap="0 12px">
                  <strong>{t('staff.prices.upcomingRow', { at })}</strong>
                  <Text span c="dimmed">
                    {t('staff.prices.rows', { count: rows })}
                  </Text>
                </Group>
                <Group gap={4} ml={PLAIN_BUTTON}>
                  <Button
                    variant="subtle"
                    size="xs"
                    aria-label={t('staff.prices.showNamed', { at })}
                    onClick={() => onShow(validFrom)}
                  >
                    {t('action.show')}
                  </Button>
                  {onCancel ? (
                    <Button
                      variant="subtle"
                      size="xs"
                      aria-label={t('staff.prices.cancelNamed', { at })}
                      onClick={() => onCancel(validFrom)}
                    >
                      {t('staff.prices.cancel')}
                    </Button>
                  ) : null}
                </Group>
              </Group>
            );
          }}
        />
      </Section>
    </Box>
  );
}

export default withTexts(PricesPage, staffPrices);
