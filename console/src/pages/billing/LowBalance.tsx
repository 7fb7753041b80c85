// The amount below which owners and admins get a mail; others see what it is.
import { Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { billingQuery, setLowBalance } from '../../api/billing.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { formatMoney } from '../../format.ts';
import { useMay, useTeam } from '../../session/context.ts';
import { said } from '../../text/sentences.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { isAmount, plainAmount } from './amount.ts';

export function LowBalance({ saved }: { saved: number | null }) {
  const t = useText();
  const { region } = useTeam();
  const shown = saved === null ? t('billing.lowNone') : formatMoney(saved, region.currency_symbol);
  return (
    <Card padded={false}>
      <SettingRow label={t('billing.low')} hint={t('billing.lowHint')}>
        {useMay('billing') ? <AmountForm saved={saved} /> : <SettingValue>{shown}</SettingValue>}
      </SettingRow>
    </Card>
  );
}

function AmountForm({ saved }: { saved: number | null }) {
  const t = useText();
  const client = useQueryClient();
  const { currency_symbol: symbol } = useTeam().region;
  const form = useForm({
    initialValues: { amount: saved === null ? '' : String(saved) },
    validate: { amount: (typed) => (typed.trim() && !isAmount(typed) ? said('Amount is invalid') : null) },
  });
  const { submit, busy } = useSubmit({
    form,
    call: async ({ amount }) => {
      client.setQueryData(billingQuery.queryKey, await setLowBalance({ amount: plainAmount(amount) }));
      toastSuccess(t('billing.lowSaved'));
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap={12}>
        <TextInput
          flex="1 1 180px"
          maw={{ xs: 280 }}
          aria-label={t('billing.low')}
          placeholder={t('billing.lowPlaceholder')}
          description={t('billing.lowClear')}
          inputWrapperOrder={['input', 'error', 'description']}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          leftSection={<Text c="dimmed">{symbol}</Text>}
          leftSectionPointerEvents="none"
          {...form.getInputProps('amount')}
        />
        <SubmitButton variant="outline" busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </Group>
    </form>
  );
}
