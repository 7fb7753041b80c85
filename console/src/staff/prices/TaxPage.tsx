// The tax of a region, at `/staff/prices/tax`: current, scheduled and past rates.
import type { TaxRates } from '@godwit/contract/staff/payments';
import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { useAddress } from '../../components/list/useAddress.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { isBeginning } from '../../priceListStart.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { cancelTax, REGIONS, regionOf, taxQuery } from '../api/prices.ts';
import { staffPrices } from '../pricesText.ts';
import { StaffPage, useMay } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

const TaxDialog = lazyPart(() => import('./TaxDialog.tsx'), 'TaxDialog');

type Rate = TaxRates['rates'][number];

const parse = (params: URLSearchParams) => ({ region: regionOf(params.get('region')) });

function TaxPage() {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const { state, change } = useAddress(parse);
  const { region } = state;
  const query = taxQuery(region);
  const found = useQuery(query);
  const [ask, question] = useReasonConfirm();
  const [isChanging, setChanging] = useState<boolean>();
  const show = (rates: TaxRates) => queries.setQueryData<unknown>(query.queryKey, rates);
  const current = found.data?.rates.find(({ state }) => state === 'CURRENT');
  const askCancel = ({ valid_from: validFrom, percentage }: Rate) =>
    ask({
      harmless: false,
      title: t('staff.tax.cancelTitle'),
      text: t('staff.tax.cancelText', { percentage, at: formatInstant(validFrom) }),
      action: t('staff.tax.cancel'),
      call: async () => {
        show(await cancelTax(region, validFrom));
        toastSuccess(t('staff.tax.cancelled'));
      },
      onLost: () => void found.refetch(),
    });
  return (
    <StaffPage
      title={t('staff.tax.title')}
      actions={
        may('prices') ? <Button onClick={() => setChanging(true)}>{t('staff.tax.change')}</Button> : null
      }
    >
      <Filters>
        <SegmentedControl
          aria-label={t('field.region')}
          data={REGIONS.map((one) => ({ value: one, label: t(`region.${one}`) }))}
          value={region}
          onChange={(next) => change({ region: regionOf(next) })}
        />
      </Filters>
      <Text mb={16} c="dimmed">
        {t('staff.tax.text', { region: t(`region.${region}`) })}
      </Text>
      <List
        label={t('staff.tax.title')}
        found={{ ...found, data: found.data && { results: found.data.rates } }}
        rowKey={({ valid_from: from }) => from}
        stacked={(rate) => (
          <RateRow rate={rate} onCancel={may('prices') && rate.state === 'UPCOMING' ? askCancel : null} />
        )}
        empty={t('staff.list.empty')}
      />
      {question}
      {isChanging === undefined ? null : (
        <Suspense fallback={null}>
          <TaxDialog
            region={region}
            isIncluded={current?.included ?? false}
            opened={isChanging}
            onClose={() => setChanging(false)}
            onChanged={show}
          />
        </Suspense>
      )}
    </StaffPage>
  );
}

const LOOKS = {
  CURRENT: { tone: 'success', icon: IconCheck },
  UPCOMING: { tone: 'info', icon: IconClock },
  PAST: { tone: 'neutral', icon: IconMinus },
} as const;

function RateRow({ rate, onCancel }: { rate: Rate; onCancel: ((rate: Rate) => void) | null }) {
  const t = useText();
  const { percentage, included, state } = rate;
  const at = formatInstant(rate.valid_from);
  return (
    <Group justify="space-between" gap="8px 24px">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="4px 12px">
          <strong>{t(included ? 'staff.tax.included' : 'staff.tax.added', { percentage })}</strong>
          <Pill {...LOOKS[state]}>{t(`staff.tax.${state}`)}</Pill>
        </Group>
        <Text fz={13} c="dimmed">
          {isBeginning(rate.valid_from)
            ? t('staff.tax.sinceBeginning')
            : t('staff.tax.from', { at, by: rate.set_by })}
        </Text>
      </Box>
      {onCancel ? (
        <Button
          variant="subtle"
          size="xs"
          // Compensates the padding of a subtle button at the start of a line on phones.
          ml={{ base: -14, xs: 0 }}
          aria-label={t('staff.tax.cancelNamed', { at })}
          onClick={() => onCancel(rate)}
        >
          {t('staff.tax.cancel')}
        </Button>
      ) : null}
    </Group>
  );
}

export default withTexts(TaxPage, staffPrices);
