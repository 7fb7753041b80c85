// The prices of a region, now or from a list to come, at `/staff/prices`.
import type { StaffPrices } from '@godwit/contract/staffOperations';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { saveFile } from '../../download.ts';
import { formatInstant, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { cancelPrices, exportPrices, pricesQuery } from '../api/prices.ts';
import lists from '../lists/lists.module.css';
import { useListState } from '../lists/useListState.ts';
import { staffPaths } from '../paths.ts';
import { ActDialog, type Asking } from '../shell/ActDialog.tsx';
import { StaffPage } from '../shell/StaffPage.tsx';
import { useMay } from '../shell/session.ts';
import classes from './PricesPage.module.css';
import { FIRST_REGION, REGIONS, regionOf } from './region.ts';
import { Upcoming } from './Upcoming.tsx';

type Price = StaffPrices['rows'][number];

export default function PricesPage() {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const { filter, change } = useListState({ region: FIRST_REGION as string, q: '', at: '' });
  const region = regionOf(filter.region);
  const prices = useQuery(pricesQuery(region, filter.at || null));
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isExporting, setExporting] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['staff', 'prices'] });

  async function save(): Promise<void> {
    setExporting(true);
    try {
      saveFile(await exportPrices(region), `prices-${region.toLowerCase()}.csv`);
    } catch (error) {
      toastError(error);
    }
    setExporting(false);
  }
  const askCancel = (validFrom: string) =>
    setAsking({
      title: t('staff.prices.cancelTitle'),
      text: t('staff.prices.cancelText', { at: formatInstant(validFrom) }),
      confirm: t('staff.prices.cancel'),
      act: async () => {
        await cancelPrices(region, validFrom);
        if (filter.at === validFrom) change({ at: '' });
        refresh();
        toastSuccess(t('staff.prices.cancelled'));
      },
      onLost: refresh,
    });

  const actions = (
    <>
      <Button variant="outline" loading={isExporting} onClick={save}>
        {t('staff.prices.export')}
      </Button>
      {may('prices') ? (
        <Button component={Link} to={`${staffPaths.pricesUpload}?region=${region}`}>
          {t('staff.prices.upload')}
        </Button>
      ) : null}
    </>
  );
  return (
    <StaffPage title={t('staff.prices.title')} actions={actions}>
      {prices.data ? (
        <Upcoming
          upcoming={prices.data.upcoming}
          onShow={(at) => change({ at })}
          onCancel={may('prices') ? askCancel : null}
        />
      ) : null}
      <search className={lists.filters}>
        <SegmentedControl
          aria-label={t('staff.prices.region')}
          data={REGIONS.map((one) => ({ value: one, label: t(`staff.region.${one}`) }))}
          value={region}
          onChange={(next) => change({ region: next, at: '' })}
        />
        <SearchField
          className={lists.search ?? ''}
          hint={t('staff.prices.search')}
          q={filter.q}
          onSearch={(q) => change({ q })}
        />
      </search>
      {prices.isError && !prices.data ? (
        <LoadFailed error={prices.error} onRetry={() => prices.refetch()} />
      ) : (
        <>
          <Since prices={prices.data} isToCome={filter.at !== ''} onNow={() => change({ at: '' })} />
          <PriceTable prices={prices.data} q={filter.q} dim={prices.isPlaceholderData} />
        </>
      )}
      <ActDialog asking={asking} onClose={() => setAsking(null)} />
    </StaffPage>
  );
}

type SinceProps = { prices: StaffPrices | undefined; isToCome: boolean; onNow: () => void };

function Since({ prices, isToCome, onNow }: SinceProps) {
  const t = useText();
  return (
    <p className={classes.since}>
      {prices
        ? t(isToCome ? 'staff.prices.from' : 'staff.prices.since', { at: formatInstant(prices.valid_from) })
        : '\u00a0'}
      {isToCome ? (
        <Button variant="subtle" size="xs" onClick={onNow}>
          {t('staff.prices.backToNow')}
        </Button>
      ) : null}
    </p>
  );
}

function PriceTable({ prices, q, dim }: { prices: StaffPrices | undefined; q: string; dim: boolean }) {
  const t = useText();
  const sought = q.trim().toLowerCase();
  const rows = prices?.rows.filter(
    ({ dial_prefix: prefix, name }) =>
      name.toLowerCase().includes(sought) || (sought !== '' && prefix.startsWith(sought.replace(/^\+/, ''))),
  );
  const columns: Column<Price>[] = [
    {
      id: 'prefix',
      head: t('staff.prices.prefix'),
      cell: ({ dial_prefix: prefix }) => (prefix === '' ? t('staff.prices.everywhere') : `+${prefix}`),
      muted: true,
      width: '25%',
    },
    {
      id: 'name',
      head: t('staff.prices.name'),
      cell: ({ name }) => (
        <span className={lists.cut} title={name}>
          {name}
        </span>
      ),
    },
    {
      id: 'price',
      head: t('staff.prices.price'),
      cell: ({ price }) => formatPrice(price, prices?.currency ?? ''),
      align: 'right',
      width: '25%',
    },
  ];
  return (
    <DataTable
      label={t('staff.prices.title')}
      columns={columns}
      rows={rows}
      rowKey={({ dial_prefix: prefix }) => prefix}
      dim={dim}
      empty={<EmptyState text={t('staff.list.noMatch')} />}
    />
  );
}
