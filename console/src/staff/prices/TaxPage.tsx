// The tax of a region, at `/staff/prices/tax`: current, scheduled and past rates.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import { type TaxRates, taxRequest } from '@godwit/contract/staff/payments';
import { Box, Button, Group, Radio, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { Filters, List } from '../../components/list/List.tsx';
import { useAddress } from '../../components/list/useAddress.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { isBeginning } from '../../priceListStart.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { cancelTax, REGIONS, regionOf, setTax, taxQuery } from '../api/prices.ts';
import { staffPrices } from '../pricesText.ts';
import { StaffPage, useMay } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { PICKER_FORMAT, WhenField } from './WhenField.tsx';

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
  const [isChanging, setChanging] = useState(false);
  const show = (rates: TaxRates) => queries.setQueryData<unknown>(query.queryKey, rates);
  const current = found.data?.rates.find(({ state }) => state === 'CURRENT');
  const askCancel = ({ valid_from: validFrom, percentage }: Rate) =>
    ask({
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
      <TaxDialog
        region={region}
        isIncluded={current?.included ?? false}
        opened={isChanging}
        onClose={() => setChanging(false)}
        onChanged={show}
      />
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
          color="red"
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

type TaxDialogProps = {
  region: RegionCode;
  /** Whether the current tax is included in the amount. */
  isIncluded: boolean;
  onChanged: (rates: TaxRates) => void;
};

/** Changes the tax of a region, now or at a later time. */
function TaxDialog({ opened, onClose, ...props }: TaxDialogProps & Opening) {
  const t = useText();
  const title = t('staff.tax.changeTitle', { region: t(`region.${props.region}`) });
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <TaxForm {...props} onClose={onClose} />
    </Dialog>
  );
}

function TaxForm({ region, isIncluded, onChanged, onClose }: TaxDialogProps & Pick<Opening, 'onClose'>) {
  const t = useText();
  const { form, ...sending } = useSchemaForm({
    schema: taxRequest,
    initialValues: { region, percentage: '', included: isIncluded, valid_from: null as string | null },
    call: async (change) => {
      onChanged(await setTax({ ...change, percentage: change.percentage.trim() }));
      const { valid_from: from } = change;
      toastSuccess(
        from === null ? t('staff.tax.changed') : t('staff.tax.scheduled', { at: formatInstant(from) }),
      );
      onClose();
    },
    once: true,
    inPlace: true,
  });
  const { included, valid_from: from } = form.getValues();
  const { error } = form.getInputProps('valid_from');
  return (
    <DialogForm
      {...sending}
      action={t('staff.tax.change')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <TextInput
        label={t('staff.tax.percentage')}
        description={t('staff.tax.percentageHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        {...form.getInputProps('percentage')}
      />
      <Radio.Group
        label={t('staff.tax.how')}
        value={included ? 'inside' : 'onTop'}
        onChange={(value) => form.setFieldValue('included', value === 'inside')}
      >
        <Group gap="8px 24px">
          <Radio value="onTop" label={t('staff.tax.onTop')} />
          <Radio value="inside" label={t('staff.tax.inside')} />
        </Group>
      </Radio.Group>
      <WhenField
        at={from && dayjs(from).format(PICKER_FORMAT)}
        problem={error}
        onChange={(at) => form.setFieldValue('valid_from', at && dayjs(at).toISOString())}
      />
    </DialogForm>
  );
}

export default withTexts(TaxPage, staffPrices);
