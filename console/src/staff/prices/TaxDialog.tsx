// The dialog that changes the tax of a region, loaded when it first opens.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import { type TaxRates, taxRequest } from '@godwit/contract/staff/payments';
import { Group, Radio, TextInput } from '@mantine/core';
import dayjs from 'dayjs';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { setTax } from '../api/prices.ts';
import { PICKER_FORMAT, WhenField } from './WhenField.tsx';

type TaxDialogProps = {
  region: RegionCode;
  /** Whether the current tax is included in the amount. */
  isIncluded: boolean;
  onChanged: (rates: TaxRates) => void;
};

/** Changes the tax of a region, now or at a later time. */
export function TaxDialog({ opened, onClose, ...props }: TaxDialogProps & Opening) {
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
