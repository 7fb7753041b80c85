// The overview of billing: the balance, the last payment, this month's invoice, and the threshold of the mail
// about a low balance.
import type { Billing } from '@godwit/contract/payments/billing';
import { AMOUNT_INVALID } from '@godwit/contract/sentences/billing';
import { Box, Button, Flex, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billingQuery, outlookQuery, setLowBalance } from '../../api/billing.ts';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay, formatDisplayed, formatMoney, formatPrice } from '../../format.ts';
import { useMay, useTeam } from '../../session/context.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { isAmount, plainAmount } from './attempt.ts';
import { DetailsCard } from './DetailsCard.tsx';
import { Invoice } from './Invoice.tsx';
import { methodLabel, monthLabel } from './labels.ts';
import { boughtBy, daysOf } from './outlook.ts';

export function Overview({ onPay }: { onPay: () => void }) {
  const t = useText();
  const { data, error, refetch } = useQuery(billingQuery);
  const mayPay = useMay('billing');
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap={24}>
      {data && data.owed > 0 ? (
        <NoteBox tone="danger">
          {t('billing.owed', { amount: formatMoney(data.owed, data.region.currency_symbol) })}
        </NoteBox>
      ) : null}
      {data ? <BalanceCard billing={data} onPay={onPay} /> : <LoadingCard heights={[72]} />}
      {data ? (
        <Invoice
          month={data.month}
          title={t('billing.summary')}
          side={
            <Text span c="dimmed">
              {monthLabel(data.month)}
            </Text>
          }
        />
      ) : (
        <LoadingCard heights={[24, 40, 40, 80]} />
      )}
      {data ? <LowBalance saved={data.low_balance} /> : null}
      {mayPay ? <DetailsCard /> : null}
    </Stack>
  );
}

function BalanceCard({ billing, onPay }: { billing: Billing; onPay: () => void }) {
  const t = useText();
  const mayPay = useMay('billing');
  // The live balance; the other data is refreshed when the balance changes.
  const { display_balance: balance, region } = useTeam();
  const { last_payment: last } = billing;
  return (
    <Card padded={false}>
      <Flex direction={{ base: 'column', sm: 'row' }} bdrs={7} style={{ overflow: 'hidden' }}>
        <Half label={t('billing.balance')} flex={2}>
          <Group justify="space-between" gap="12px 24px">
            <Text fz={{ base: 28, xs: 36 }} lh={{ base: '36px', xs: '44px' }} fw={600} lts="-0.02em">
              {formatDisplayed(balance, region.currency_symbol)}
            </Text>
            {mayPay ? <Button onClick={onPay}>{t('billing.pay')}</Button> : null}
          </Group>
          <Outlook />
        </Half>
        <Half label={t('billing.lastPayment')} flex={1} ruled>
          {last ? (
            <>
              <Text fz={20} lh="28px" fw={600} lts="-0.01em">
                {formatMoney(last.amount, region.currency_symbol)}
              </Text>
              <Text fz={13} c="dimmed">
                {t('billing.paidBy', {
                  date: formatDay(last.settled_at ?? last.created_at),
                  method: methodLabel(t, last),
                })}
              </Text>
            </>
          ) : (
            <Text c="dimmed" mt={4}>
              {t('billing.noPayment')}
            </Text>
          )}
        </Half>
      </Flex>
    </Card>
  );
}

/** How many messages the balance buys and how long it lasts, each with the rule it is computed by. */
function Outlook() {
  const t = useText();
  const { balance, region } = useTeam();
  const { data } = useQuery(outlookQuery);
  const bought = data && boughtBy(balance, data);
  if (!bought || bought.count === 0) return null;
  const { count, country, price } = bought;
  const days = daysOf(balance, data);
  return (
    <>
      <Text mt={8} fw={500}>
        {t('billing.buys', { count, country })}
      </Text>
      <Text fz={13} c="dimmed">
        {t('billing.buysHow', { price: formatPrice(price, region.currency_symbol) })}{' '}
        {days === null
          ? null
          : t('billing.lasts', { days, rate: formatMoney(data.spend_per_day ?? 0, region.currency_symbol) })}
      </Text>
    </>
  );
}

type HalfProps = { label: string; flex: number; ruled?: boolean; children: ReactNode };

const Half = ({ label, flex, ruled = false, children }: HalfProps) => (
  <Box
    component="section"
    flex={{ sm: flex }}
    miw={0}
    p={{ base: 16, xs: 24 }}
    style={ruled ? { boxShadow: '-1px -1px 0 var(--hairline)' } : undefined}
  >
    <Title order={2} size="h4" fw={500} lts={0} mb={4} c="dimmed">
      {label}
    </Title>
    {children}
  </Box>
);

/** The balance below which owners and admins get a mail. Other roles can see it but not change it. */
function LowBalance({ saved }: { saved: number | null }) {
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
    validate: { amount: (typed) => (typed.trim() && !isAmount(typed) ? translate(AMOUNT_INVALID) : null) },
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
